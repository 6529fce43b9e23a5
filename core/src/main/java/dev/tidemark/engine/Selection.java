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

    /// Returns the run as it was found; null if it was not read or could not be understood.
    @Nullable Run understood() {
      return run == null || run.checkpoint() == null ? null : run;
    }

    /// Returns the run as it was found; it is read if that was not needed to choose it.
    public Run read(Runs runs) {
      return run == null ? runs.inspect(dialect, id) : run;
    }
  }

  /// There is no run at all that could be meant.
  record Nothing(Blocker blocker) implements Selection {}

  /// Several could be meant, or the words mean none.
  record Unclear(Blocker blocker) implements Selection {}
}
