package dev.tidemark.brief;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.workflow.policy.CommandLines;
import org.jspecify.annotations.Nullable;

/// Next step of a brief, its last line: an instruction and the commands for it.
final class NextStep {
  private final Brief brief;

  NextStep(Brief brief) {
    this.brief = brief;
  }

  String text() {
    var verdict = brief.verdict();
    return switch (verdict.kind()) {
      case CONTINUE -> onwards(verdict.phase());
      case RERUN -> "do " + verdict.phase() + " again: " + verdict.command();
      case ASK -> asking(verdict.because()) + "; see the first warning above. " + verdict.command();
      case REPAIR -> "repair first: " + verdict.command();
      case MERGE -> "bring both sides of the git merge together first. " + verdict.command();
      case NOTHING -> "nothing";
    };
  }

  private static String asking(@Nullable ResumeWarning because) {
    return because != null && because.code().equals(Claim.ChangesRequested.WORD)
        ? "the user has requested changes"
        : "ask the user first";
  }

  private String onwards(@Nullable PhaseName phase) {
    var id = brief.subject().id();
    var command = brief.verdict().command();
    if (phase == null) {
      return brief.subject().total() == 0
          ? "begin a phase: " + CommandLines.of("enter PHASE", id)
          : "all phases are done; close the run: " + command;
    }
    boolean resumes = brief.subject().resumes();
    var first = resumes ? "resume the run, which checks the outputs of its phases: " + command : "";
    if (phase.equals(brief.known().work().phase())) {
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
      return brief.subject().skips()
          ? again + "; or leave it out: " + CommandLines.skip(phase, id) + " --reason TEXT"
          : again;
    }
    return "begin " + phase + ": " + command;
  }

  private boolean isFailed(PhaseName name) {
    for (Phase phase : brief.known().unfinished()) {
      if (phase.name().equals(name)) {
        return phase.status() == PhaseStatus.FAILED;
      }
    }
    return false;
  }
}
