package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestWordTest {
  private static final List<String> KNOWN = List.of("implement", "design", "ship", "go", "review");

  @ParameterizedTest
  @CsvSource({
    "implment, implement",
    "implemnet, implement",
    "Implement, implement",
    "desing, design",
    "shp, ship",
    "shipp, ship",
    "reviews, review",
    "implement, implement",
    "impelmnt, implement",
    "og,",
    "gone,",
    "xyz,",
    "implementation,",
    "'',",
    "slip, ship",
    "sl1p,",
  })
  void a_word_with_few_slips_is_recognised(String word, String near) {
    assertThat(NearestWord.find(word, KNOWN)).isEqualTo(near);
  }

  @Test
  void the_fewest_slips_win() {
    assertThat(NearestWord.find("plan", List.of("plain", "plank", "clan", "plan-b")))
        .isEqualTo("plain");
    assertThat(NearestWord.find("sketch", List.of("stretch", "sketchy"))).isEqualTo("sketchy");
    assertThat(NearestWord.find("x", List.of())).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "a, a, 0",
    "ab, ba, 1",
    "abc, acb, 1",
    "abc, ab, 1",
    "abc, xbc, 1",
    "abcd, badc, 2",
    "abcd, dcba, 3",
    "abcdef, abc, 3",
    "'', ab, 2"
  })
  void a_slip_is_a_letter_too_many_too_few_another_or_two_swapped(
      String one, String other, int slips) {
    assertThat(NearestWord.editDistance(one, other)).isEqualTo(slips);
    assertThat(NearestWord.editDistance(other, one)).isEqualTo(slips);
  }

  @Test
  void a_word_of_more_than_two_hundred_letters_is_not_compared() {
    var longest = "a".repeat(200);

    assertThat(NearestWord.editDistance(longest, longest)).isZero();
    assertThat(NearestWord.editDistance(longest, longest + "a")).isEqualTo(1);
    assertThat(NearestWord.editDistance(longest + "a", longest + "a")).isEqualTo(3);
  }
}
