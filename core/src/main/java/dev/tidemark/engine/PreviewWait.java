package dev.tidemark.engine;

import dev.tidemark.workflow.Preview.Status;
import dev.tidemark.world.Deployment;
import dev.tidemark.world.Deployments;
import dev.tidemark.world.Deployments.Look;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Waits for the preview of a commit (R-004-70, R-004-74): looks, waits two seconds, half as long
/// again each time, fifteen at most, until it is ready or has failed, or the time is over. Where no
/// deployment is seen within thirty seconds, none is expected any more.
///
/// Writes nothing, so whoever stops it leaves everything as it was.
public final class PreviewWait {
  private static final long FIRST = 2_000_000_000L;
  private static final long LONGEST = 15_000_000_000L;
  private static final long EXPECTED = 30_000_000_000L;
  private static final long ONE_LOOK = 10_000_000_000L;

  /// A service that is given less time than this says nothing by its silence.
  private static final long HURRY = 1_000_000_000L;

  private final List<Deployments> sources;
  private final Pace pace;
  private @Nullable Deployments source;

  /// Takes who can be asked; the first who can tell is asked again, the others are not.
  public PreviewWait(List<Deployments> sources, Pace pace) {
    this.sources = List.copyOf(sources);
    this.pace = pace;
  }

  /// How it ended.
  public enum End {
    /// The preview is ready.
    READY,
    /// It could not be made.
    FAILED,
    /// The time was over.
    LATE,
    /// No deployment was seen in time.
    NONE,
    /// Nobody can be asked.
    UNKNOWN
  }

  /// What came of it.
  ///
  /// @param deployment what was seen last; absent if nothing was
  /// @param waited how long it took
  /// @param problem why nobody could tell when there was time to ask last; empty if somebody could
  public record Result(End end, @Nullable Deployment deployment, Duration waited, String problem) {}

  /// Follows a wait.
  public interface Progress {
    /// Is told after each look that was not the last.
    ///
    /// @param seen what was seen last; absent if nothing was
    /// @param waited how long the wait has taken so far
    void waiting(@Nullable Deployment seen, Duration waited);
  }

  /// Looks once.
  public Look look(String commit) {
    return look(commit, ONE_LOOK);
  }

  /// Looks until there is an end.
  ///
  /// @param patience how long that may take, by a clock that nobody sets
  public Result await(String commit, Duration patience, Progress progress) {
    long begin = pace.nanoTime();
    long most = patience.toNanos();
    long step = FIRST;
    Deployment seen = null;
    String problem = "";
    while (true) {
      long left = most - (pace.nanoTime() - begin);
      var look = look(commit, Math.min(left, ONE_LOOK));
      long waited = pace.nanoTime() - begin;
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
      if (!pace.pause(Duration.ofNanos(pause(look, step, seen, most - waited, waited)))) {
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
      Look look, long step, @Nullable Deployment seen, long left, long waited) {
    var again = look.again();
    long pause = again == null ? step : Math.max(step, again.toNanos());
    pause = Math.min(pause, left);
    return seen == null ? Math.min(pause, EXPECTED - waited) : pause;
  }

  private Look look(String commit, long patience) {
    var time = Duration.ofNanos(Math.max(1_000_000, patience));
    if (source != null) {
      return looked(source, commit, time);
    }
    var problems = new StringBuilder();
    for (var other : sources) {
      var look = other.look(commit, time);
      if (look.isUsable()) {
        source = other;
        return look;
      }
      problems.append(problems.isEmpty() ? "" : "; ").append(look.problem());
    }
    return Look.unable(problems.isEmpty() ? "nobody can be asked" : problems.toString());
  }

  /// Who could tell once is asked until the end.
  private static Look looked(Deployments source, String commit, Duration time) {
    var look = source.look(commit, time);
    return look.isUsable() ? look : Look.later(look.problem(), look.again());
  }
}
