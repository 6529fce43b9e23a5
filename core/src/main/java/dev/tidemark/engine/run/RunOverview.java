package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.CheckpointId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Summaries of the runs of a project.
///
/// @param runs ordered by id
/// @param omitted how many that have come to their end were left out
/// @param read runs that had to be read for it: each with a problem, and of the others so many that
///   memory does not grow with their number
public record RunOverview(List<RunSummary> runs, int omitted, Map<CheckpointId, Run> read) {
  /// Returns a run, if it had to be read and is kept.
  public @Nullable Run read(CheckpointId id) {
    return read.get(id);
  }
}
