package dev.tidemark.brief;

import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.fact.FileChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the work in progress of a run from its document, its journal and the work tree.
final class WorkReader {
  /// The time limit for git to compare the work tree, in milliseconds: a user waits for the brief.
  private static final int PATIENCE = 2_000;

  private final ProjectContext projectContext;
  private final Run run;

  WorkReader(ProjectContext projectContext, Run run) {
    this.projectContext = projectContext;
    this.run = run;
  }

  /// @param said lines of the format; a note among them is not repeated
  WorkInProgress read(ResumePoint point, List<String> said) {
    var worklog = run.document().evidence().worklog();
    var phase = run.inProgress(point);
    var about = phase == null ? point.next() : phase;
    return new WorkInProgress(
        run.goal(),
        phase,
        phase == null ? null : since(phase),
        notes(about, said),
        run.open() ? changes(phase) : List.of(),
        worklog.capture(),
        run.tasks(),
        title(about));
  }

  private @Nullable String title(@Nullable PhaseName about) {
    var checkpoint = run.checkpoint();
    return checkpoint == null || about == null ? null : checkpoint.title(about).orElse(null);
  }

  private @Nullable Duration since(PhaseName name) {
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
  private List<Note> notes(@Nullable PhaseName about, List<String> said) {
    var notes = new ArrayList<Note>();
    var all = run.notes();
    var done = all.isEmpty() ? Set.<PhaseName>of() : done();
    int next = 0;
    for (int i = all.size() - 1; i >= 0; i--) {
      var note = all.get(i);
      boolean current = note.phase() == null || note.phase().equals(about);
      boolean open = current || !note.kind().endsWithPhase() || !done.contains(note.phase());
      if (open && isNote(note) && !isSaid(note, said)) {
        notes.add(note.kind() == Note.Kind.NEXT ? next++ : notes.size(), note);
      }
    }
    return notes;
  }

  /// A phase that was passed over may still hold what the next session must know.
  private Set<PhaseName> done() {
    var done = new HashSet<PhaseName>();
    for (var phase : run.phases()) {
      if (phase.status() == PhaseStatus.COMPLETE || phase.status() == PhaseStatus.SKIPPED) {
        done.add(phase.name());
      }
    }
    return done;
  }

  /// Decisions, files and summaries are listed with those of the document.
  private static boolean isNote(Note note) {
    return switch (note.kind()) {
      case NOTE, TRIED, NEXT, BLOCKED, QUESTION -> true;
      case SUMMARY, DECISION, CREATED, MODIFIED -> false;
    };
  }

  /// The same words in another line of the format are no note.
  private static boolean isSaid(Note note, List<String> said) {
    var line = note.labelled(note.text()) + "\n";
    for (var text : said) {
      if ((text + "\n").contains(line)) {
        return true;
      }
    }
    return false;
  }

  private List<FileChange> changes(@Nullable PhaseName phase) {
    var start = run.document().evidence().worklog().phase();
    var since = start != null && start.name().equals(phase) ? start.commit() : null;
    var changes = projectContext.fetch(new FactQuery.Changes(since, PATIENCE));
    if (!changes.isKnown() && since != null) {
      // The commit may be gone: rebased away, or never fetched.
      changes = projectContext.fetch(new FactQuery.Changes(null, PATIENCE));
    }
    return changes.orElse(List.of());
  }

  /// Returns phases that were begun or failed and are not completed, with their details.
  static List<Phase> unfinished(Run run) {
    var unfinished = new ArrayList<Phase>();
    for (var phase : run.phases()) {
      boolean begun = phase.status().isOpen() && phase.summary() != null;
      if (begun || phase.status() == PhaseStatus.FAILED) {
        unfinished.add(phase);
      }
    }
    return unfinished;
  }
}
