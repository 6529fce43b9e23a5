package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.context.DocumentReadSet;
import dev.tidemark.history.Evidence;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.GateContext;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import org.jspecify.annotations.Nullable;

/// Change request: a change, its caller, the run before it, and the facts collected for it.
///
/// @param evidence the evidence of the run
/// @param documents the documents of other runs that the rules have read
/// @param checkpoint the run before the change; absent if it has no document
/// @param recorded whether there was a journal of the run before
record ChangeRequest(
    Dialect<?> dialect,
    CheckpointId id,
    Change change,
    Caller caller,
    Facts facts,
    Evidence evidence,
    DocumentReadSet documents,
    @Nullable Checkpoint checkpoint,
    boolean recorded) {
  /// Returns the same request for a run without evidence: that of an earlier run is not valid.
  ChangeRequest withoutEvidence() {
    var none = new Evidence(evidence.startedAt(), evidence.head());
    return new ChangeRequest(
        dialect, id, change, caller, facts, none, documents, checkpoint, recorded);
  }

  GateContext gateContext(
      PhaseName phase, WorkflowDefinition definition, Facts known, boolean trustsFiles) {
    return new GateContext(
        id, phase, checkpoint, evidence, recorded, trustsFiles, definition, known);
  }

  /// Returns the git HEAD.
  Head head() {
    return facts.get(FactQuery.HEAD).orElse(Head.NONE);
  }
}
