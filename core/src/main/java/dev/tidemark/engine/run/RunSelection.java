package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.workflow.Blocker;
import org.jspecify.annotations.Nullable;

/// Result of a run selection.
public sealed interface RunSelection {
  /// Exactly one run.
  ///
  /// @param run the run as it was found, if it had to be read to choose it
  record Selected(Dialect<?> dialect, CheckpointId id, @Nullable Run run) implements RunSelection {
    /// A run selected by its name alone.
    public Selected(Dialect<?> dialect, CheckpointId id) {
      this(dialect, id, null);
    }

    /// Returns the run as it was found; null if it was not read or could not be understood.
    @Nullable
    public Run decoded() {
      return run == null || run.checkpoint() == null ? null : run;
    }

    /// Returns the run as it was found; it is read if that was not needed to choose it.
    public Run read(RunRepository runRepository) {
      return run == null ? runRepository.inspect(dialect, id) : run;
    }
  }

  /// No candidate run.
  record Nothing(Blocker blocker) implements RunSelection {}

  /// Ambiguous or unknown: several candidates, or no match for the words.
  record Unclear(Blocker blocker) implements RunSelection {}
}
