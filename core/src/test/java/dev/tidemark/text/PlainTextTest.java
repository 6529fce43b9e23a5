package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Nothing but text comes out, whatever goes in.
class PlainTextTest {
  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of("as it is\nand on", "as it is\nand on"),
        Arguments.of("\u001b[2J\u0007bell", "bell"),
        Arguments.of("\u001b[31;1mred\u001b[0m", "red"),
        Arguments.of("\u001b]0;title\u0007text", "text"),
        Arguments.of("\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\", "link"),
        Arguments.of("\u001b]never ends\nnext line", "never ends\nnext line"),
        Arguments.of("\u009b1mC1", "C1"),
        Arguments.of("a\rb\r\nc\u2028d", "a\nb\nc\nd"),
        Arguments.of("tab\there", "tab here"),
        Arguments.of("evil\u202etxt.exe\u202c", "eviltxt.exe"),
        Arguments.of("zero\u200bwidth\u2060join\ufeff", "zerowidthjoin"),
        Arguments.of("tags\udb40\udc41\udb40\udc42 end", "tags end"),
        Arguments.of("half \ud83d pair", "half  pair"),
        Arguments.of("\u00dcbung \ud83d\ude00 \u4e2d", "\u00dcbung \ud83d\ude00 \u4e2d"),
        Arguments.of("\u001b", ""),
        Arguments.of("\u001b\u001b[m", ""));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void what_does_not_show_is_gone(String text, String plain) {
    assertThat(PlainText.of(text)).isEqualTo(plain);
  }

  static Stream<Arguments> sequences() {
    return Stream.of(
        // The parameters of a sequence, and what ends it.
        Arguments.of("\u001b[ @x", "x"),
        Arguments.of("\u001b[0?~x", "x"),
        Arguments.of("\u001b[1\u007fx", "x"),
        Arguments.of("\u001b[1\u001fx", "x"),
        Arguments.of("\u001b[1\u00e9", "\u00e9"),
        Arguments.of("\u001b[12", ""),
        Arguments.of("\u001b[", ""),
        Arguments.of("\u009b", ""),
        // Strings for the terminal, and what ends them.
        Arguments.of("\u001b]a\u009cb", "b"),
        Arguments.of("\u001bPa\u001b\\b", "b"),
        Arguments.of("\u001b_a\u0007b", "b"),
        Arguments.of("\u001b^a\u0007b", "b"),
        Arguments.of("\u009da\u0007b", "b"),
        Arguments.of("\u001b]a\u001bxb\u0007c", "c"),
        Arguments.of("\u001b]a\u001bxb", "ab"),
        Arguments.of("\u001b]a\u001b", "a"),
        Arguments.of("\u001b]\u0007b", "b"),
        Arguments.of("\u001b]", ""),
        // Two characters, or none that belongs to it.
        Arguments.of("\u001bcx", "x"),
        Arguments.of("\u001b x", "x"),
        Arguments.of("\u001b~x", "x"),
        Arguments.of("\u001b\nx", "\nx"),
        Arguments.of("\u001b\u00e9x", "\u00e9x"));
  }

  @ParameterizedTest
  @MethodSource("sequences")
  void a_sequence_ends_where_a_terminal_ends_it(String text, String plain) {
    assertThat(PlainText.of(text)).isEqualTo(plain);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0, 0x09 - 1, 0x1f, 0x7f, 0x80, 0x84, 0x86, 0x9f, 0xad, 0x034f, 0x115f, 0x1160, 0x17b4,
        0x17b5, 0x180b, 0x180e, 0x180f, 0x200b, 0x2060, 0x206f, 0x3164, 0xe000, 0xf8ff, 0xfe00,
        0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0xfffb, 0xfffe, 0xffff, 0x1d173, 0x1fffe, 0x1ffff, 0xe0000,
        0xe0100, 0xe0fff, 0xefffe, 0xf0000, 0x10fffd
      })
  void a_character_that_steers_or_hides_is_gone(int point) {
    assertThat(PlainText.of("a" + Character.toString(point) + "b")).isEqualTo("ab");
    assertThat(PlainText.of(Character.toString(point))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        ' ', '~', 0xa0, 0x034e, 0x0350, 0x115e, 0x1161, 0x17b3, 0x17b6, 0x180a, 0x1810, 0x205f,
        0x2070, 0x3163, 0x3165, 0xd7ff, 0xfdff, 0xfe10, 0xff9f, 0xffa1, 0xffef, 0xfffc, 0xfffd,
        0x10000, 0x1fffd, 0xdfffd, 0xe1000, 0xefffd
      })
  void its_neighbour_stays(int point) {
    var text = "\u00e9 " + Character.toString(point) + "b";

    assertThat(PlainText.of(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b\nc", " ~"})
  void what_is_plain_is_given_back_itself(String text) {
    assertThat(PlainText.of(text)).isSameAs(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r", "a\n", "a\r\n", "a\u0085", "a\u2028", "a\u2029"})
  void a_line_ends_with_a_line_feed(String text) {
    assertThat(PlainText.of(text)).isEqualTo("a\n");
    assertThat(PlainText.line(" " + text + "b ")).isEqualTo("a b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\ud83d", "\ude00a", "\ud83da", "a\ud83d\ud83d"})
  void half_a_pair_is_gone(String text) {
    assertThat(PlainText.of(text)).isEqualTo("a");
  }

  @Property
  void nothing_that_steers_or_hides_is_left(@ForAll String text) {
    var plain = PlainText.of(text);

    assertThat(plain.codePoints())
        .allMatch(c -> c == '\n' || !Character.isISOControl(c))
        .noneMatch(c -> Character.getType(c) == Character.FORMAT)
        .noneMatch(c -> Character.getType(c) == Character.SURROGATE)
        .noneMatch(c -> Character.getType(c) == Character.PRIVATE_USE && c > 0xffff);
    assertThat(PlainText.of(plain)).isEqualTo(plain);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "wf-20261120-101500-3fa9",
        "2026-11-20T10:15:00.000Z",
        "a/b+c_d",
        "azAZ09.:_/+-"
      })
  void a_name_is_told(String text) {
    assertThat(PlainText.name(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"two words", "$(x)", "a\nb", "\u00fc", "`x`", "{", "@", "[", ";", ","})
  void a_sentence_in_place_of_a_name_is_not(String text) {
    assertThat(PlainText.name(text)).isEqualTo("(not a name)");
    assertThat(PlainText.name("x".repeat(80))).hasSize(80);
    assertThat(PlainText.name("x".repeat(81))).isEqualTo("(not a name)");
  }
}
