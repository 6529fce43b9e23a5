package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Escaping for terminals, logs and JSON output.
class EscapedTextTest {
  /// A text, its form on one line, and its form with line feeds.
  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of("one\ntwo", "one\\ntwo", "one\ntwo"),
        Arguments.of("one\r\ntwo\r", "one\\r\\ntwo\\r", "one\\r\ntwo\\r"),
        Arguments.of("a\tb", "a\tb", "a\tb"),
        Arguments.of("\tb\u0001", "\tb\\u{1}", "\tb\\u{1}"),
        Arguments.of("\u001b[31mred", "\\u{1b}[31mred", "\\u{1b}[31mred"),
        Arguments.of("a\u001fb\u0000", "a\\u{1f}b\\u{0}", "a\\u{1f}b\\u{0}"),
        Arguments.of("del\u007f", "del\\u{7f}", "del\\u{7f}"),
        Arguments.of("\u00fc\n\u4e2d", "\u00fc\\n\u4e2d", "\u00fc\n\u4e2d"),
        Arguments.of("\u00fc\tb", "\u00fc\tb", "\u00fc\tb"),
        Arguments.of("evil\u202etxt", "evil\\u{202e}txt", "evil\\u{202e}txt"),
        Arguments.of("ok \ud83d\ude00\ufe0f", "ok \ud83d\ude00\ufe0f", "ok \ud83d\ude00\ufe0f"),
        Arguments.of("tag\udb40\udc41end", "tag\\u{e0041}end", "tag\\u{e0041}end"),
        Arguments.of("half\ud83d", "half\\u{d83d}", "half\\u{d83d}"));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void characters_that_steer_or_hide_are_spelled_out(String text, String line, String lines) {
    assertThat(EscapedText.line(text)).isEqualTo(line);
    assertThat(EscapedText.lines(text)).isEqualTo(lines);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "~", "plain text", "a\tb"})
  void a_plain_text_is_returned_itself(String text) {
    assertThat(EscapedText.line(text)).isSameAs(text);
    assertThat(EscapedText.lines(text)).isSameAs(text);
    assertThat(EscapedText.json(text)).isSameAs(text);
  }

  @Test
  void a_text_with_line_feeds_only_is_returned_itself_where_they_may_stay() {
    var text = "a\nb";

    assertThat(EscapedText.lines(text)).isSameAs(text);
    assertThat(EscapedText.json(text)).isSameAs(text);
  }

  static Stream<Arguments> documents() {
    return Stream.of(
        Arguments.of("[\"\u00fc \ud83d\ude00\"]", "[\"\u00fc \ud83d\ude00\"]"),
        Arguments.of("[\"a\u007f\"]", "[\"a\\u007F\"]"),
        Arguments.of("[\"\u00fc\u007fb\"]", "[\"\u00fc\\u007Fb\"]"),
        Arguments.of("[\"\u00fc\"]\n", "[\"\u00fc\"]\n"),
        Arguments.of("[\"\u009b1m\u202e\"]", "[\"\\u009B1m\\u202E\"]"),
        Arguments.of("[\"a\udb40\udc41b\"]", "[\"a\\uDB40\\uDC41b\"]"),
        Arguments.of("[\"\ud83d\"]", "[\"\\uD83D\"]"),
        Arguments.of("\u2028", "\\u2028"));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void a_json_document_keeps_its_value(String document, String safe) {
    assertThat(EscapedText.json(document)).isEqualTo(safe);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0, '\t', '\n', 0x1f, 0x7f, 0x80, 0x9f, 0xad, 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b,
        0x180e, 0x180f, 0x200b, 0x2028, 0x2029, 0x202e, 0x2066, 0x3164, 0xd800, 0xdfff, 0xe000,
        0xf8ff, 0xfe00, 0xfe0e, 0xfeff, 0xffa0, 0xfffe, 0xe0001, 0xe0100, 0xe01ef, 0xf0000, 0x10ffff
      })
  void a_character_that_steers_or_hides_is_active(int point) {
    assertThat(EscapedText.isActive(point)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        ' ', '~', 0xa0, 0xe9, 0x0301, 0x034e, 0x0350, 0x115e, 0x1161, 0x17b3, 0x17b6, 0x180a,
        0x1810, 0x2010, 0x3000, 0x3163, 0x3165, 0x4e2d, 0xd7a3, 0xfdff, 0xfe0f, 0xfe10, 0xff9f,
        0xffa1, 0xfffd, 0x1f600, 0x20000
      })
  void a_character_that_is_drawn_is_not(int point) {
    assertThat(EscapedText.isActive(point)).isFalse();
  }
}
