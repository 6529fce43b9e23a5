package dev.tidemark.dialects.flow.rules;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowLocator;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.List;
import java.util.Locale;

/// Questions of the protocol to the user. Each question has an option; the answer is passed by it,
/// as yes or no, and the change is requested again.
final class FlowQuestions {
  static final String START_FRESH = "start-fresh";
  static final String ARCHIVE = "archive";
  static final String RESUME = "resume";
  static final String RECOVER = "recover";

  private FlowQuestions() {}

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

  static Blocker ancient(long days) {
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
        "Resume workflow from " + checkpoint.stage() + (failed ? " (failed)" : "") + "?",
        "Without an answer it is resumed; to begin again: tidemark start flow/develop --fresh");
  }

  static Blocker recover(String workflow) {
    return new Blocker(
        Blocker.Kind.CONFIRM,
        RECOVER,
        FlowLocator.FILE
            + " cannot be used, but "
            + FlowLocator.PASSAGE
            + " has workflow "
            + workflow
            + ". Recover it?",
        "Without an answer it is recovered; to begin again: tidemark start flow/develop --fresh");
  }

  /// @param reason why it is not approved now
  static Blocker approve(FlowPhase flowPhase, String reason) {
    var word = flowPhase.name().toLowerCase(Locale.ROOT);
    return new Blocker(
        Blocker.Kind.ASK,
        "approve-" + word,
        reason + ". Approve it and go on?",
        "Approve it, or change its output first: "
            + CommandLines.of("approve " + flowPhase, FlowLocator.ID),
        new PhaseName(word));
  }

  /// Returns a question as a blocker.
  static Outcome<FlowCheckpoint> open(Blocker question, List<Notice> notices, List<String> said) {
    return new Outcome.Refusal<>(List.of(question), notices, said);
  }
}
