package dev.tidemark.worker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Port of a worker: works at the next phases of a run.
@FunctionalInterface
public interface PhaseExecutor {
  /// Works at the next phase, and at those after it as long as the worker is not wanted elsewhere.
  /// May take hours.
  Next execute(QueueEntry entry, Control control);

  /// What the worker wants of the work under way.
  interface Control {
    /// Returns whether it is to end at once: the agent is ended.
    boolean mustStop();

    /// Returns whether it is to end after the phase: the worker is to take nothing more, or an
    /// entry of higher priority is due.
    boolean mustYield();
  }

  /// What follows.
  ///
  /// @param entry the entry as it is from now on
  /// @param after when it is due again, by the clock of the database; absent if it leaves the queue
  record Next(QueueEntry entry, @Nullable Duration after) {
    /// Returns that the entry leaves the queue.
    public static Next over(QueueEntry entry) {
      return new Next(entry, null);
    }
  }
}
