package dev.tidemark.dialect;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;

/// Precondition of completing a run: no phase is open or failed. The same in every format.
public final class OpenPhases {
  /// The code for phases that are pending or in progress.
  private static final String OPEN = "open-phases";

  /// The code for a phase that has failed.
  private static final String FAILED = "failed-phase";

  private OpenPhases() {}

  /// Returns why a run cannot be completed; empty if it can.
  public static List<Blocker> blockers(CheckpointId id, List<Phase> phases) {
    var open = new ArrayList<String>();
    var blockers = new ArrayList<Blocker>();
    var abandon = CommandLines.of("finish --abandon REASON", id);
    for (var phase : phases) {
      var why = phase.failure();
      switch (phase.status()) {
        case PENDING, IN_PROGRESS ->
            open.add(
                phase.name() + (phase.status() == PhaseStatus.PENDING ? "" : " (in progress)"));
        case FAILED ->
            blockers.add(
                Blocker.refused(
                    FAILED,
                    phase.name() + " has failed" + (why == null || why.isBlank() ? "" : ": " + why),
                    "Try it again: " + CommandLines.enter(phase.name(), id)));
        case COMPLETE, SKIPPED -> {}
      }
    }
    if (!open.isEmpty()) {
      var hint = "Complete the phases, or abandon the run and keep them: " + abandon;
      blockers.addFirst(
          Blocker.refused(OPEN, "not every phase is done: " + String.join(", ", open), hint));
    }
    return blockers;
  }

  /// Returns whether open or failed phases are among the blockers of a change.
  public static boolean isAmong(List<Blocker> blockers) {
    for (var blocker : blockers) {
      if (blocker.code().equals(OPEN) || blocker.code().equals(FAILED)) {
        return true;
      }
    }
    return false;
  }
}
