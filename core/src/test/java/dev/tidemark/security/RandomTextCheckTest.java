package dev.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What dice have thrown, and what somebody has named.
class RandomTextCheckTest {
  @ParameterizedTest
  @CsvSource({
    "a1b2c3d4e5, true",
    "a0, true",
    "z9, true",
    "A0, true",
    "Z9, true",
    "abcdefghij, false",
    "1234567890, false",
    "@1, false",
    "[1, false",
    "`1, false",
    "{1, false",
    "a/, false",
    "a:, false",
    // Of twenty characters ten have to differ, of ten five.
    "a1b2c3d4e5a1b2c3d4e5, true",
    "a1b2c3d4ea1b2c3d4ea1, false",
    "a1b2caaaaa, true",
    "a1b2aaaaaa, false",
    "a1b2c3d4e5aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, true",
    "?@1aaaaa, true",
    "\u0080\u0081\u0082a1bbb, false"
  })
  void a_text_is_mixed_that_has_letters_and_digits_and_few_of_them_twice(
      String text, boolean mixed) {
    assertThat(RandomTextCheck.isMixed(text, 0, text.length())).isEqualTo(mixed);
    assertThat(RandomTextCheck.isMixed("x9" + text + "7y", 2, 2 + text.length())).isEqualTo(mixed);
  }

  @ParameterizedTest
  @CsvSource({
    "0123456789abcdefABCDEF, true",
    "123e4567-e89b-12d3-a456-426614174000, true",
    "123e4567-e89b-12d3-a4564266141740000, false",
    "123e4567-e89b-12d3-a456-42661417400, false",
    "0123-4567, false",
    "0123g, false"
  })
  void a_digest_and_a_UUID_name_something(String text, boolean identity) {
    assertThat(RandomTextCheck.isIdentity(text, 0, text.length())).isEqualTo(identity);
    assertThat(RandomTextCheck.isIdentity("-g" + text + "g-", 2, 2 + text.length()))
        .isEqualTo(identity);
  }

  @ParameterizedTest
  @CsvSource({"az, 1", "AZ, 1", "09, 1", "`{@[/:, 1", "aA, 2", "aA0, 3", "aA0!, 4", "'', 0"})
  void kinds_of_characters_are_counted(String text, int classes) {
    assertThat(RandomTextCheck.classes(text, 0, text.length())).isEqualTo(classes);
  }

  @Test
  void only_the_part_in_question_is_counted() {
    assertThat(RandomTextCheck.classes("A9a!", 2, 3)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "0, true",
    "a9, true",
    "aZ, true",
    "zA, true",
    "az, false",
    "@[`{/:, false",
    "ABCDEFGHI, true",
    "ABCDEFGH, false",
    "abcdefghijklmnop, false",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA9, false",
    "ABCDEFG9AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA, true",
    "ABCDEF99AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA, false",
    "ABCDEF9AAAAAAAAAAAAAAAAAAAAA, true",
    "ABCDE99AAAAAAAAAAAAAAAAAAAAA, false",
  })
  void a_key_has_digits_or_letters_of_both_sizes_and_is_no_repetition(String text, boolean varied) {
    assertThat(RandomTextCheck.isVaried(text, 0, text.length())).isEqualTo(varied);
    assertThat(RandomTextCheck.isVaried("a9" + text + "A9", 2, 2 + text.length()))
        .isEqualTo(varied);
  }
}
