package dev.tidemark.bench;

import java.util.Arrays;

/// Durations of one operation, in the order they were measured.
final class Samples {
  private long[] nanos = new long[1024];
  private int count;

  /// Adds one duration, in nanoseconds.
  void add(long duration) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, count * 2);
    }
    nanos[count++] = duration;
  }

  /// Adds all of another.
  void addAll(Samples other) {
    for (int i = 0; i < other.count; i++) {
      add(other.nanos[i]);
    }
  }

  /// Returns how many there are.
  int count() {
    return count;
  }

  /// Returns the samples from one position up to, not including, another.
  Samples window(int from, int to) {
    Samples window = new Samples();
    window.nanos = Arrays.copyOfRange(nanos, from, Math.min(to, count));
    window.count = window.nanos.length;
    return window;
  }

  /// Returns the duration, in microseconds, that the given share of the samples stays below.
  ///
  /// @param share between 0, the shortest, and 1, the longest
  double quantile(double share) {
    if (count == 0) {
      throw new IllegalStateException("nothing was measured");
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted[(int) Math.round(share * (count - 1))] / 1e3;
  }

  /// Returns the median in microseconds.
  double median() {
    return quantile(0.5);
  }
}
