package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;
import java.time.Instant;

/// Says what there is to know of a run, so that a store may remember it.
public interface Summarizer {
  /// Returns what the way in which runs are understood is called: a summary made in another way is
  /// worth nothing.
  String edition();

  /// Returns the time.
  Instant now();

  /// Reads a run and says what there is to know of it. The same state of a run always has the same
  /// summary.
  Summary of(CheckpointId id);
}
