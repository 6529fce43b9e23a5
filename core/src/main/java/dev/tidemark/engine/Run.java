package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.resume.ResumePoint;
import dev.tidemark.resume.Waiting;
import dev.tidemark.store.Document;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.CommandLines;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One run as it stands, readable or not: what lists and views are made of.
///
/// @param dialect the protocol its document is written in
/// @param id which run it is
/// @param checkpoint what the document says; absent if there is none or it cannot be read
/// @param document the document as found
/// @param problem why the document cannot be read; absent if it can
/// @param notices what is worth telling about it
/// @param definition what its workflow is defined as; absent if nobody knows that workflow
public record Run(
    Dialect<?> dialect,
    CheckpointId id,
    @Nullable Checkpoint checkpoint,
    Document document,
    @Nullable String problem,
    List<Notice> notices,
    @Nullable WorkflowDefinition definition) {
  /// Takes its own copy of the notices.
  public Run {
    notices = List.copyOf(notices);
  }

  /// Returns whether there is still something to do: the run has not ended, or nobody can tell.
  public boolean open() {
    if (checkpoint != null) {
      return !checkpoint.finished();
    }
    return problem != null || document.exists() || document.evidence().startedAt() != null;
  }

  /// Returns whether a newer version has written the document. Only a version that knows it can go
  /// on with the run.
  public boolean newer() {
    return problem != null && Newer.wrote(dialect, id, document);
  }

  /// Returns where work goes on.
  public ResumePoint resume() {
    return resume(dialect);
  }

  /// Returns what a person has to do before work can go on; null if nothing.
  public @Nullable Waiting waiting() {
    if (!open()) {
      return null;
    }
    if (newer()) {
      return new Waiting("a newer Tidemark", "show");
    }
    var own = waiting(dialect);
    return own == null ? unapproved() : own;
  }

  /// Returns the first approval that the next phase needs and that can be given now. Whether one
  /// that was given still holds is not looked into here.
  private @Nullable Waiting unapproved() {
    if (definition == null || !definition.hasGates()) {
      return null;
    }
    var next = resume().next();
    if (next == null) {
      return null;
    }
    for (var gate : definition.gates(next)) {
      if (gate.condition() instanceof ApprovedByPerson approval
          && approval.proof(document.evidence()) == null
          && isComplete(approval.approved())) {
        return new Waiting(
            "approval of " + approval.approved(),
            "approve " + CommandLines.word(approval.approved().value()));
      }
    }
    return null;
  }

  private boolean isComplete(PhaseName name) {
    var phases = checkpoint == null ? List.<Phase>of() : checkpoint.phases();
    for (var phase : phases) {
      if (phase.name().equals(name)) {
        return phase.status() == PhaseStatus.COMPLETE;
      }
    }
    return false;
  }

  @SuppressWarnings("unchecked") // the checkpoint was decoded by the run's own dialect
  private <C extends Checkpoint> ResumePoint resume(Dialect<C> own) {
    var known = (C) checkpoint;
    return known == null ? ResumePoint.NONE : own.resumption().from(known);
  }

  @SuppressWarnings("unchecked") // as above
  private <C extends Checkpoint> @Nullable Waiting waiting(Dialect<C> own) {
    var known = (C) checkpoint;
    return known == null ? null : own.resumption().waiting(known, document.evidence()).orElse(null);
  }
}
