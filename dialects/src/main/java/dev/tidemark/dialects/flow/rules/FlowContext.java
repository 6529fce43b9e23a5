package dev.tidemark.dialects.flow.rules;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.dialects.flow.format.LoadedTasks;
import dev.tidemark.history.Evidence;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.ApprovalSubject;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decision context of a change: checkpoint, evidence and facts.
///
/// @param before the workflow as it stands; absent if it has no readable document
/// @param inquiry the fact tracker
/// @param settings the project's settings
record FlowContext(@Nullable FlowCheckpoint before, FactTracker inquiry, FlowSettings settings) {
  /// Returns the tasks.
  LoadedTasks tasks() {
    return inquiry.tasks();
  }

  /// Returns why the document cannot be read; empty if it can, or if there is none.
  String damage() {
    return before != null
        ? ""
        : inquiry.fact(FactQuery.Damage.PROBLEM).orElse(Optional.empty()).orElse("");
  }

  /// Returns whether the user has to approve a phase and has not.
  boolean awaits(FlowPhase flowPhase, FlowCheckpoint checkpoint) {
    return settings.approvals().contains(flowPhase) && !isApproved(flowPhase, checkpoint);
  }

  /// Returns whether the user has approved a phase with its output as it is now. The journal
  /// decides; the document does only where nothing is recorded of the workflow. An approval that
  /// stood in the document when its recording began has no digest, and covers any output.
  boolean isApproved(FlowPhase flowPhase, FlowCheckpoint checkpoint) {
    var evidence = recorded();
    if (evidence == null) {
      return checkpoint.isApproved(flowPhase);
    }
    var proof = evidence.proof(Claim.Approval.WORD, flowPhase.phase().value());
    if (proof == null) {
      return false;
    }
    var digest = ((Claim.Approval) proof.claim()).digest();
    if (digest.isEmpty() && proof.by().equals(Actor.EXTERNAL)) {
      return true;
    }
    var outputs = PhaseOutputs.toApprove(flowPhase, inquiry);
    return digest.equals(inquiry.digest(new ApprovalSubject(flowPhase.phase(), null, outputs)));
  }

  /// Returns the first earlier phase whose approval is missing, now and when its successor was
  /// begun; null if there is none. The journal decides, independent of the completed phases in the
  /// document; without a record of the workflow, the phase completed last counts.
  ///
  /// @param flowPhase the other phase; absent for the end of the workflow
  @Nullable FlowPhase awaited(@Nullable FlowPhase flowPhase, FlowCheckpoint checkpoint) {
    var evidence = recorded();
    if (evidence != null) {
      for (var earlier : settings.approvals()) {
        boolean before = flowPhase == null || earlier.number() < flowPhase.number();
        if (before && !isPassed(earlier, evidence) && !isApproved(earlier, checkpoint)) {
          return earlier;
        }
      }
    }
    var completed = checkpoint.completed();
    var last = completed.isEmpty() ? null : completed.getLast().stage();
    boolean begins = flowPhase != null && checkpoint.progress() != FlowProgress.IN_PROGRESS;
    return begins && last != null && awaits(last, checkpoint) ? last : null;
  }

  /// Returns whether the journal records that the next phase was begun in this run.
  private static boolean isPassed(FlowPhase flowPhase, Evidence evidence) {
    var next = flowPhase.next();
    if (next == null) {
      return false;
    }
    var begun = new Claim.GatePassed(next.phase(), false, null);
    return evidence.proof(begun.word(), begun.subject()) != null;
  }

  /// Returns the question for the user's approval of a phase, with the results of earlier ones.
  Blocker approval(FlowPhase flowPhase) {
    var evidence = recorded();
    var word = flowPhase.phase().value();
    var requested = evidence == null ? null : evidence.proof(Claim.ChangesRequested.WORD, word);
    if (requested != null) {
      return FlowQuestions.approve(flowPhase, ApprovedByPerson.changes(requested));
    }
    var stale = evidence == null ? null : evidence.proof(Claim.Approval.WORD, word);
    return FlowQuestions.approve(
        flowPhase,
        stale == null
            ? flowPhase + " is finished, but not approved"
            : "the output of " + flowPhase + " has changed since it was approved");
  }

  /// Returns the recorded reason of a phase's failure, in one line; empty if there is none.
  String failure(FlowPhase flowPhase) {
    var evidence = recorded();
    var failure = evidence == null ? null : evidence.worklog().failure();
    return failure == null || !failure.name().equals(flowPhase.phase())
        ? ""
        : PlainText.line(failure.reason());
  }

  private @Nullable Evidence recorded() {
    return inquiry.fact(FactQuery.Recorded.EVIDENCE).orElse(Optional.empty()).orElse(null);
  }
}
