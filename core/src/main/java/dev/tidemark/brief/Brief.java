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
/// @param header which run it is, and how far it has come
/// @param verdict the verdict
/// @param content completed work, decisions, files to read
/// @param checks the checks made, in a fixed order
/// @param warnings warnings against continuing, the deciding one first
/// @param resumePhases the phases to resume at instead, in the order of the workflow
/// @param formatLines lines that the format fixes word by word
public record Brief(
    BriefHeader header,
    Verdict verdict,
    BriefContent content,
    List<Check> checks,
    List<ResumeWarning> warnings,
    List<Phase> resumePhases,
    List<String> formatLines) {
  /// Takes its own copies of the lists.
  public Brief {
    checks = List.copyOf(checks);
    warnings = List.copyOf(warnings);
    resumePhases = List.copyOf(resumePhases);
    formatLines = List.copyOf(formatLines);
  }

  /// Returns the next step: one or two sentences with its commands. It may quote names from files.
  public String nextStep() {
    return switch (verdict.kind()) {
      case CONTINUE -> continuation(verdict.phase());
      case RERUN -> "do " + verdict.phase() + " again: " + verdict.command();
      case ASK -> question(verdict.cause()) + "; see the first warning above. " + verdict.command();
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
    var id = header.id();
    var command = verdict.command();
    if (phase == null) {
      return header.total() == 0
          ? "begin a phase: " + CommandLines.of("enter PHASE", id)
          : "all phases are done; close the run: " + command;
    }
    boolean resumes = header.resumes();
    var first = resumes ? "resume the run, which checks the outputs of its phases: " + command : "";
    if (phase.equals(content.work().phase())) {
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
      return header.skips()
          ? again + "; or leave it out: " + CommandLines.skip(phase, id) + " --reason TEXT"
          : again;
    }
    return "begin " + phase + ": " + command;
  }

  private boolean isFailed(PhaseName name) {
    for (Phase phase : content.unfinished()) {
      if (phase.name().equals(name)) {
        return phase.status() == PhaseStatus.FAILED;
      }
    }
    return false;
  }
}
