package dev.tidemark.engine.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Time as it really passes.
class MonotonicTimerTest {
  private final MonotonicTimer monotonicTimer = MonotonicTimer.real();

  @Test
  void a_pause_is_over_when_its_time_has_passed_and_not_before() {
    var pause = Duration.ofMillis(20);
    long begin = monotonicTimer.nanoTime();

    assertThat(monotonicTimer.pause(pause)).isTrue();
    assertThat(monotonicTimer.nanoTime() - begin).isGreaterThanOrEqualTo(pause.toNanos());
  }

  @Test
  void whoever_is_interrupted_does_not_wait_and_stays_so() {
    Thread.currentThread().interrupt();

    assertThat(monotonicTimer.pause(Duration.ofHours(1))).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }
}
