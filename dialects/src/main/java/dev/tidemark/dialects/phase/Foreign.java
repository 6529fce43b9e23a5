package dev.tidemark.dialects.phase;

import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Change.FailPhase;
import dev.tidemark.workflow.Change.SkipPhase;
import dev.tidemark.workflow.CommandLines;
import dev.tidemark.workflow.Outcome;

/// Changes that a phase checkpoint has no place for.
final class Foreign {
  private Foreign() {}

  static Outcome<PhaseCheckpoint> refusal(Change change) {
    if (change instanceof FailPhase) {
      return no(
          "this protocol keeps no failures",
          "State what blocks the phase: "
              + CommandLines.of("note --blocked-by TEXT", PhasePlace.ID)
              + "; of a review: "
              + CommandLines.of("done 4-review --result fail", PhasePlace.ID));
    }
    if (change instanceof SkipPhase) {
      return no(
          "this protocol skips no phases", "Name another successor: tidemark done PHASE --next ID");
    }
    return no(
        "this protocol has no document made of data", "Leave a phase instead: tidemark done PHASE");
  }

  private static Outcome<PhaseCheckpoint> no(String reason, String hint) {
    return Outcome.no("not-in-dialect", reason, hint);
  }
}
