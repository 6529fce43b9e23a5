package dev.tidemark.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Time that passes only while somebody waits.
final class Watch implements MonotonicTimer {
  final List<Duration> pauses = new ArrayList<>();
  long now = 7;
  boolean stopped;

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public boolean pause(Duration time) {
    pauses.add(time);
    now += time.toNanos();
    return !stopped;
  }
}
