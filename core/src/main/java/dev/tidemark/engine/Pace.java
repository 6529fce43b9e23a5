package dev.tidemark.engine;

import java.time.Duration;

/// Time that passes, whatever clocks say, and waiting for it.
public interface Pace {
  /// Returns nanoseconds since some moment, never going back.
  long nanoTime();

  /// Waits.
  ///
  /// @return whether the time has passed; otherwise somebody wants this to end
  boolean pause(Duration time);

  /// Time as it really passes.
  static Pace real() {
    return new Pace() {
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
