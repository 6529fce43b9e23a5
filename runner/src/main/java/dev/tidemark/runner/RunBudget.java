package dev.tidemark.runner;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.library.Project;
import dev.tidemark.runner.Attempt.Outcome;
import dev.tidemark.workflow.Blocker;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Budget of a run: the limits of cost and time, checked before each attempt against the attempts
/// in the journal.
final class RunBudget {
  static final String TIME_USED_UP = "the time of this call is used up";

  private final Project project;
  private final CheckpointId id;
  private final RunOptions options;
  private final long started = System.nanoTime();

  RunBudget(Project project, CheckpointId id, RunOptions options) {
    this.project = project;
    this.id = id;
    this.options = options;
  }

  private List<Attempt> attempts() {
    return Attempt.of(project.history().history(id));
  }

  /// Returns whether the time of the call is used up.
  boolean isOutOfTime() {
    var limit = options.maxTime();
    return limit != null && System.nanoTime() - started > limit.toNanos();
  }

  /// Returns the limit of the time of the call, once it is used up.
  Blocker outOfTime() {
    return blocker("time-limit", TIME_USED_UP);
  }

  /// Returns the limit that forbids another attempt at a phase; null if none does.
  @Nullable Blocker reached(PhaseName phase, RunSettings settings) {
    if (isOutOfTime()) {
      return outOfTime();
    }
    var all = attempts();
    var own = new ArrayList<Attempt>();
    for (var attempt : all) {
      if (attempt.phase().equals(phase)) {
        own.add(attempt);
      }
    }
    var run = exceeded(all, options.maxCost(), "the run");
    return run == null ? exceeded(own, settings.maxCost(), "phase " + phase) : run;
  }

  /// Unknown cost is not zero: with a limit, no attempt follows one whose cost is unknown.
  private @Nullable Blocker exceeded(
      List<Attempt> made, @Nullable BigDecimal limit, String subject) {
    if (limit == null) {
      return null;
    }
    var sum = BigDecimal.ZERO;
    for (var attempt : made) {
      var cost = attempt.cost();
      if (cost == null && isCharged(attempt) && !options.allowsUnknownCost()) {
        return blocker(
            "cost-unknown",
            "the cost of attempt "
                + attempt.number()
                + " is unknown, and "
                + subject
                + " has a limit of "
                + limit.toPlainString()
                + " USD");
      }
      sum = cost == null ? sum : sum.add(cost);
    }
    return sum.compareTo(limit) < 0
        ? null
        : blocker(
            "cost-limit",
            subject + " has cost " + sum.toPlainString() + " USD of " + limit.toPlainString());
  }

  private static boolean isCharged(Attempt attempt) {
    var outcome = attempt.outcome();
    return outcome != Outcome.NOT_STARTED && outcome != Outcome.PERMANENT;
  }

  /// Returns how much the next attempt at a phase may cost; null for any amount.
  @Nullable BigDecimal money(PhaseName phase, RunSettings settings) {
    var run = options.maxCost();
    var own = settings.maxCost();
    for (var attempt : attempts()) {
      var cost = attempt.cost() == null ? BigDecimal.ZERO : attempt.cost();
      run = run == null ? null : run.subtract(cost);
      own = own == null || !attempt.phase().equals(phase) ? own : own.subtract(cost);
    }
    var left = run == null || (own != null && own.compareTo(run) < 0) ? own : run;
    return left == null ? null : left.max(BigDecimal.ZERO);
  }

  /// Returns the cost of all attempts of the run; null if that of any is unknown.
  @Nullable BigDecimal cost() {
    var sum = BigDecimal.ZERO;
    for (var attempt : attempts()) {
      var cost = attempt.cost();
      if (cost == null) {
        return null;
      }
      sum = sum.add(cost);
    }
    return sum;
  }

  private Blocker blocker(String code, String reason) {
    var line = options.again(id);
    var hint =
        code.equals("cost-unknown")
            ? "Count it as nothing: " + line + " --cost-unknown"
            : "Raise the limit, then: " + line;
    return Blocker.refused(code, reason, hint);
  }
}
