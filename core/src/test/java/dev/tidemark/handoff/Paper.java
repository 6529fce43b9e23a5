package dev.tidemark.handoff;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A document that says what a test wants it to.
record Paper(
    CheckpointId id,
    List<Phase> phases,
    List<Decision> decisions,
    List<DocumentField> details,
    List<PlannedTask> tasks)
    implements Checkpoint {
  static final CheckpointId AUTH = new CheckpointId("state", "design", "auth");

  static Paper of(List<Phase> phases, List<DocumentField> details) {
    return new Paper(AUTH, phases, List.of(), details, List.of());
  }

  @Override
  public Optional<Instant> updatedAt() {
    return Optional.empty();
  }

  @Override
  public Optional<PhaseName> current() {
    return Optional.empty();
  }

  @Override
  public Optional<String> commit() {
    return Optional.empty();
  }

  @Override
  public boolean finished() {
    return false;
  }
}
