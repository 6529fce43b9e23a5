package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.CheckpointId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Summaries of the runs of a project.
///
/// @param runs ordered by id
/// @param omitted how many that have come to their end were left out
/// @param read those runs that had to be read for it
public record RunOverview(List<RunSummary> runs, int omitted, Map<CheckpointId, Run> read) {
  /// Returns a run, if it had to be read.
  public @Nullable Run read(CheckpointId id) {
    return read.get(id);
  }
}
