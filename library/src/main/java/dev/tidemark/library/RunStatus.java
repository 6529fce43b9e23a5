package dev.tidemark.library;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.history.Goal;
import java.util.List;
import java.util.Optional;

/// Snapshot of a run as it was read, in any format (R-004-45, R-004-46): the content of `tidemark
/// status`. Later changes of the run do not appear in it.
///
/// Immutable; safe for use by many threads.
public final class RunStatus {
  private final Run run;

  RunStatus(Run run) {
    this.run = run;
  }

  /// Returns the id of the run, with its format: `state/implement/auth`.
  public CheckpointId id() {
    return run.id();
  }

  /// Returns whether the run is unfinished.
  public boolean isOpen() {
    return run.open();
  }

  /// Returns the goal, if it is stated or was captured from a prompt.
  public Optional<String> goal() {
    return Optional.ofNullable(run.goal()).map(Goal::text);
  }

  /// Returns the phases in the order of the document, each with its status, times, summary, files
  /// and the reason of its failure, as far as they are recorded.
  public List<Phase> phases() {
    return run.phases();
  }

  /// Returns a phase by its name in the document; empty if the run does not have it. Some formats
  /// list a phase only when it has begun.
  public Optional<Phase> phase(String name) {
    return run.phases().stream().filter(phase -> phase.name().value().equals(name)).findFirst();
  }

  /// Returns the phase in progress; empty if none is.
  public Optional<PhaseName> inProgress() {
    return Optional.ofNullable(run.inProgress(run.resumePoint()));
  }

  /// Returns the phase to work on: the one in progress, else a failed one to try again, else the
  /// first ahead; empty when nothing is left.
  public Optional<PhaseName> next() {
    return Optional.ofNullable(run.currentPhase());
  }

  /// Returns the summary of the phase that was finished last; empty if it has none.
  public Optional<String> summary() {
    return Optional.ofNullable(run.resumePoint().summary());
  }

  /// Returns the tasks of all phases, in the order of the document.
  public List<PlannedTask> tasks() {
    return run.tasks().all();
  }

  /// Returns the notes about the work, oldest first: at most the newest 40 that the journal keeps,
  /// and those of the document.
  public List<Note> notes() {
    return run.notes();
  }

  /// Returns what only a person can do next, such as an approval, with the command for it; empty if
  /// the run waits for no person.
  public Optional<PendingHumanAction> pendingAction() {
    return Optional.ofNullable(run.pendingAction());
  }

  /// Returns the warnings about the document: edited externally, partly damaged and so on.
  public List<Notice> notices() {
    return run.notices();
  }
}
