package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;

/// Plan of a prune: the recorded states to be dropped. Making a plan changes nothing, so it is also
/// the dry run.
///
/// @param id the run of the record
/// @param entries how many entries would lose their state
/// @param firstKept the sequence from which states are kept; everything before loses its own
/// @param bytes about how many bytes that frees
public record PrunePlan(CheckpointId id, int entries, long firstKept, long bytes) {}
