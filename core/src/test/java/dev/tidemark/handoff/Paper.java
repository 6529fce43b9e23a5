package dev.tidemark.handoff;

import dev.tidemark.checkpoint.BareCheckpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PlannedTask;
import java.util.List;

/// A document that says what a test wants it to.
record Paper(
    CheckpointId id,
    List<Phase> phases,
    List<Decision> decisions,
    List<DocumentField> details,
    List<PlannedTask> tasks)
    implements BareCheckpoint {
  static final CheckpointId AUTH = new CheckpointId("state", "design", "auth");

  static Paper of(List<Phase> phases, List<DocumentField> details) {
    return new Paper(AUTH, phases, List.of(), details, List.of());
  }
}
