package dev.tidemark.dialects.state;

import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;

/// Unsupported changes: those that the unified schema has no field for.
final class UnsupportedStateChange {
  private UnsupportedStateChange() {}

  static Outcome<StateCheckpoint> refusal(Change change) {
    return Outcome.refusal(
        "not-in-dialect",
        "this schema keeps notes with a phase only",
        "Record it when the phase is done: tidemark done PHASE --summary TEXT");
  }
}
