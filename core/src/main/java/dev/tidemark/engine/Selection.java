package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.workflow.Blocker;
import org.jspecify.annotations.Nullable;

/// Which run a user means.
public sealed interface Selection {
  /// This one.
  ///
  /// @param run the run as it was found, if it had to be read to choose it
  record Selected(Dialect<?> dialect, CheckpointId id, @Nullable Run run) implements Selection {
    /// One that was chosen by its name alone.
    public Selected(Dialect<?> dialect, CheckpointId id) {
      this(dialect, id, null);
    }
  }

  /// There is no run at all that could be meant.
  record Nothing(Blocker blocker) implements Selection {}

  /// Several could be meant, or the words mean none.
  record Unclear(Blocker blocker) implements Selection {}
}
