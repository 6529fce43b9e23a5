package dev.tidemark.brief;

import dev.tidemark.brief.check.Check;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Handoff brief of a run: its state for the next session, and the results of the checks behind it.
///
/// Most of the text comes from project files and is untrusted: [BriefText] marks it as data.
///
/// @param subject which run it is, and how far it has come
/// @param verdict the verdict
/// @param known completed work, decisions, files to read
/// @param checks the checks made, in a fixed order
/// @param doubts warnings against continuing, the deciding one first
/// @param offers the phases to resume at instead, in the order of the workflow
/// @param said lines that the format fixes word by word
public record Brief(
    BriefHeader subject,
    Verdict verdict,
    BriefContent known,
    List<Check> checks,
    List<ResumeWarning> doubts,
    List<Phase> offers,
    List<String> said) {
  /// Takes its own copies of the lists.
  public Brief {
    checks = List.copyOf(checks);
    doubts = List.copyOf(doubts);
    offers = List.copyOf(offers);
    said = List.copyOf(said);
  }

  /// Returns the next step: one or two sentences with its commands. It may quote names from files.
  public String nextStep() {
    return switch (verdict.kind()) {
      case CONTINUE -> continuation(verdict.phase());
      case RERUN -> "do " + verdict.phase() + " again: " + verdict.command();
      case ASK ->
          question(verdict.because()) + "; see the first warning above. " + verdict.command();
      case REPAIR -> "repair first: " + verdict.command();
      case MERGE -> "bring both sides of the git merge together first. " + verdict.command();
      case NOTHING -> "nothing";
    };
  }

  private static String question(@Nullable ResumeWarning because) {
    return because != null && because.code().equals(Claim.ChangesRequested.WORD)
        ? "the user has requested changes"
        : "ask the user first";
  }

  private String continuation(@Nullable PhaseName phase) {
    var id = subject.id();
    var command = verdict.command();
    if (phase == null) {
      return subject.total() == 0
          ? "begin a phase: " + CommandLines.of("enter PHASE", id)
          : "all phases are done; close the run: " + command;
    }
    boolean resumes = subject.resumes();
    var first = resumes ? "resume the run, which checks the outputs of its phases: " + command : "";
    if (phase.equals(known.work().phase())) {
      return first
          + (resumes ? "; then go on with " : "go on with ")
          + phase
          + ". When it is finished: "
          + CommandLines.done(phase, id)
          + (resumes ? "" : " --summary TEXT");
    }
    if (resumes) {
      return first;
    }
    if (isFailed(phase)) {
      var again = phase + " failed. Try again: " + command;
      return subject.skips()
          ? again + "; or leave it out: " + CommandLines.skip(phase, id) + " --reason TEXT"
          : again;
    }
    return "begin " + phase + ": " + command;
  }

  private boolean isFailed(PhaseName name) {
    for (Phase phase : known.unfinished()) {
      if (phase.name().equals(name)) {
        return phase.status() == PhaseStatus.FAILED;
      }
    }
    return false;
  }
}
