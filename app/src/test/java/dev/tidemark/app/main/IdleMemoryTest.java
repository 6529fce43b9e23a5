package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class IdleMemoryTest {
  private final IdleMemory idleMemory = new IdleMemory();
  private Duration used = Duration.ZERO;

  @Test
  void a_minute_after_work_the_heap_is_collected_once() {
    assertThat(tick(2_000)).isFalse();
    assertThat(tick(20)).isFalse();
    assertThat(tick(20)).isFalse();
    assertThat(tick(20)).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(tick(20)).isFalse();
    }
  }

  @Test
  void each_piece_of_work_starts_the_minute_anew() {
    tick(500);
    tick(0);
    tick(0);
    assertThat(tick(500)).isFalse();
    tick(0);
    tick(0);
    assertThat(tick(0)).isTrue();
  }

  /// The collection itself is not work: it would be followed by another.
  @Test
  void what_a_collection_takes_is_little() {
    tick(500);
    tick(0);
    tick(0);
    assertThat(tick(0)).isTrue();
    assertThat(tick(90)).isFalse();
    tick(0);
    tick(0);
    assertThat(tick(0)).isFalse();
  }

  private boolean tick(int millis) {
    used = used.plusMillis(millis);
    return idleMemory.isDue(used);
  }
}
