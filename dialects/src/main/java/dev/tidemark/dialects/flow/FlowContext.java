package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.dialects.flow.format.LoadedTasks;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Worklog;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.ApprovalSubject;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decision context of a change: checkpoint, evidence and facts; and the questions of the protocol
/// to the user. Each question has an option; the answer is passed by it, as yes or no, and the
/// change is requested again.
///
/// @param before the workflow as it stands; absent if it has no readable document
/// @param factTracker the fact tracker
/// @param settings the project's settings
record FlowContext(
    @Nullable FlowCheckpoint before, FactTracker factTracker, FlowSettings settings) {
  static final String START_FRESH = "start-fresh";
  private static final String ARCHIVE = "archive";
  static final String RESUME = "resume";
  static final String RECOVER = "recover";

  /// Returns the tasks.
  LoadedTasks tasks() {
    return factTracker.tasks();
  }

  /// Returns why the document cannot be read; empty if it can, or if there is none.
  String damage() {
    return before != null
        ? ""
        : factTracker.fact(FactQuery.PARSE_ERROR).orElse(Optional.empty()).orElse("");
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
    var outputs = PhaseOutputs.toApprove(flowPhase, factTracker);
    return digest.equals(factTracker.digest(new ApprovalSubject(flowPhase.phase(), null, outputs)));
  }

  /// Returns the first earlier phase whose approval is missing; null if there is none.
  ///
  /// @param flowPhase the other phase; absent for the end of the workflow
  @Nullable FlowPhase awaited(@Nullable FlowPhase flowPhase, FlowCheckpoint checkpoint) {
    return settings.awaited(
        flowPhase, checkpoint, recorded(), earlier -> isApproved(earlier, checkpoint));
  }

  /// Returns the question for the user's approval of a phase, with the results of earlier ones.
  Blocker approval(FlowPhase flowPhase) {
    var evidence = recorded();
    var word = flowPhase.phase().value();
    var requested = evidence == null ? null : evidence.proof(Claim.ChangesRequested.WORD, word);
    if (requested != null) {
      return approve(flowPhase, ApprovedByPerson.changes(requested));
    }
    var stale = evidence == null ? null : evidence.proof(Claim.Approval.WORD, word);
    return approve(
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

  /// Returns whether the journal keeps a goal, notes, decisions or tasks of the workflow.
  boolean hasNotes() {
    var evidence = recorded();
    var worklog = evidence == null ? Worklog.EMPTY : evidence.worklog();
    return worklog.goal() != null || !worklog.notes().isEmpty() || !worklog.tasks().isEmpty();
  }

  private @Nullable Evidence recorded() {
    return factTracker.fact(FactQuery.EVIDENCE).orElse(Optional.empty()).orElse(null);
  }

  /// Returns all words. An approval has none: it is a change of its own, which only a person makes.
  static List<String> words() {
    return List.of(START_FRESH, ARCHIVE, RESUME, RECOVER);
  }

  static Blocker corrupted() {
    return new Blocker(
        Blocker.Kind.OFFER,
        START_FRESH,
        "State appears corrupted. Start fresh?",
        "Begin again with tidemark start flow/develop --fresh; the old state is archived");
  }

  static Blocker oldWorkflowQuestion(long days) {
    return new Blocker(
        Blocker.Kind.OFFER,
        ARCHIVE,
        "Workflow started " + days + " days ago. Archive it and start fresh?",
        "Begin again with tidemark start flow/develop --fresh; the old state is archived");
  }

  static Blocker resume(FlowCheckpoint checkpoint) {
    boolean failed = checkpoint.progress() == FlowProgress.FAILED;
    return new Blocker(
        Blocker.Kind.CONFIRM,
        RESUME,
        "Resume workflow from " + checkpoint.flowPhase() + (failed ? " (failed)" : "") + "?",
        "Without an answer it is resumed; to begin again: tidemark start flow/develop --fresh");
  }

  static Blocker recover(String workflow) {
    return new Blocker(
        Blocker.Kind.CONFIRM,
        RECOVER,
        FlowFormat.FILE
            + " cannot be used, but "
            + FlowFormat.PASSAGE
            + " has workflow "
            + workflow
            + ". Recover it?",
        "Without an answer it is recovered; to begin again: tidemark start flow/develop --fresh");
  }

  /// @param reason why it is not approved now
  private static Blocker approve(FlowPhase flowPhase, String reason) {
    var word = flowPhase.name().toLowerCase(Locale.ROOT);
    return new Blocker(
        Blocker.Kind.ASK,
        "approve-" + word,
        reason + ". Approve it and go on?",
        "Approve it, or change its output first: "
            + CommandLines.of("approve " + flowPhase, FlowFormat.ID),
        new PhaseName(word));
  }

  /// Returns a question as a blocker.
  static Outcome<FlowCheckpoint> open(
      Blocker question, List<Notice> notices, List<String> formatLines) {
    return new Outcome.Refusal<>(List.of(question), notices, formatLines);
  }
}
