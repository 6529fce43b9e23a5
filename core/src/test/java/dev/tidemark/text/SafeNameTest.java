package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Proves("R-COM-10")
class SafeNameTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "feat/BAS-6: a?b*c; feat-BAS-6 abc",
        "../../etc/passwd; --etc-passwd",
        "a\\b; a-b",
        "a<b>c:d\"e|f?g*h; abcdefgh",
        "`  spaced out  `; spaced out",
        "v1.2; v1.2",
        "a...b; a.b",
        ".hidden; .hidden",
        "\u00fcber/\u65e5\u672c; \u00fcber-\u65e5\u672c",
        "aux; aux",
      })
  void a_raw_name_is_cleaned(String raw, String expected) {
    assertThat(SafeName.clean(raw)).isEqualTo(new SafeName.Clean(expected));
  }

  @Test
  void control_characters_go() {
    assertThat(SafeName.clean("a\u0000b\nc\u001b[31m\u007f\u0085d"))
        .isEqualTo(new SafeName.Clean("abc[31md"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "..", "....", "  ", "?*", "\u0000", "\u00a0\ufeff", "<..>", ".?."})
  void a_name_of_which_nothing_remains_is_refused(String raw) {
    assertThat(SafeName.clean(raw)).isEqualTo(new SafeName.Refused(SafeName.Reason.EMPTY));
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "...", " . ", "?.?"})
  void a_name_that_means_the_folder_itself_is_refused(String raw) {
    assertThat(SafeName.clean(raw)).isEqualTo(new SafeName.Refused(SafeName.Reason.DOT));
  }

  @Test
  void the_length_counts_after_cleaning() {
    assertThat(SafeName.clean(" ?" + "x".repeat(120) + "..?"))
        .isEqualTo(new SafeName.Clean("x".repeat(120)));
    assertThat(SafeName.clean("x".repeat(121)))
        .isEqualTo(new SafeName.Refused(SafeName.Reason.TOO_LONG));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\ud800", "\udc00b", "\ude00\ud83d", "\ud83d<\ude00"})
  void half_a_character_is_refused(String raw) {
    assertThat(SafeName.clean(raw))
        .isEqualTo(new SafeName.Refused(SafeName.Reason.UNPAIRED_SURROGATE));
  }

  @Property(tries = 5_000)
  void whatever_comes_in_what_comes_out_names_a_file_in_its_folder(
      @ForAll @CharRange(from = ' ', to = '@') @StringLength(max = 12) String raw) {
    if (SafeName.clean(raw) instanceof SafeName.Clean(var name)) {
      assertThat(name).doesNotContain("/", "\\", "..").isNotEqualTo(".").isNotEmpty();
      assertThat(SafeName.clean(name)).isEqualTo(new SafeName.Clean(name));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CON",
        "con",
        "Prn",
        "AUX",
        "nul",
        "COM1",
        "com9",
        "LPT1",
        "lpt\u00b2",
        "CONIN$",
        "conout$",
        "nul.tar",
        "aux ",
        "con .x"
      })
  void a_device_is_known_in_any_case(String stem) {
    assertThat(SafeName.isDeviceName(stem)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"design-aux", "aux-design", "console", "com", "com0", "com10", "lpt", "", ".con"})
  void a_stem_that_only_holds_a_device_name_is_none(String stem) {
    assertThat(SafeName.isDeviceName(stem)).isFalse();
  }
}
