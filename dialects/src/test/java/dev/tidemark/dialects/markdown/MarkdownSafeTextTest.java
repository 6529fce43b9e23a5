package dev.tidemark.dialects.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How sentences are counted.
class MarkdownSafeTextTest {

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "'?!', 0",
    "'... !', 0",
    "One, 1",
    "One., 1",
    "One..., 1",
    "Version 1.5 is out., 1",
    "One! Two? Three. Four, 4",
    "42., 1"
  })
  @Proves("R-001-26")
  void a_sentence_has_a_letter_or_a_digit_and_ends_before_a_blank(String text, int sentences) {
    assertThat(MarkdownSafeText.sentences(text)).isEqualTo(sentences);
  }
}
