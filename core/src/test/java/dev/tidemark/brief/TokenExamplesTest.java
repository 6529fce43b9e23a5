package dev.tidemark.brief;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.brief.budget.TokenUpperBound;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How many tokens texts are taken for: the most that what is known of the encoding allows. That
/// this is never too few, [dev.tidemark.brief.budget.TokenUpperBoundTest] shows.
class TokenExamplesTest {
  /// Where `.` is a blank.
  @ParameterizedTest
  @CsvSource({
    "ab, 1",
    "ab., 2",
    "abc, 2",
    "abcd, 3",
    "abcde, 3",
    "aaaa, 3",
    "zzzz, 3",
    "zq, 2",
    "zqzq, 4",
    ".q, 1",
    ".qu, 2",
    "..q, 2",
    "{a, 2",
    "a{, 2",
    "a`b, 3",
    "AB, 2",
    "AZ@[, 4",
    "ab1cd, 3",
    "0, 1",
    "000, 1",
    "9999, 2",
    "123456, 2",
    "1234567, 3",
    "/1:, 3",
    ".about, 1",
    ".about.about, 2",
    "..about, 2",
    ".about;, 2",
    ".aboutab, 5",
    ".abouta, 5",
    ".about12, 2",
    ".aboutA, 5",
    ".aboutZ, 5",
    ".about@, 2",
    ".about[, 2",
    "about, 3",
    ".zero, 1"
  })
  void letters_digits_and_common_words_are_few_tokens(String text, int most) {
    assertThat(TokenUpperBound.of(text.replace('.', ' '))).isEqualTo(most);
  }

  @Test
  void behind_an_apostrophe_three_letters_may_stay_alone() {
    assertThat(TokenUpperBound.of("'rea")).isEqualTo(4);
    assertThat(TokenUpperBound.of("'real")).isEqualTo(4);
    assertThat(TokenUpperBound.of("'really")).isEqualTo(6);
    assertThat(TokenUpperBound.of(" about's")).isEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource({
    "80, 2",
    "9f, 2",
    "a0, 1",
    "da, 1",
    "db, 2",
    "dc, 1",
    "109, 1",
    "10a, 2",
    "40f, 2",
    "410, 1",
    "44f, 1",
    "450, 2",
    "7ff, 2",
    "800, 3",
    "1fbf, 3",
    "1fc0, 2",
    "233f, 2",
    "2340, 3",
    "2fff, 3",
    "3000, 2",
    "317f, 2",
    "3180, 3",
    "4dff, 3",
    "4e00, 2",
    "5d3f, 2",
    "5d40, 3",
    "5dbf, 3",
    "5dc0, 2",
    "6abf, 2",
    "6ac0, 3",
    "6aff, 3",
    "6b00, 2",
    "877f, 2",
    "8780, 3",
    "1f600, 4"
  })
  void a_wide_character_is_as_many_tokens_as_it_has_bytes_or_one_less(String hex, int most) {
    assertThat(TokenUpperBound.of(Character.toString(Integer.parseInt(hex, 16)))).isEqualTo(most);
  }

  @Test
  void digits_beside_a_wide_character_are_counted_one_by_one() {
    assertThat(TokenUpperBound.of("\u00fc12")).isEqualTo(3);
    assertThat(TokenUpperBound.of("12\u00fc")).isEqualTo(3);
    assertThat(TokenUpperBound.of("1234\u4e2d")).isEqualTo(6);
    assertThat(TokenUpperBound.of("12\u0080")).isEqualTo(4);
    assertThat(TokenUpperBound.of("\u008012")).isEqualTo(4);
    assertThat(TokenUpperBound.of("12\u007f")).isEqualTo(2);
    assertThat(TokenUpperBound.of("\u007f12")).isEqualTo(2);
    assertThat(TokenUpperBound.of(" about\u00fc")).isEqualTo(5);
    assertThat(TokenUpperBound.of(" about\u0080")).isEqualTo(6);
  }

  @Test
  void half_of_a_pair_is_counted_like_a_whole_character() {
    assertThat(TokenUpperBound.of("\ud83d")).isEqualTo(3);
    assertThat(TokenUpperBound.of("\ud83da")).isEqualTo(4);
    assertThat(TokenUpperBound.of("\ude00")).isEqualTo(3);
    assertThat(TokenUpperBound.of("\ud83d\ude00\ud83d\ude00")).isEqualTo(8);
    assertThat(TokenUpperBound.of("\u4e2d\u6587")).isEqualTo(4);
    assertThat(TokenUpperBound.of("\u00fc\u00fc")).isEqualTo(3);
  }
}
