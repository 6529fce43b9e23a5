package dev.tidemark.dialects.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Lines keep their ends, and new ones get the usual end of their text.
class LinesTest {
  private static String unescaped(String text) {
    return text.replace("\\n", "\n").replace("\\r", "\r").replace("\\ufeff", "\ufeff");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "a\n", "a\r\nb", "\n", "\r\n\r\n", "a\rb\n", "\ufeffa\nb\r\n", "a\n\r"})
  void a_text_without_edits_stays_byte_for_byte(String text) {
    assertThat(new Lines(text)).hasToString(text);
  }

  @Test
  void lines_are_told_without_their_ends() {
    var lines = new Lines("\ufeffa\r\n \t\nb\rc\n\nd");

    assertThat(lines.size()).isEqualTo(5);
    assertThat(lines.between(0, 5)).containsExactly("a", " \t", "b\rc", "", "d");
    assertThat(lines.between(1, 3)).containsExactly(" \t", "b\rc");
    assertThat(lines.get(2)).isEqualTo("b\rc");
    assertThat(lines.isBlank(0)).isFalse();
    assertThat(lines.isBlank(1)).isTrue();
    assertThat(lines.isBlank(3)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a\\nb\\nc\\n    | 1 | 2 | a\\nx\\ny\\nc\\n
          a\\nb\\nc\\n    | 1 | 1 | a\\nx\\ny\\nb\\nc\\n
          a\\nb\\nc\\n    | 0 | 3 | x\\ny\\n
          a\\nb\\nc\\n    | 3 | 3 | a\\nb\\nc\\nx\\ny\\n
          a\\r\\nb\\nc\\n | 1 | 2 | a\\r\\nx\\r\\ny\\r\\nc\\n
          a\\r\\nb\\r\\n  | 2 | 2 | a\\r\\nb\\r\\nx\\r\\ny\\r\\n
          a\\nb           | 1 | 2 | a\\nx\\ny
          a\\nb           | 2 | 2 | a\\nb\\nx\\ny
          a\\r\\nb        | 2 | 2 | a\\r\\nb\\r\\nx\\r\\ny
          a               | 1 | 1 | a\\nx\\ny
          ``              | 0 | 0 | x\\ny\\n
          \\ufeffa\\n     | 0 | 0 | \\ufeffx\\ny\\na\\n
          """)
  void new_lines_end_as_the_first_one_does_and_the_last_as_the_last_did(
      String text, int from, int to, String expected) {
    var lines = new Lines(unescaped(text));

    lines.replace(from, to, List.of("x", "y"));

    assertThat(lines).hasToString(unescaped(expected));
  }

  @Test
  void edits_are_made_in_the_order_of_the_text_and_those_of_one_place_in_their_own() {
    var lines = new Lines("a\nb\nc\nd\n");

    lines.replace(3, 4, List.of("4"));
    lines.replace(2, 2, List.of("2"));
    lines.replace(2, 2, List.of("3"));
    lines.replace(0, 1, List.of());
    lines.replace(1, 1, List.of("1"));

    assertThat(lines).hasToString("1\nb\n2\n3\nc\n4\n");
    assertThat(lines.between(0, 4)).containsExactly("a", "b", "c", "d");
  }
}
