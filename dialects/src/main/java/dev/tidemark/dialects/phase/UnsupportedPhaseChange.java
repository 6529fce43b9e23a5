package dev.tidemark.dialects.phase;

import dev.tidemark.dialects.phase.format.PhaseCheckpoint;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.SkipPhase;
import dev.tidemark.workflow.change.Outcome;

/// Unsupported changes: those that a phase checkpoint has no field for.
final class UnsupportedPhaseChange {
  private UnsupportedPhaseChange() {}

  static Outcome<PhaseCheckpoint> refusal(Change change) {
    if (change instanceof SkipPhase) {
      return no(
          "this format cannot skip phases",
          "Name another successor: tidemark done PHASE --next ID");
    }
    return no(
        "this format cannot save a document from data",
        "Leave a phase instead: tidemark done PHASE");
  }

  private static Outcome<PhaseCheckpoint> no(String reason, String hint) {
    return Outcome.refusal("not-in-dialect", reason, hint);
  }
}
