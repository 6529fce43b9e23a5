package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.handoff.ProtocolHandover;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.history.Evidence;
import java.util.Optional;

/// Resume policy of a dialect: the phase and task at which work on a run continues. Pure.
@FunctionalInterface
public interface ResumePolicy<C extends Checkpoint> {
  /// Returns the resume point of a checkpoint.
  ResumePoint resumePoint(C checkpoint);

  /// Returns whether taking up a run may change it, so that the rules have to be asked.
  default boolean changesRun() {
    return false;
  }

  /// Returns the pending human action that blocks the run; by default none.
  ///
  /// @param evidence the evidence of the run beside its document
  default Optional<PendingHumanAction> pendingAction(C checkpoint, Evidence evidence) {
    return Optional.empty();
  }

  /// Returns the format-specific part of the handoff.
  ///
  /// @param path where the document is kept, from the project root
  default ProtocolHandover handover(C checkpoint, String path) {
    return ProtocolHandover.NONE;
  }

  /// Returns whether several phases of a run can be in progress.
  default boolean hasParallelPhases() {
    return false;
  }
}
