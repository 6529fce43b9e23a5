package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Proves("R-004-O5")
class DisplayWidthTest {
  @ParameterizedTest
  @CsvSource({
    "abc, 3",
    "'', 0",
    "\u00fc, 1",
    "u\u0308, 1",
    "\u4e2d\u6587, 4",
    "\uff21, 2",
    "\uff71, 1",
    "\ud55c, 2",
    "\u1112\u1161\u11ab, 2",
    "\ud83d\ude00, 2",
    "\ud83d\udc69\u200d\ud83d\udcbb, 2",
    "\ud83d\udc4d\ud83c\udffd, 2",
    "\ud83c\udde9\ud83c\uddea, 2",
    "\u26a0, 1",
    "\u26a0\ufe0f, 2",
    "\u2713\u25cf\u25cb\u2717\u2298, 5",
    "\u250c\u2500\u2502, 3",
    "a\u200bb, 2",
    "\u0e01\u0e34, 1",
    "\ud842\udfb7, 2"
  })
  void a_text_takes_so_many_columns(String text, int columns) {
    assertThat(DisplayWidth.of(text)).isEqualTo(columns);
  }

  @Test
  void lines_break_between_words_and_only_long_words_inside() {
    assertThat(DisplayWidth.wrapped("one two three", 8)).containsExactly("one two", "three");
    assertThat(DisplayWidth.wrapped("abcdefghij", 4)).containsExactly("abcd", "efgh", "ij");
    assertThat(DisplayWidth.wrapped("\u4e2d\u6587\u5b57", 5))
        .containsExactly("\u4e2d\u6587", "\u5b57");
    assertThat(DisplayWidth.wrapped("", 5)).containsExactly("");
    assertThat(DisplayWidth.padded("\u4e2d", 4)).isEqualTo("\u4e2d  ");
  }

  @ParameterizedTest
  @CsvSource({"1160, 0", "11ff, 0", "1200, 1", "d7b0, 0", "d7ff, 0", "d7fb, 0", "d7af, 1"})
  void vowels_and_finals_of_Hangul_take_no_column_of_their_own(String point, int columns) {
    var alone = Character.toString(Integer.parseInt(point, 16));

    assertThat(DisplayWidth.of(alone)).isEqualTo(columns);
  }

  @ParameterizedTest
  @CsvSource({
    "1100, 2", "115f, 2", "2e7f, 1", "2e80, 2", "303e, 2", "303f, 1", "3041, 2", "a4cf, 2",
    "a4d0, 1", "ac00, 2", "d7a3, 2", "d7a4, 1", "ff00, 1", "ff01, 2", "ff60, 2", "ff61, 1",
    "20000, 2", "3fffd, 2"
  })
  void a_range_of_wide_characters_has_a_first_and_a_last(String point, int columns) {
    assertThat(DisplayWidth.of(Character.toString(Integer.parseInt(point, 16)))).isEqualTo(columns);
  }

  @ParameterizedTest
  @CsvSource({
    "abcd, 4, abcd",
    "abcde, 4, abc\u2026",
    "abcde, 1, \u2026",
    "'', 1, ''",
    "\u4e2d\u6587, 4, \u4e2d\u6587",
    "\u4e2d\u6587\u5b57, 4, \u4e2d\u2026",
    "\u4e2d\u6587\u5b57, 5, \u4e2d\u6587\u2026",
    "u\u0308u\u0308u\u0308, 2, u\u0308\u2026"
  })
  void what_is_too_wide_is_cut_and_an_ellipsis_stands_for_the_rest(
      String text, int columns, String cut) {
    assertThat(DisplayWidth.cut(text, columns)).isEqualTo(cut);
  }

  @ParameterizedTest
  @CsvSource({
    "ab cd, 5, ab cd",
    "ab cd, 4, ab|cd",
    "aa bb cc, 8, aa bb cc",
    "aa bb cc, 7, aa bb|cc",
    "aa  bb, 4, aa|bb",
    "' ab ', 2, ab",
    "a bcdef, 4, a|bcde|f"
  })
  void a_line_takes_as_many_words_as_fit(String text, int columns, String lines) {
    assertThat(DisplayWidth.wrapped(text, columns)).containsExactly(lines.split("\\|"));
  }

  @Tag("property")
  @Property(tries = 300)
  void nothing_is_lost_and_no_line_is_too_wide(
      @ForAll
          @CharRange(from = 'a', to = 'e')
          @CharRange(from = '\u4e00', to = '\u4e05')
          @CharRange(from = ' ', to = ' ')
          @CharRange(from = '\u0300', to = '\u0303')
          @StringLength(max = 60)
          String text,
      @ForAll @IntRange(min = 2, max = 20) int columns) {
    var lines = DisplayWidth.wrapped(text, columns);

    assertThat(String.join("", lines).replace(" ", "")).isEqualTo(text.strip().replace(" ", ""));
    assertThat(lines).allMatch(line -> DisplayWidth.of(line) <= columns);
  }
}
