package dev.tidemark.dialects.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How texts are put on one line, and how sentences are counted.
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

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "'a', a",
    "' a  b\t\r\nc ', a b c",
    "'\u0000a\u0007\u009fb\u007f', a b",
    "'\ufeffa\u00a0b\u2028c\ufeff', a b c",
    "'#  a', # a"
  })
  void blanks_line_ends_and_controls_become_one_blank(String text, String line) {
    assertThat(MarkdownSafeText.line(text)).isEqualTo(line);
  }

  @ParameterizedTest
  @CsvSource({
    "' # a\n## b', '\\# a ## b'",
    "'#a', '\\#a'",
    "<!-- a -->, '\\<!-- a -->'",
    "```js, '\\```js'",
    "~~~, '\\~~~'",
    "'``a', '``a'",
    "'a # b', a # b",
    "- a, - a",
    "'', ''"
  })
  void a_paragraph_begins_no_heading_comment_or_block_of_code(String text, String paragraph) {
    assertThat(MarkdownSafeText.paragraph(text)).isEqualTo(paragraph);
  }

  @ParameterizedTest
  @CsvSource({
    "'- `src/a.ts` (new)', src/a.ts",
    "'`a` and `b`', a",
    "'``', ''",
    "'`a', ''",
    "'a`', ''",
    "'a', ''",
    "'', ''"
  })
  void a_path_stands_in_backticks(String entry, String path) {
    assertThat(MarkdownSafeText.path(entry)).isEqualTo(path);
  }
}
