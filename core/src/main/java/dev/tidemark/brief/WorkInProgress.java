package dev.tidemark.brief;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.history.Capture;
import dev.tidemark.history.Goal;
import dev.tidemark.text.MarkedBlock;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.fact.FileChange;
import dev.tidemark.workflow.fact.FileChange.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Work in progress of a run: the goal, and the progress inside a phase.
///
/// @param goal the user's goal; absent if unknown
/// @param phase the phase in progress; absent if none is
/// @param since how long ago it was begun; absent if that is not known
/// @param notes the current notes, the next action first, then the newest: those of the phase in
///   progress, and of all phases the failed attempts and open points
/// @param changes files that differ from the commit at which the phase was begun
/// @param capture the newest captured session; absent if there is none
/// @param tasks the tasks of the run
/// @param title the title of the phase in progress, or of the one to begin; absent if it has none
public record WorkInProgress(
    @Nullable Goal goal,
    @Nullable PhaseName phase,
    @Nullable Duration since,
    List<Note> notes,
    List<FileChange> changes,
    @Nullable Capture capture,
    TaskList tasks,
    @Nullable String title) {
  /// The files of instructions that an installation adds a block to.
  private static final Set<String> INSTRUCTIONS =
      Set.of("CLAUDE.md", "AGENTS.md", "GEMINI.md", "QWEN.md");

  /// Nothing is known.
  public static final WorkInProgress NONE =
      new WorkInProgress(null, null, null, List.of(), List.of(), null);

  /// Takes the work on a run that has neither tasks nor titles.
  public WorkInProgress(
      @Nullable Goal goal,
      @Nullable PhaseName phase,
      @Nullable Duration since,
      List<Note> notes,
      List<FileChange> changes,
      @Nullable Capture capture) {
    this(goal, phase, since, notes, changes, capture, TaskList.EMPTY, null);
  }

  /// Takes its own copies of the lists.
  public WorkInProgress {
    notes = List.copyOf(notes);
    changes = List.copyOf(changes);
  }

  /// Returns the next action that was noted; null if none was.
  public @Nullable String nextAction() {
    for (var note : notes) {
      if (note.kind() == Note.Kind.NEXT) {
        return note.text();
      }
    }
    return null;
  }

  /// Returns the same with fewer items.
  WorkInProgress with(List<Note> fewer, List<FileChange> less, @Nullable Capture other) {
    return new WorkInProgress(goal, phase, since, fewer, less, other, tasks, title);
  }

  /// Returns the same without its tasks.
  WorkInProgress withoutTasks() {
    return new WorkInProgress(goal, phase, since, notes, changes, capture, TaskList.EMPTY, title);
  }

  /// Reads the work in progress of a run from its document, its journal and the work tree.
  ///
  /// @param formatLines lines of the format; a note among them is not repeated
  /// @param others finds the other open runs
  static WorkInProgress of(
      ProjectContext projectContext,
      Run run,
      ResumePoint point,
      List<String> formatLines,
      Supplier<List<Run>> others) {
    var changes =
        run.open() ? changes(projectContext, run, run.inProgress(point)) : List.<FileChange>of();
    var worklog = run.document().evidence().worklog();
    var phase = run.inProgress(point);
    var about = phase == null ? point.next() : phase;
    return new WorkInProgress(
        run.goal(),
        phase,
        phase == null ? null : since(phase, projectContext, run),
        notes(run, about, formatLines),
        changes.isEmpty() ? changes : OwnChanges.of(run, changes, others.get()),
        worklog.capture(),
        run.tasks(),
        title(run, about));
  }

  private static @Nullable String title(Run run, @Nullable PhaseName about) {
    var checkpoint = run.checkpoint();
    return checkpoint == null || about == null ? null : checkpoint.title(about).orElse(null);
  }

  private static @Nullable Duration since(PhaseName name, ProjectContext projectContext, Run run) {
    var start = run.document().evidence().worklog().phase();
    Instant at = start != null && start.name().equals(name) ? start.at() : null;
    if (at == null) {
      for (var phase : run.phases()) {
        at = phase.name().equals(name) ? phase.startedAt() : at;
      }
    }
    return at == null ? null : Duration.between(at, projectContext.now());
  }

  /// Returns the notes that matter now, newest first, the next action before all.
  private static List<Note> notes(Run run, @Nullable PhaseName about, List<String> formatLines) {
    var notes = new ArrayList<Note>();
    var all = run.notes();
    var done = all.isEmpty() ? Set.<PhaseName>of() : done(run);
    int next = 0;
    for (int i = all.size() - 1; i >= 0; i--) {
      var note = all.get(i);
      boolean current = note.phase() == null || note.phase().equals(about);
      boolean open = current || !note.kind().endsWithPhase() || !done.contains(note.phase());
      if (open && isNote(note) && !isCurrentFailure(run, note) && !isAmong(note, formatLines)) {
        notes.add(note.kind() == Note.Kind.NEXT ? next++ : notes.size(), note);
      }
    }
    return notes;
  }

  /// A phase that was passed over may still hold what the next session must know.
  private static Set<PhaseName> done(Run run) {
    var done = new HashSet<PhaseName>();
    for (var phase : run.phases()) {
      if (phase.status() == PhaseStatus.COMPLETE || phase.status() == PhaseStatus.SKIPPED) {
        done.add(phase.name());
      }
    }
    return done;
  }

  /// The last failure of a phase that was not begun again is listed with the phase.
  private static boolean isCurrentFailure(Run run, Note note) {
    for (var phase : note.kind() == Note.Kind.FAILED ? run.phases() : List.<Phase>of()) {
      var failure = phase.failure();
      if (failure != null && phase.name().equals(note.phase()) && note.isSameText(failure)) {
        return true;
      }
    }
    return false;
  }

  /// Decisions, files and summaries are listed with those of the document.
  private static boolean isNote(Note note) {
    return switch (note.kind()) {
      case NOTE, TRIED, FAILED, NEXT, BLOCKED, QUESTION -> true;
      case SUMMARY, DECISION, CREATED, MODIFIED, OUTDATED -> false;
    };
  }

  /// The same words in another line of the format are no note.
  private static boolean isAmong(Note note, List<String> formatLines) {
    var line = note.labelled(note.text()) + "\n";
    for (var text : formatLines) {
      if ((text + "\n").contains(line)) {
        return true;
      }
    }
    return false;
  }

  private static List<FileChange> changes(
      ProjectContext projectContext, Run run, @Nullable PhaseName phase) {
    var start = run.document().evidence().worklog().phase();
    var since = start != null && start.name().equals(phase) ? start.commit() : null;
    var changes = projectContext.fetch(FactQuery.changes(since, Briefs.GIT_MILLIS));
    if (!changes.isKnown() && since != null) {
      // The commit may be gone: rebased away, or never fetched.
      changes = projectContext.fetch(FactQuery.changes(null, Briefs.GIT_MILLIS));
    }
    var work = new ArrayList<FileChange>();
    for (var change : changes.orElse(List.of())) {
      if (!INSTRUCTIONS.contains(change.path()) || !isInstallation(projectContext, change)) {
        work.add(change);
      }
    }
    return work;
  }

  /// Returns whether a file has changed only by the block that `tidemark install` writes.
  private static boolean isInstallation(ProjectContext projectContext, FileChange change) {
    var text = projectContext.fetch(FactQuery.fileText(change.path())).orElse(Optional.empty());
    if (text.isEmpty()) {
      return false;
    }
    var rest = MarkedBlock.MARKDOWN.textWithoutBlock(text.get());
    return rest == null
        || (change.kind() == Kind.CHANGED
            && projectContext
                .fetch(FactQuery.textAtHead(change.path()))
                .orElse(Optional.empty())
                .equals(Optional.of(rest)));
  }
}
