package dev.tidemark.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/// A clock that stands still until it is told otherwise. It is set in UTC.
public final class SettableClock extends Clock {
  private volatile Instant now;

  /// Shows this time.
  public SettableClock(Instant now) {
    this.now = now;
  }

  /// Shows a time from now on, be it earlier.
  public void set(Instant now) {
    this.now = now;
  }

  /// Goes on, or back if the duration is negative.
  public void advance(Duration duration) {
    now = now.plus(duration);
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new IllegalArgumentException("this clock shows UTC only, not " + zone);
  }
}
