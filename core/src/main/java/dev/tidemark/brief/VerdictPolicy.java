package dev.tidemark.brief;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.workflow.policy.CommandLines;
import org.jspecify.annotations.Nullable;

/// Verdict policy: decides whether a run continues, is redone, waits, or needs repair.
final class VerdictPolicy {
  private final Run run;
  private final ResumePoint point;
  private final @Nullable PhaseName chosen;
  private final boolean resumes;

  /// @param resumes whether the rules must be asked before work continues
  VerdictPolicy(Run run, ResumePoint point, @Nullable PhaseName chosen, boolean resumes) {
    this.run = run;
    this.point = point;
    this.chosen = chosen;
    this.resumes = resumes;
  }

  /// Returns the verdict for the deciding warning; for none, if all checks passed.
  Verdict verdict(@Nullable ResumeWarning because) {
    var id = run.id();
    if (!run.open()) {
      return new Verdict(Verdict.Kind.NOTHING, null, null, CommandLines.of("show", id));
    }
    if (because != null && because.kind() == ResumeWarning.Kind.REPAIR) {
      return new Verdict(Verdict.Kind.REPAIR, null, because, because.hint());
    }
    if (because != null && because.kind() == ResumeWarning.Kind.MERGE) {
      return new Verdict(Verdict.Kind.MERGE, null, because, because.hint());
    }
    if (chosen != null) {
      return new Verdict(Verdict.Kind.CONTINUE, chosen, because, CommandLines.enter(chosen, id));
    }
    if (because != null && because.kind() == ResumeWarning.Kind.RERUN && because.phase() != null) {
      var phase = because.phase();
      return new Verdict(Verdict.Kind.RERUN, phase, because, CommandLines.enter(phase, id));
    }
    if (because != null) {
      return new Verdict(Verdict.Kind.ASK, point.next(), because, because.hint());
    }
    var next = point.next();
    if (next == null) {
      var verb = run.checkpoint() == null ? "enter PHASE" : "finish";
      return new Verdict(Verdict.Kind.CONTINUE, null, null, CommandLines.of(verb, id));
    }
    return new Verdict(Verdict.Kind.CONTINUE, next, null, command(next));
  }

  /// Where resuming changes the run, its rules name the command for the phase.
  private String command(PhaseName next) {
    var id = run.id();
    if (resumes) {
      return CommandLines.of("resume", id);
    }
    return next.equals(run.inProgress(point))
        ? CommandLines.done(next, id)
        : CommandLines.enter(next, id);
  }
}
