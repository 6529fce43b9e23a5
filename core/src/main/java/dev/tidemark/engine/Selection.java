package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.workflow.Blocker;

/// Which run a user means.
public sealed interface Selection {
  /// This one.
  record Selected(Dialect<?> dialect, CheckpointId id) implements Selection {}

  /// There is no run at all that could be meant.
  record Nothing(Blocker blocker) implements Selection {}

  /// Several could be meant, or the words mean none.
  record Unclear(Blocker blocker) implements Selection {}
}
