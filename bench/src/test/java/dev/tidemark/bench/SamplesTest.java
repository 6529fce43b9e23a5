package dev.tidemark.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class SamplesTest {
  @Test
  void the_median_is_the_middle_one_in_microseconds() {
    assertThat(samples(9_000, 1_000, 5_000).median()).isEqualTo(5.0);
  }

  @Test
  void the_outer_quantiles_are_the_shortest_and_the_longest() {
    Samples samples = samples(9_000, 1_000, 5_000);
    assertThat(samples.quantile(0)).isEqualTo(1.0);
    assertThat(samples.quantile(1)).isEqualTo(9.0);
  }

  @Test
  void a_window_holds_the_samples_between_two_positions() {
    Samples window = samples(1_000, 2_000, 3_000, 4_000).window(1, 3);
    assertThat(window.count()).isEqualTo(2);
    assertThat(window.quantile(0)).isEqualTo(2.0);
    assertThat(window.quantile(1)).isEqualTo(3.0);
  }

  @Test
  void more_samples_than_were_made_room_for_are_kept() {
    Samples samples = new Samples();
    for (int i = 1; i <= 2_001; i++) {
      samples.add(i * 1_000L);
    }
    assertThat(samples.count()).isEqualTo(2_001);
    assertThat(samples.median()).isEqualTo(1_001.0);
  }

  @Test
  void nothing_has_no_median() {
    assertThatIllegalStateException().isThrownBy(() -> new Samples().median());
  }

  private static Samples samples(long... nanos) {
    Samples samples = new Samples();
    for (long duration : nanos) {
      samples.add(duration);
    }
    return samples;
  }
}
