package dev.tidemark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Time as it really passes.
class PaceTest {
  private final Pace pace = Pace.real();

  @Test
  void a_pause_is_over_when_its_time_has_passed_and_not_before() {
    var pause = Duration.ofMillis(20);
    long begin = pace.nanoTime();

    assertThat(pace.pause(pause)).isTrue();
    assertThat(pace.nanoTime() - begin).isGreaterThanOrEqualTo(pause.toNanos());
  }

  @Test
  void whoever_is_interrupted_does_not_wait_and_stays_so() {
    Thread.currentThread().interrupt();

    assertThat(pace.pause(Duration.ofHours(1))).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }
}
