package dev.tidemark.engine.delivery;

import dev.tidemark.port.Deployment;
import dev.tidemark.port.Deployments;
import dev.tidemark.port.Deployments.Lookup;
import dev.tidemark.workflow.policy.PreviewPolicy.Status;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Polls for the preview deployment of a commit with exponential backoff (R-004-70, R-004-74):
/// after two seconds, then half as long again each time, at most fifteen, until it is ready, has
/// failed, or the time is over. If no deployment appears within thirty seconds, polling ends.
///
/// Writes nothing, so it can be interrupted at any time.
public final class DeploymentPoller {
  private static final long FIRST = 2_000_000_000L;
  private static final long LONGEST = 15_000_000_000L;
  private static final long EXPECTED = 30_000_000_000L;
  private static final long ONE_LOOK = 10_000_000_000L;

  /// The shortest request timeout after which a missing answer counts.
  private static final long HURRY = 1_000_000_000L;

  private final List<Deployments> sources;
  private final MonotonicTimer monotonicTimer;
  private @Nullable Deployments source;

  /// Takes the services; the first that answers is queried again, the others are not.
  public DeploymentPoller(List<Deployments> sources, MonotonicTimer monotonicTimer) {
    this.sources = List.copyOf(sources);
    this.monotonicTimer = monotonicTimer;
  }

  /// Outcome of the wait.
  public enum End {
    /// The preview is ready.
    READY,
    /// It could not be made.
    FAILED,
    /// The time was over.
    LATE,
    /// No deployment was seen in time.
    NONE,
    /// No service can be asked.
    UNKNOWN
  }

  /// Result of the wait.
  ///
  /// @param deployment the last observed deployment; absent if there was none
  /// @param waited how long it took
  /// @param problem why the last full-length request failed; empty if it succeeded
  public record Result(End end, @Nullable Deployment deployment, Duration waited, String problem) {}

  /// Progress listener of a wait.
  public interface Progress {
    /// Called after each query except the last.
    ///
    /// @param seen the last observed deployment; absent if there was none
    /// @param waited how long the wait has taken so far
    void waiting(@Nullable Deployment seen, Duration waited);
  }

  /// Looks once.
  public Lookup look(String commit) {
    return look(commit, ONE_LOOK);
  }

  /// Looks until there is an end.
  ///
  /// @param patience the time limit, by the monotonic clock
  public Result await(String commit, Duration patience, Progress progress) {
    long begin = monotonicTimer.nanoTime();
    long most = patience.toNanos();
    long step = FIRST;
    Deployment seen = null;
    String problem = "";
    while (true) {
      long left = most - (monotonicTimer.nanoTime() - begin);
      var look = look(commit, Math.min(left, ONE_LOOK));
      long waited = monotonicTimer.nanoTime() - begin;
      boolean hurried = step > FIRST && left < HURRY && !look.problem().isEmpty();
      problem = hurried && look.isUsable() ? problem : look.problem();
      if (!look.isUsable()) {
        return new Result(End.UNKNOWN, null, Duration.ofNanos(waited), problem);
      }
      seen = look.deployment() == null ? seen : look.deployment();
      var end = end(seen, waited, most);
      if (end != null) {
        return new Result(end, seen, Duration.ofNanos(waited), problem);
      }
      progress.waiting(seen, Duration.ofNanos(waited));
      if (!monotonicTimer.pause(Duration.ofNanos(pause(look, step, seen, most - waited, waited)))) {
        return new Result(End.UNKNOWN, seen, Duration.ofNanos(waited), "it was interrupted");
      }
      step = Math.min(LONGEST, step + step / 2);
    }
  }

  private static @Nullable End end(@Nullable Deployment seen, long waited, long most) {
    if (seen != null && seen.status() == Status.READY) {
      return End.READY;
    }
    if (seen != null && seen.status() == Status.FAILED) {
      return End.FAILED;
    }
    if (waited >= most) {
      return End.LATE;
    }
    return seen == null && waited >= EXPECTED ? End.NONE : null;
  }

  private static long pause(
      Lookup look, long step, @Nullable Deployment seen, long left, long waited) {
    var again = look.retryAfter();
    long pause = again == null ? step : Math.max(step, again.toNanos());
    pause = Math.min(pause, left);
    return seen == null ? Math.min(pause, EXPECTED - waited) : pause;
  }

  private Lookup look(String commit, long patience) {
    var time = Duration.ofNanos(Math.max(1_000_000, patience));
    if (source != null) {
      return looked(source, commit, time);
    }
    var problems = new StringBuilder();
    for (var other : sources) {
      var look = other.find(commit, time);
      if (look.isUsable()) {
        source = other;
        return look;
      }
      problems.append(problems.isEmpty() ? "" : "; ").append(look.problem());
    }
    return Lookup.failed(
        problems.isEmpty() ? "no deployment service is configured" : problems.toString());
  }

  /// A source that answered once is polled until the end.
  private static Lookup looked(Deployments source, String commit, Duration time) {
    var look = source.find(commit, time);
    return look.isUsable() ? look : Lookup.retryLater(look.problem(), look.retryAfter());
  }
}
