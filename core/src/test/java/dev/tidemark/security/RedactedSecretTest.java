package dev.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A secret goes in whichever form it was written. None of these was ever in use.
class RedactedSecretTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "hunter2 | hunter2",
        "pass\"word | pass\"word",
        "pass\"word | pass\\\"word",
        "back\\slash | back\\\\slash",
        "gr\u00fc\u00dfe1 | gr\u00fc\u00dfe1",
        "gr\u00fc\u00dfe1 | gr\\u00fc\\u00dfe1",
        "gr\u00fc\u00dfe1 | gr\\u00FC\\u00DFe1",
        "gr\u00fc\"\u00dfe1 | gr\u00fc\\\"\u00dfe1",
        "pile \ud83d\ude00 | pile \\ud83d\\ude00",
        "\u0080start | \\u0080start",
      })
  void it_goes_as_it_is_and_as_JSON_writes_it(String secret, String written) {
    var redactedSecret = RedactedSecret.of(secret);

    assertThat(redactedSecret.isIn("<" + written + ">")).isTrue();
    assertThat(redactedSecret.cleaned("<" + written + "> and " + written))
        .isEqualTo("<[redacted]> and [redacted]");
    assertThat(redactedSecret.isIn(bytes("<" + written + ">"))).isTrue();
    assertThat(text(redactedSecret.cleaned(bytes("<" + written + "> and " + written))))
        .isEqualTo("<[redacted]> and [redacted]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n | a\\nbcdef",
        "r | a\\rbcdef",
        "t | a\\tbcdef",
        "e | a\\u001bbcdef",
        "u | a\\u001fbcdef"
      })
  void what_steers_a_line_goes_as_JSON_writes_it(String name, String written) {
    var sign =
        switch (name) {
          case "n" -> '\n';
          case "r" -> '\r';
          case "t" -> '\t';
          case "e" -> '\u001b';
          default -> '\u001f';
        };

    var redactedSecret = RedactedSecret.of("a" + sign + "bcdef");

    assertThat(redactedSecret.cleaned("[" + written + "]")).isEqualTo("[[redacted]]");
    assertThat(redactedSecret.cleaned("[a" + sign + "bcdef]")).isEqualTo("[[redacted]]");
  }

  @Test
  void a_blank_is_written_as_it_is() {
    assertThat(RedactedSecret.of("two words").cleaned("{\"two words\"}"))
        .isEqualTo("{\"[redacted]\"}");
    assertThat(RedactedSecret.of("two words").isIn("two\\u0020words")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "hunter", "hunter 2", "unter2hunter", "Hunter2"})
  void what_does_not_hold_it_stays(String text) {
    var redactedSecret = RedactedSecret.of("hunter2");

    assertThat(redactedSecret.isIn(text)).isFalse();
    assertThat(redactedSecret.isIn(bytes(text))).isFalse();
    assertThat(redactedSecret.cleaned(text)).isEqualTo(text);
    assertThat(redactedSecret.cleaned(bytes(text))).isEqualTo(bytes(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hunter2", "xhunter2", "hunter2x", "hunterhunter2", "hunter2hunter2"})
  void it_is_found_at_the_beginning_at_the_end_and_after_a_beginning_of_it(String text) {
    var redactedSecret = RedactedSecret.of("hunter2");

    assertThat(redactedSecret.isIn(bytes(text))).isTrue();
    assertThat(text(redactedSecret.cleaned(bytes(text))))
        .isEqualTo(text.replace("hunter2", "[redacted]"))
        .isEqualTo(redactedSecret.cleaned(text));
  }

  @Test
  void bytes_that_are_no_text_stay_around_it() {
    byte[] bytes = "\0x hunter2 y".getBytes(StandardCharsets.ISO_8859_1);
    bytes[1] = (byte) 0xff;

    var cleaned = RedactedSecret.of("hunter2").cleaned(bytes);

    assertThat(cleaned).startsWith(0, 0xff, ' ').endsWith(' ', 'y').hasSize(15);
  }

  @Test
  void six_characters_are_enough_and_five_are_in_too_many_words() {
    assertThat(RedactedSecret.of("abcdef").isIn("xabcdefx")).isTrue();
    assertThatThrownBy(() -> RedactedSecret.of("abcde"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("abcde");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
