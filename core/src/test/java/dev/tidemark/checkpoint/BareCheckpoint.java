package dev.tidemark.checkpoint;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A document that says as little as one can; a test adds what it is about.
public interface BareCheckpoint extends Checkpoint {
  @Override
  default CheckpointId id() {
    return new CheckpointId("state", "design", null);
  }

  @Override
  default Optional<Instant> updatedAt() {
    return Optional.empty();
  }

  @Override
  default List<Phase> phases() {
    return List.of();
  }

  @Override
  default Optional<PhaseName> current() {
    return Optional.empty();
  }

  @Override
  default List<Decision> decisions() {
    return List.of();
  }

  @Override
  default Optional<String> commit() {
    return Optional.empty();
  }

  @Override
  default boolean finished() {
    return false;
  }
}
