package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;

/// Cached summary of a run, opaque to the store.
///
/// @param id which run
/// @param finished whether there is nothing left to do
/// @param cacheable whether that holds for as long as nothing happens to the run; a run that could
///   not be read may be readable next time
/// @param text the summary, in one line
public record StoredSummary(CheckpointId id, boolean finished, boolean cacheable, String text) {}
