package dev.tidemark.history;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Work log of a run: goal, notes, tasks and captured sessions that its document has no fields for.
/// Part of the [Evidence] in every record of a journal, hence bounded; the history keeps the
/// dropped parts.
///
/// @param goal the user's goal; absent if unknown, or if the document has it
/// @param notes notes that the document does not have, oldest first
/// @param phase the phase in progress, if its start is recorded
/// @param failure the reason of a failed phase, where the document has no field for it; until the
///   phase is begun again or ends
/// @param capture the newest capture of a session that worked on the phase in progress
/// @param tasks tasks whose status the document does not have, in the order they were added
/// @param stuck the phase at which the last runner gave up, and why; until the phase is begun,
///   ends, or an agent is started again
/// @param abandoned why the run was abandoned; absent if it was not, or is open again
public record Worklog(
    @Nullable Goal goal,
    List<Note> notes,
    @Nullable PhaseStart phase,
    @Nullable PhaseFailure failure,
    @Nullable Capture capture,
    List<PlannedTask> tasks,
    @Nullable PhaseFailure stuck,
    @Nullable String abandoned) {
  /// The empty work log.
  public static final Worklog EMPTY = new Worklog(null, List.of(), null, null, null, List.of());

  /// The most notes that are carried along, and the most characters (UTF-16 units) they have
  /// together; of more, the newest.
  public static final int NOTES_MAX = 40;

  /// See [#NOTES_MAX].
  public static final int CHARS_MAX = 8_000;

  /// The most tasks that are carried along; of more, those that are done go first.
  public static final int TASKS_MAX = 100;

  /// The most characters (UTF-16 units) of the description of a task, and of its reason.
  public static final int TASK_CHARS_MAX = 300;

  /// Start of a phase.
  ///
  /// @param name the phase
  /// @param at when it was begun, or begun again
  /// @param commit the commit checked out then; absent outside git
  public record PhaseStart(PhaseName name, Instant at, @Nullable String commit) {}

  /// Failure of a phase.
  ///
  /// @param name the phase
  /// @param reason the reported reason; may be empty
  public record PhaseFailure(PhaseName name, String reason) {}

  /// Takes its own copies of the lists.
  public Worklog {
    notes = List.copyOf(notes);
    tasks = List.copyOf(tasks);
  }

  /// A work log without tasks.
  public Worklog(
      @Nullable Goal goal,
      List<Note> notes,
      @Nullable PhaseStart phase,
      @Nullable PhaseFailure failure,
      @Nullable Capture capture) {
    this(goal, notes, phase, failure, capture, List.of());
  }

  /// The work log of a run that is neither stuck nor abandoned.
  public Worklog(
      @Nullable Goal goal,
      List<Note> notes,
      @Nullable PhaseStart phase,
      @Nullable PhaseFailure failure,
      @Nullable Capture capture,
      List<PlannedTask> tasks) {
    this(goal, notes, phase, failure, capture, tasks, null, null);
  }

  private Worklog(
      @Nullable Goal goal,
      List<Note> notes,
      @Nullable PhaseStart phase,
      @Nullable PhaseFailure failure,
      @Nullable Capture capture,
      List<PlannedTask> tasks,
      @Nullable PhaseFailure stuck) {
    this(goal, notes, phase, failure, capture, tasks, stuck, null);
  }

  /// Returns the phase at which a run without a document continues: the one that was begun or has
  /// failed, else the first; null if there is none.
  ///
  /// @param planned the phases of the run, in order; may be empty if they are not known
  public @Nullable PhaseName nextPhase(List<PhaseName> planned) {
    var begun = phase == null ? null : phase.name();
    var next = planned.isEmpty() ? begun : planned.getFirst();
    for (var name : planned) {
      boolean failed = failure != null && failure.name().equals(name);
      next = failed || name.equals(begun) ? name : next;
    }
    return next;
  }

  /// Returns whether it has nothing.
  public boolean isEmpty() {
    return goal == null
        && notes.isEmpty()
        && phase == null
        && failure == null
        && capture == null
        && tasks.isEmpty()
        && stuck == null
        && abandoned == null;
  }

  /// Returns the work log after an event.
  ///
  /// @param at when it happened
  /// @param commit the commit checked out; absent outside git
  public Worklog after(Event event, Instant at, @Nullable String commit) {
    var reason =
        switch (event.kind()) {
          case WORKFLOW_ABANDONED -> ((Event.WorkflowAbandoned) event).reason();
          case WORKFLOW_STARTED, WORKFLOW_COMPLETED, WORKFLOW_REOPENED -> null;
          default -> abandoned;
        };
    return changed(event, at, commit).abandoned(reason);
  }

  /// Returns this work log with the reason why the run was abandoned; null reopens it.
  public Worklog abandoned(@Nullable String reason) {
    return Objects.equals(reason, abandoned)
        ? this
        : new Worklog(goal, notes, phase, failure, capture, tasks, stuck, reason);
  }

  private Worklog changed(Event event, Instant at, @Nullable String commit) {
    return switch (event.kind()) {
      case WORKFLOW_STARTED -> EMPTY;
      case PHASE_STARTED -> withPhaseStart(((Event.PhaseStarted) event).phase(), at, commit);
      case PHASE_COMPLETED -> withPhaseEnd(((Event.PhaseCompleted) event).phase());
      case PHASE_SKIPPED -> withPhaseEnd(((Event.PhaseSkipped) event).phase());
      case PHASE_FAILED -> {
        var failed = (Event.PhaseFailed) event;
        var text = failed.reason().isBlank() ? "no reason given" : failed.reason();
        yield with(new PhaseFailure(failed.phase(), failed.reason()))
            .with(new Note(Note.Kind.FAILED, failed.phase(), text));
      }
      case WORKFLOW_COMPLETED -> new Worklog(goal, notes, null, null, null, tasks);
      case GOAL_STATED -> with(((Event.GoalStated) event).goal());
      case NOTE_RECORDED -> with(((Event.NoteRecorded) event).note());
      case NOTE_RESOLVED -> withoutNote(((Event.NoteResolved) event).note());
      case DECISION_RECORDED -> {
        var decision = ((Event.DecisionRecorded) event).decision();
        yield with(new Note(Note.Kind.DECISION, decision.phase(), decision.text()));
      }
      case SESSION_CAPTURED -> with(((Event.SessionCaptured) event).capture());
      case TASK_CHANGED -> with(((Event.TaskChanged) event).task());
      case PLAN_CHANGED -> renamed((Event.PlanChanged) event);
      case ATTEMPT_STARTED -> stuckAt(null);
      case RUNNER_ENDED -> {
        var ended = (Event.RunnerEnded) event;
        var reason = ended.stuck();
        var name = ended.phase();
        yield stuckAt(reason == null || name == null ? null : new PhaseFailure(name, reason));
      }
      default -> this;
    };
  }

  private Worklog withPhaseStart(PhaseName name, Instant at, @Nullable String commit) {
    var start = new PhaseStart(name, at, commit);
    return new Worklog(goal, unblocked(name), start, failureBut(name), capture, tasks);
  }

  /// Returns the work log with the start of the phase that a new document has in progress.
  public Worklog withPhaseStart(Checkpoint document, Instant at, @Nullable String commit) {
    var current = phase == null ? document.current().orElse(null) : null;
    if (current == null) {
      return this;
    }
    for (var known : document.phases()) {
      if (known.name().equals(current) && known.status() == PhaseStatus.IN_PROGRESS) {
        return new Worklog(
            goal,
            notes,
            new PhaseStart(current, at, commit),
            failure,
            capture,
            tasks,
            stuck,
            abandoned);
      }
    }
    return this;
  }

  /// Everything recorded of a phase goes with its new name; what was noted of a phase that is taken
  /// out stays under its name.
  private Worklog renamed(Event.PlanChanged plan) {
    var own = new ArrayList<Note>(notes.size());
    for (var note : notes) {
      own.add(new Note(note.kind(), plan.nameOf(note.phase()), note.text()));
    }
    var moved = new ArrayList<PlannedTask>(tasks.size());
    for (var task : tasks) {
      moved.add(task.in(plan.nowNamed(task.phase())));
    }
    var start =
        phase == null
            ? null
            : new PhaseStart(plan.nowNamed(phase.name()), phase.at(), phase.commit());
    var caught = capture == null ? null : capture.in(plan.nameOf(capture.phase()));
    return new Worklog(
        goal, own, start, failure(failure, plan), caught, moved, failure(stuck, plan), abandoned);
  }

  private static @Nullable PhaseFailure failure(@Nullable PhaseFailure of, Event.PlanChanged plan) {
    return of == null ? null : new PhaseFailure(plan.nowNamed(of.name()), of.reason());
  }

  private Worklog stuckAt(@Nullable PhaseFailure other) {
    return new Worklog(goal, notes, phase, failure, capture, tasks, other);
  }

  private Worklog with(Capture other) {
    return new Worklog(goal, notes, phase, failure, other, tasks, stuck);
  }

  private Worklog with(List<PlannedTask> other) {
    return new Worklog(goal, notes, phase, failure, capture, other, stuck);
  }

  private Worklog with(PlannedTask task) {
    var all = new ArrayList<>(tasks);
    int at = -1;
    for (int i = 0; i < all.size(); i++) {
      at = all.get(i).isSame(task) ? i : at;
    }
    if (at >= 0) {
      all.set(at, task);
      return with(all);
    }
    all.add(task);
    for (int i = 0; i < all.size() && all.size() > TASKS_MAX; i++) {
      if (all.get(i).status().isDone()) {
        all.remove(i--);
      }
    }
    while (all.size() > TASKS_MAX) {
      all.removeFirst();
    }
    return with(all);
  }

  private @Nullable PhaseFailure failureBut(PhaseName name) {
    return failure == null || failure.name().equals(name) ? null : failure;
  }

  private Worklog with(PhaseFailure other) {
    return new Worklog(goal, notes, phase, other, capture, tasks);
  }

  /// Returns this work log with a goal; a captured one never takes the place of a stated one.
  private Worklog with(Goal other) {
    boolean weaker = goal != null && !goal.captured() && other.captured();
    return weaker ? this : new Worklog(other, notes, phase, failure, capture, tasks, stuck);
  }

  private Worklog with(Note note) {
    var all = new ArrayList<Note>(notes.size() + 1);
    for (var known : notes) {
      boolean replaced =
          note.kind().isSingle()
              ? known.kind() == note.kind() && isAbout(known, note.phase())
              : known.isSame(note);
      if (!replaced) {
        all.add(known);
      }
    }
    all.add(note);
    return new Worklog(goal, newest(all), phase, failure, capture, tasks, stuck);
  }

  private Worklog withoutNote(Note note) {
    var left = new ArrayList<Note>(notes.size());
    for (var known : notes) {
      if (!known.isSame(note)) {
        left.add(known);
      }
    }
    return new Worklog(goal, left, phase, failure, capture, tasks, stuck);
  }

  /// The end of a phase drops the notes about its work in progress.
  private Worklog withPhaseEnd(PhaseName name) {
    var left = new ArrayList<Note>(notes.size());
    for (var note : notes) {
      if (!note.kind().endsWithPhase() || !isAbout(note, name)) {
        left.add(note);
      }
    }
    boolean own = phase != null && phase.name().equals(name);
    boolean captured = capture != null && (capture.phase() == null || name.equals(capture.phase()));
    return new Worklog(
        goal, left, own ? null : phase, failureBut(name), captured ? null : capture, tasks);
  }

  private List<Note> unblocked(PhaseName name) {
    var left = new ArrayList<Note>(notes.size());
    for (var note : notes) {
      if (!note.kind().endsWithStart() || !isAbout(note, name)) {
        left.add(note);
      }
    }
    return left;
  }

  private static boolean isAbout(Note note, @Nullable PhaseName name) {
    return note.phase() == null ? name == null : note.phase().equals(name);
  }

  private static List<Note> newest(List<Note> all) {
    int from = all.size();
    int chars = 0;
    while (from > 0 && all.size() - from < NOTES_MAX) {
      chars += all.get(from - 1).text().length();
      if (chars > CHARS_MAX) {
        break;
      }
      from--;
    }
    return all.subList(from, all.size());
  }

  /// Returns a phase with the failure and summary that only this work log has.
  public Phase mergedInto(Phase phase) {
    var name = phase.name();
    var summary = phase.summary();
    for (int i = notes.size() - 1; summary == null && i >= 0; i--) {
      var note = notes.get(i);
      if (note.kind() == Note.Kind.SUMMARY && isAbout(note, name)) {
        summary = new ContextSummary(note.text());
      }
    }
    boolean unexplained = phase.status() == PhaseStatus.FAILED && phase.failure() == null;
    if (failure != null
        && failure.name().equals(name)
        && (phase.status().isOpen() || unexplained)) {
      return new Phase(
          name,
          PhaseStatus.FAILED,
          phase.startedAt(),
          phase.endedAt(),
          summary,
          failure.reason(),
          phase.artifacts());
    }
    return new Phase(
        name,
        phase.status(),
        phase.startedAt(),
        phase.endedAt(),
        summary,
        phase.failure(),
        phase.artifacts());
  }

  /// Returns whether the beginning of a phase clears its recorded failure or block.
  public boolean isCleared(PhaseName begun) {
    if (failure != null && failure.name().equals(begun)) {
      return true;
    }
    for (var note : notes) {
      if (note.kind().endsWithStart() && isAbout(note, begun)) {
        return true;
      }
    }
    return false;
  }

  /// Returns this work log without the parts that the document has itself.
  public Worklog withoutPartsOf(Checkpoint document) {
    boolean failed = failure != null && isFailed(document, failure);
    if (goal == null && notes.isEmpty() && !failed && tasks.isEmpty()) {
      return this;
    }
    var own = failed ? null : failure;
    var known = document.notes();
    var decisions = document.decisions();
    var left = new ArrayList<Note>(notes.size());
    for (var note : notes) {
      boolean isInDocument =
          note.kind() == Note.Kind.DECISION ? isDecided(note, decisions) : isAmong(note, known);
      if (!isInDocument) {
        left.add(note);
      }
    }
    boolean stated = document.goal().isPresent();
    var open = unlisted(document.tasks());
    return new Worklog(stated ? null : goal, left, phase, own, capture, open, stuck, abandoned);
  }

  /// Returns the tasks whose status a document does not have. A task that is not pending in the
  /// document takes precedence.
  private List<PlannedTask> unlisted(List<PlannedTask> listed) {
    var left = new ArrayList<PlannedTask>(tasks.size());
    for (var task : tasks) {
      boolean known = false;
      for (var other : listed) {
        known |=
            other.isSame(task)
                && (other.status() != TaskStatus.PENDING || task.status() == TaskStatus.PENDING);
      }
      if (!known) {
        left.add(task);
      }
    }
    return left;
  }

  private static boolean isFailed(Checkpoint document, PhaseFailure failure) {
    for (var phase : document.phases()) {
      if (phase.name().equals(failure.name())) {
        return phase.status() == PhaseStatus.FAILED
            && (phase.failure() != null || failure.reason().isEmpty());
      }
    }
    return false;
  }

  private static boolean isAmong(Note note, List<Note> others) {
    for (var other : others) {
      if (note.isSame(other)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isDecided(Note note, List<Decision> decisions) {
    for (var decision : decisions) {
      if (note.isSameText(decision.text())) {
        return true;
      }
    }
    return false;
  }
}
