package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.store.Document.LastEntry;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.policy.CommandLines;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Summary of a run for lists and run selection.
///
/// @param id which run
/// @param state where it stands as a whole
/// @param position how far it has come
/// @param branch the branch of the last change, if known
/// @param commit the commit checked out at the last save, if recorded
/// @param updatedAt when anything last changed, where that is known
/// @param concerns the warnings that require attention
/// @param goal the beginning of the goal, in one line; absent if none is known
/// @param last time and actor of the newest journal entry, without host and process; absent if
///   there is none
public record RunSummary(
    CheckpointId id,
    State state,
    Position position,
    @Nullable String branch,
    @Nullable String commit,
    @Nullable Instant updatedAt,
    Concerns concerns,
    @Nullable String goal,
    @Nullable LastEntry last) {

  private static final String NO_JOURNAL = "no-journal";

  /// The most characters (UTF-16 units) of a goal or of a reason that a list shows.
  public static final int TEXT_MAX = 200;

  /// State of a run as a whole, in the order of lists: first the states that block work.
  public enum State {
    /// A phase has failed.
    FAILED,
    /// The last runner gave up at the phase in hand.
    STUCK,
    /// An unresolved note blocks the work.
    BLOCKED,
    /// A person has to act first, for example to approve.
    WAITING,
    /// Git left a merge conflict in its document.
    DIVERGED,
    /// Its document or its journal was recorded and is gone.
    MISSING,
    /// Its document cannot be read, or not all of it.
    DAMAGED,
    /// There is something left to do.
    OPEN,
    /// It is known to the journal and has no document yet.
    STARTED,
    /// It was given up with phases open.
    ABANDONED,
    /// It has come to its end.
    DONE;

    /// Returns whether work is blocked.
    public boolean needsAction() {
      return compareTo(DAMAGED) <= 0;
    }
  }

  /// Progress of a run.
  ///
  /// @param next the phase to work on now; absent when none is left, or if unknown
  /// @param number which one that is among the phases, from 1; 0 if it is none of them
  /// @param done how many phases are done or left out
  /// @param total how many phases there are
  /// @param tasks how many tasks there are, and how many of them are done
  public record Position(@Nullable String next, int number, int done, int total, TaskCount tasks) {
    /// Takes the position of a run without tasks.
    public Position(@Nullable String next, int number, int done, int total) {
      this(next, number, done, total, TaskCount.NONE);
    }
  }

  /// Task progress of a run.
  ///
  /// @param done how many are done or skipped
  /// @param total how many there are
  /// @param current the id of the task that is being worked on; absent if none is
  public record TaskCount(int done, int total, @Nullable String current) {
    /// A run without tasks.
    public static final TaskCount NONE = new TaskCount(0, 0, null);

    static TaskCount of(TaskList tasks) {
      return tasks.isEmpty()
          ? NONE
          : new TaskCount(tasks.done(), tasks.all().size(), tasks.current());
    }

    /// Returns done and total: `3/7`; empty if there are no tasks.
    public String text() {
      return total == 0 ? "" : done + "/" + total;
    }
  }

  /// Warnings of a run that require attention.
  ///
  /// @param problem why the document cannot be read; absent if it can
  /// @param warning the warning about the document or its sync state
  /// @param pendingAction the pending human action that blocks the run
  /// @param obstacle why a run is failed, stuck, blocked or abandoned; absent if it is none of
  ///   these
  public record Concerns(
      @Nullable Problem problem,
      @Nullable Notice warning,
      @Nullable PendingHumanAction pendingAction,
      @Nullable Obstacle obstacle) {}

  /// The reason why a document cannot be read.
  ///
  /// @param text the reason
  /// @param command the command that leads to its repair
  public record Problem(String text, String command) {}

  /// The reason why a run is failed, blocked or abandoned.
  ///
  /// @param reason the reason in one line, cut at [#TEXT_MAX]
  /// @param retry the phase to begin again; absent if work continues elsewhere
  public record Obstacle(String reason, @Nullable PhaseName retry) {}

  /// Summarizes a run.
  public static RunSummary of(Run run) {
    var checkpoint = run.checkpoint();
    var evidence = run.document().evidence();
    var phases = run.phases();
    var pendingHumanAction = run.pendingAction();
    var point = run.resumePoint();
    var text = problem(run);
    var problem = text == null ? null : new Problem(text, run.repairCommand());
    boolean open = run.open() && problem == null && !run.isMissing();
    var stuck = open ? run.stuck() : null;
    var failed = open && stuck == null ? failed(phases, point.next()) : null;
    var blockers = open && failed == null && stuck == null ? run.blockers() : List.<Note>of();
    Obstacle obstacle = null;
    if (failed != null) {
      var begun = run.inProgress(point);
      boolean busy = begun != null && !begun.equals(failed.name());
      obstacle = new Obstacle(reason(failed), busy ? null : failed.name());
    } else if (stuck != null) {
      var reason = line("the runner gave up at " + stuck.name() + ": " + stuck.reason());
      obstacle = new Obstacle(reason, null);
    } else if (!blockers.isEmpty()) {
      obstacle = new Obstacle(reason(blockers), null);
    } else if (run.abandoned() != null) {
      obstacle = new Obstacle(line("abandoned: " + run.abandoned()), null);
    }
    var state =
        failed != null
            ? State.FAILED
            : stuck != null ? State.STUCK : state(run, problem, obstacle, pendingHumanAction);
    var goal = run.goal();
    return new RunSummary(
        run.id(),
        state,
        position(phases, point.next(), TaskCount.of(run.tasks())),
        evidence.head().branch(),
        checkpoint == null ? null : checkpoint.commit().orElse(null),
        checkpoint == null && problem == null && run.open() ? evidence.startedAt() : updatedAt(run),
        new Concerns(problem, warning(run, problem), pendingHumanAction, obstacle),
        goal == null ? null : line(goal.text()),
        last(run));
  }

  /// An approval, a request or an attempt changes a run and not its document.
  private static @Nullable Instant updatedAt(Run run) {
    var checkpoint = run.checkpoint();
    var updated = checkpoint == null ? null : checkpoint.updatedAt().orElse(null);
    var last = run.document().last();
    return last == null || (updated != null && updated.isAfter(last.at())) ? updated : last.at();
  }

  private static @Nullable LastEntry last(Run run) {
    var last = run.document().last();
    if (last == null) {
      return null;
    }
    var by = last.by();
    return new LastEntry(last.at(), new Actor(by.kind(), by.name(), by.version(), null, 0));
  }

  /// Returns why the file of an open run is damaged; null if it is not. Some formats read what is
  /// left of a damaged file and add a notice.
  private static @Nullable String problem(Run run) {
    if (run.problem() != null || !run.open()) {
      return run.problem();
    }
    for (var notice : run.notices()) {
      if (notice.code().equals(Notice.DAMAGED)) {
        return notice.text();
      }
    }
    return null;
  }

  /// Returns the warning about a run; for an unreadable file without journal, that nothing is
  /// recorded.
  private static @Nullable Notice warning(Run run, @Nullable Problem problem) {
    if (problem != null && run.document().sequence() == 0) {
      return new Notice(NO_JOURNAL, "no earlier state of the file is recorded");
    }
    for (var notice : run.notices()) {
      if (problem == null || !notice.code().equals(Notice.DAMAGED)) {
        return notice;
      }
    }
    return null;
  }

  /// Returns whether the run is unfinished, or its state is unknown.
  public boolean open() {
    return state.compareTo(State.ABANDONED) < 0;
  }

  /// Returns whether the journal of the run was removed.
  public boolean isJournalGone() {
    var warning = concerns.warning();
    return warning != null && warning.code().equals(LoadedState.JOURNAL_GONE);
  }

  /// Returns the command to type next.
  public String command() {
    var problem = concerns.problem();
    if (state == State.DAMAGED && problem != null) {
      return problem.command();
    }
    var pendingAction = concerns.pendingAction();
    var obstacle = concerns.obstacle();
    var retry = obstacle == null ? null : obstacle.retry();
    boolean gate = pendingAction != null && pendingAction.phase() != null;
    return retry == null || gate
        ? CommandLines.of(words(pendingAction, gate), id)
        : CommandLines.enter(retry, id);
  }

  /// @param gate whether the pending action opens a gate before the work
  private String words(@Nullable PendingHumanAction pendingAction, boolean gate) {
    return switch (state) {
      case MISSING -> isJournalGone() ? "resume" : "restore";
      // An archived run has no document, and its history has the path of the copy.
      case ABANDONED, DONE -> position.total() == 0 ? "history" : "show";
      case WAITING -> pendingAction == null ? "resume" : pendingAction.command();
      case FAILED, BLOCKED -> gate && pendingAction != null ? pendingAction.command() : "resume";
      case STUCK -> gate && pendingAction != null ? pendingAction.command() : "run";
      case STARTED, OPEN, DIVERGED, DAMAGED -> "resume";
    };
  }

  private static State state(
      Run run,
      @Nullable Problem problem,
      @Nullable Obstacle blocked,
      @Nullable PendingHumanAction pendingHumanAction) {
    if (run.abandoned() != null) {
      return State.ABANDONED;
    }
    if (problem != null) {
      return run.diverged() ? State.DIVERGED : State.DAMAGED;
    }
    if (run.isMissing()) {
      return State.MISSING;
    }
    if (!run.open()) {
      return State.DONE;
    }
    if (blocked != null) {
      return State.BLOCKED;
    }
    if (pendingHumanAction != null) {
      return State.WAITING;
    }
    return run.checkpoint() == null ? State.STARTED : State.OPEN;
  }

  /// Returns the failed phase, if there is one: of several the next one, else the first.
  private static @Nullable Phase failed(List<Phase> phases, @Nullable PhaseName next) {
    Phase first = null;
    for (var phase : phases) {
      if (phase.status() == PhaseStatus.FAILED) {
        if (phase.name().equals(next)) {
          return phase;
        }
        first = first == null ? phase : first;
      }
    }
    return first;
  }

  private static String reason(Phase failed) {
    var why = failed.failure();
    var name = failed.name() + " failed";
    return line(why == null || why.isBlank() ? name : name + ": " + why);
  }

  private static String reason(List<Note> blockers) {
    var first = line("blocked by " + blockers.getFirst().text());
    return blockers.size() == 1 ? first : first + " (and " + (blockers.size() - 1) + " more)";
  }

  /// Returns a text in one line, cut at [#TEXT_MAX].
  private static String line(String text) {
    var line = PlainText.line(text.strip());
    if (line.length() <= TEXT_MAX) {
      return line;
    }
    int end = TEXT_MAX - 1;
    boolean pair = Character.isHighSurrogate(line.charAt(end - 1));
    return line.substring(0, pair ? end - 1 : end) + "\u2026";
  }

  private static Position position(List<Phase> phases, @Nullable PhaseName next, TaskCount tasks) {
    int done = 0;
    int number = 0;
    for (int i = 0; i < phases.size(); i++) {
      var status = phases.get(i).status();
      if (status == PhaseStatus.COMPLETE || status == PhaseStatus.SKIPPED) {
        done++;
      }
      if (number == 0 && phases.get(i).name().equals(next)) {
        number = i + 1;
      }
    }
    return new Position(next == null ? null : next.value(), number, done, phases.size(), tasks);
  }
}
