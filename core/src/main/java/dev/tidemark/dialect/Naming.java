package dev.tidemark.dialect;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.workflow.Blocker;

/// What came of the words with which a user named a run.
public sealed interface Naming {
  /// The words mean this run.
  record Named(CheckpointId id) implements Naming {}

  /// There can be no run of that name.
  record Unnameable(Blocker blocker) implements Naming {}
}
