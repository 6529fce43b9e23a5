package dev.tidemark.engine.delivery;

import java.time.Duration;

/// Monotonic clock and interruptible sleep, independent of the wall clock.
public interface MonotonicTimer {
  /// Returns nanoseconds since some moment, never going back.
  long nanoTime();

  /// Waits.
  ///
  /// @return whether the time has passed; false if the wait was interrupted
  boolean pause(Duration time);

  /// Time as it really passes.
  static MonotonicTimer real() {
    return new MonotonicTimer() {
      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public boolean pause(Duration time) {
        try {
          Thread.sleep(time);
          return true;
        } catch (InterruptedException stopped) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
    };
  }
}
