package dev.tidemark.brief;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.workflow.policy.CommandLines;
import org.jspecify.annotations.Nullable;

/// Verdict of a resume: whether to continue with a run, and how.
///
/// @param kind the action
/// @param phase the phase to work on; absent where there is none
/// @param cause the warning that decided; absent if there is none
/// @param command the next safe command
public record Verdict(
    Kind kind, @Nullable PhaseName phase, @Nullable ResumeWarning cause, String command) {

  /// The action that the verdict asks for.
  public enum Kind {
    /// All checks passed: continue.
    CONTINUE("continue"),
    /// An artifact of a phase is missing or changed: repeat the phase.
    RERUN("re-run"),
    /// The record is unreliable: repair it first.
    REPAIR("repair"),
    /// Two sides of a git merge have to be brought together first.
    MERGE("merge"),
    /// Only the user can decide whether to continue.
    ASK("ask"),
    /// There is nothing to continue.
    NOTHING("nothing");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /// Returns the stable word for scripts.
    public String word() {
      return word;
    }
  }

  /// Returns the one next command of a run: that of the verdict where a phase is to be begun or the
  /// run to be closed, else that of the state of the run.
  ///
  /// @param runSummary the summary of the same run
  public String next(RunSummary runSummary) {
    boolean begun = phase != null && command.equals(CommandLines.done(phase, runSummary.id()));
    boolean begins = kind == Kind.RERUN || (kind == Kind.CONTINUE && !begun);
    return begins ? command : runSummary.command();
  }

  /// Returns the verdict for the deciding warning; for none, if all checks passed.
  ///
  /// @param chosen the phase at which the user resumes; absent for the run's own resume point
  /// @param resumes whether the rules must be asked before work continues
  static Verdict of(
      Run run,
      ResumePoint point,
      @Nullable PhaseName chosen,
      boolean resumes,
      @Nullable ResumeWarning because) {
    var id = run.id();
    if (!run.open()) {
      return new Verdict(Kind.NOTHING, null, null, CommandLines.of("show", id));
    }
    if (because != null && because.kind() == ResumeWarning.Kind.REPAIR) {
      return new Verdict(Kind.REPAIR, null, because, because.hint());
    }
    if (because != null && because.kind() == ResumeWarning.Kind.MERGE) {
      return new Verdict(Kind.MERGE, null, because, because.hint());
    }
    if (because != null && because.kind() == ResumeWarning.Kind.GATE) {
      var phase = because.phase() == null ? point.next() : because.phase();
      return new Verdict(Kind.ASK, phase, because, because.hint());
    }
    if (chosen != null) {
      return new Verdict(Kind.CONTINUE, chosen, because, CommandLines.enter(chosen, id));
    }
    if (because != null && because.kind() == ResumeWarning.Kind.RERUN && because.phase() != null) {
      var phase = because.phase();
      return new Verdict(Kind.RERUN, phase, because, CommandLines.enter(phase, id));
    }
    if (because != null) {
      return new Verdict(Kind.ASK, point.next(), because, because.hint());
    }
    var next = point.next();
    if (next == null) {
      var verb = run.checkpoint() == null ? "enter PHASE" : "finish";
      return new Verdict(Kind.CONTINUE, null, null, CommandLines.of(verb, id));
    }
    return new Verdict(Kind.CONTINUE, next, null, command(run, point, next, resumes));
  }

  /// Where resuming changes the run, its rules name the command for the phase.
  private static String command(Run run, ResumePoint point, PhaseName next, boolean resumes) {
    var id = run.id();
    if (resumes) {
      return CommandLines.of("resume", id);
    }
    return next.equals(run.inProgress(point))
        ? CommandLines.done(next, id)
        : CommandLines.enter(next, id);
  }
}
