package dev.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class NearestTest {
  @Proves("R-USR-05")
  @Test
  void a_swap_a_slip_a_gap_and_a_double_are_one_mistake_each() {
    assertThat(Nearest.distance("stauts", "status")).isEqualTo(1);
    assertThat(Nearest.distance("stetus", "status")).isEqualTo(1);
    assertThat(Nearest.distance("sttus", "status")).isEqualTo(1);
    assertThat(Nearest.distance("staatus", "status")).isEqualTo(1);
    assertThat(Nearest.distance("", "abc")).isEqualTo(3);
  }

  @Test
  void nothing_is_guessed_for_a_word_that_comes_close_to_nothing() {
    assertThat(Nearest.of("xyz", List.of("done", "start"))).isNull();
    assertThat(Nearest.of("s".repeat(1000), List.of("start"))).isNull();
  }

  @Test
  void the_only_word_that_begins_so_is_meant() {
    assertThat(Nearest.of("comp", List.of("completion", "config"))).isEqualTo("completion");
  }

  @Property(tries = 300)
  void a_word_has_no_mistakes_against_itself_and_as_many_both_ways(
      @ForAll @AlphaChars @StringLength(max = 8) String a,
      @ForAll @AlphaChars @StringLength(max = 8) String b) {
    assertThat(Nearest.distance(a, a)).isZero();
    assertThat(Nearest.distance(a, b)).isEqualTo(Nearest.distance(b, a));
    assertThat(Nearest.distance(a, b))
        .isBetween(Math.abs(a.length() - b.length()), Math.max(a.length(), b.length()));
  }
}
