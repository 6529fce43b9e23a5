package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;
import java.time.Instant;

/// Computes the summaries of runs, so that a store may cache them.
public interface Summarizer {
  /// Returns the edition of the summarizer: summaries of another edition are invalid.
  String edition();

  /// Returns the time.
  Instant currentTime();

  /// Reads a run and computes its summary. The same state of a run always has the same summary.
  StoredSummary of(CheckpointId id);
}
