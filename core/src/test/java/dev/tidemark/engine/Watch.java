package dev.tidemark.engine;

import dev.tidemark.engine.delivery.MonotonicTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Time that passes only while somebody waits.
public final class Watch implements MonotonicTimer {
  public final List<Duration> pauses = new ArrayList<>();
  long now = 7;
  public boolean stopped;

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
