package dev.tidemark.dialects.state;

import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Outcome;

/// Unsupported changes: those that the unified schema has no field for.
final class UnsupportedStateChange {
  private UnsupportedStateChange() {}

  static Outcome<StateCheckpoint> refusal(Change change) {
    return Outcome.no(
        "not-in-dialect",
        "this schema keeps notes with a phase only",
        "Record it when the phase is done: tidemark done PHASE --summary TEXT");
  }
}
