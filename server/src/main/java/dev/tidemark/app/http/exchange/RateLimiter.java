package dev.tidemark.app.http.exchange;

import java.util.LinkedHashMap;
import java.util.Map;

/// Token bucket rate limiter, one bucket per client address. Safe for use by many threads.
public final class RateLimiter {
  private static final int KNOWN_MAX = 4_096;
  private static final double NANOS = 1e9;

  private final double perSecond;
  private final double burst;
  private final Map<String, double[]> left =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, double[]> eldest) {
          return size() > KNOWN_MAX;
        }
      };

  public RateLimiter(double perSecond, double burst) {
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /// Takes one token from a client's bucket.
  ///
  /// @param nanos the time, as [System#nanoTime] has it
  /// @return whether there was one
  public synchronized boolean take(String who, long nanos) {
    var known = left.computeIfAbsent(who, any -> new double[] {burst, nanos});
    known[0] = Math.min(burst, known[0] + (nanos - known[1]) / NANOS * perSecond);
    known[1] = nanos;
    if (known[0] < 1) {
      return false;
    }
    known[0] -= 1;
    return true;
  }
}
