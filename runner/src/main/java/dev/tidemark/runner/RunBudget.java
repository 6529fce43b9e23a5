package dev.tidemark.runner;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.runner.Attempt.Outcome;
import dev.tidemark.workflow.Blocker;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Budget of a run: the limits of cost, time and attempts, checked against the attempts made.
final class RunBudget {
  /// How many attempts of a phase may end with a response that is no end of the phase.
  static final int PARTIAL_MAX = 20;

  /// How often in a row a provider may limit the rate.
  private static final int WAITS_MAX = 6;

  /// Digits of a share after the point.
  private static final int DIGITS = 4;

  static final String TIME_USED_UP = "the time of this call is used up";

  private final RunChanges changes;
  private final CheckpointId id;
  private final RunOptions options;
  private final long started = System.nanoTime();

  RunBudget(RunChanges changes, CheckpointId id, RunOptions options) {
    this.changes = changes;
    this.id = id;
    this.options = options;
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
    var all = changes.attempts();
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
      if (cost == null && attempt.isCharged() && !options.allowsUnknownCost()) {
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

  /// Returns why a phase is not to be tried once more; null if it is.
  ///
  /// @param ended the attempt that has ended without the end of the phase
  /// @param made how many attempts this call has made
  @Nullable String attemptsUsedUp(Attempt ended, RunSettings settings, int made) {
    var all = changes.attempts();
    int failures = 0;
    int partial = 0;
    Attempt earlier = null;
    for (var known : all.subList(Math.max(0, all.size() - made), all.size())) {
      if (known.phase().equals(ended.phase()) && known.task() == null) {
        var outcome = known.outcome();
        failures += outcome != null && outcome.isFailure() ? 1 : 0;
        partial += outcome == Outcome.APPLIED ? 1 : 0;
        earlier = known.number() == ended.number() ? earlier : known;
      }
    }
    var number = ended.number() + " at " + ended.phase();
    if (earlier != null && ended.isRepetitionOf(earlier)) {
      return "attempts "
          + earlier.number()
          + " and "
          + number
          + " ended the same way, with the same files";
    }
    if (failures > settings.retries()) {
      return "attempt " + number + " was the last of " + (settings.retries() + 1);
    }
    return partial >= PARTIAL_MAX
        ? ended.phase() + " is not complete after " + PARTIAL_MAX + " attempts"
        : null;
  }

  /// Returns how long to wait until a provider that limits the rate may be asked again: twice as
  /// long each time; null if it was asked often enough.
  ///
  /// @param first the first wait
  @Nullable Duration backoff(Duration first) {
    int row = 0;
    for (var attempt : changes.attempts().reversed()) {
      if (attempt.outcome() != Outcome.RATE_LIMIT) {
        break;
      }
      row++;
    }
    return row > WAITS_MAX ? null : first.multipliedBy(1L << Math.max(0, row - 1));
  }

  /// Returns how much the next attempt at a phase may cost; null for any amount.
  ///
  /// @param shares how many attempts have an equal share of the rest
  @Nullable BigDecimal money(PhaseName phase, RunSettings settings, int shares) {
    var run = options.maxCost();
    var own = settings.maxCost();
    for (var attempt : changes.attempts()) {
      var cost = attempt.cost() == null ? BigDecimal.ZERO : attempt.cost();
      run = run == null ? null : run.subtract(cost);
      own = own == null || !attempt.phase().equals(phase) ? own : own.subtract(cost);
    }
    var left = run == null || (own != null && own.compareTo(run) < 0) ? own : run;
    if (left == null) {
      return null;
    }
    var rest = left.max(BigDecimal.ZERO);
    return shares == 1 ? rest : rest.divide(BigDecimal.valueOf(shares), DIGITS, RoundingMode.DOWN);
  }

  /// Returns whether an agent may be asked again in the same attempt.
  ///
  /// @param money how much the attempt may cost; absent for any amount
  /// @param spent what it has cost so far; absent if unknown
  boolean isLeft(@Nullable BigDecimal money, @Nullable BigDecimal spent) {
    boolean enough =
        money == null || (spent == null ? options.allowsUnknownCost() : spent.compareTo(money) < 0);
    return enough && !isOutOfTime();
  }

  /// Returns the cost of all attempts of the run; null if that of any is unknown.
  @Nullable BigDecimal cost() {
    var sum = BigDecimal.ZERO;
    for (var attempt : changes.attempts()) {
      var cost = attempt.cost();
      if (cost == null) {
        return null;
      }
      sum = sum.add(cost);
    }
    return sum;
  }

  private Blocker blocker(String code, String reason) {
    var line = options.continueCommand(id);
    var hint =
        code.equals("cost-unknown")
            ? "Count it as nothing: " + line + " --cost-unknown"
            : "Raise the limit, then: " + line;
    return Blocker.refused(code, reason, hint);
  }
}
