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
class PlainTest {
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
    assertThat(Plain.of(text)).isEqualTo(plain);
  }

  @Property
  void nothing_that_steers_or_hides_is_left(@ForAll String text) {
    var plain = Plain.of(text);

    assertThat(plain.codePoints())
        .allMatch(c -> c == '\n' || !Character.isISOControl(c))
        .noneMatch(c -> Character.getType(c) == Character.FORMAT)
        .noneMatch(c -> Character.getType(c) == Character.SURROGATE)
        .noneMatch(c -> Character.getType(c) == Character.PRIVATE_USE && c > 0xffff);
    assertThat(Plain.of(plain)).isEqualTo(plain);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "wf-20261120-101500-3fa9", "2026-11-20T10:15:00.000Z", "a/b+c_d"})
  void a_name_is_told(String text) {
    assertThat(Plain.name(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"two words", "$(x)", "a\nb", "\u00fc", "`x`"})
  void a_sentence_in_place_of_a_name_is_not(String text) {
    assertThat(Plain.name(text)).isEqualTo("(not a name)");
    assertThat(Plain.name("x".repeat(81))).isEqualTo("(not a name)");
  }
}
