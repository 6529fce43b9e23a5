package dev.tidemark.engine.context;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.workflow.Blocker;
import java.time.Instant;
import java.util.List;

/// Refused change, kept for `why`.
///
/// @param id which run it was about
/// @param at when
/// @param by the actor
/// @param blockers everything that stood in the way
public record RefusalRecord(CheckpointId id, Instant at, Actor by, List<Blocker> blockers) {
  /// Takes its own copy of the blockers.
  public RefusalRecord {
    blockers = List.copyOf(blockers);
  }
}
