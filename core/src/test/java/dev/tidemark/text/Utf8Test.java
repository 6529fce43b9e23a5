package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8Test {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "80",
        "bf",
        "c0af",
        "c1bf",
        "c2",
        "e282",
        "e08080",
        "eda080",
        "edbfbf",
        "eda081edb080",
        "f0808080",
        "f4908080",
        "f5808080",
        "ff",
        "fe",
        "e282ac80",
        "efbf",
        "61c3",
        "efbfbdff",
      })
  void bytes_that_are_not_utf_8_are_never_replaced(String hex) {
    assertThat(Utf8.decode(HexFormat.of().parseHex(hex))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'',''",
    "61,a",
    "c3a4,\u00e4",
    "e282ac,\u20ac",
    "f09f9880,\ud83d\ude00",
    "efbfbd,\ufffd",
    "efbbbf61,\ufeffa",
    "ed9fbf,\ud7ff",
    "ee8080,\ue000",
    "3f,?",
    "f48fbfbf,\udbff\udfff"
  })
  void a_text_and_its_bytes_belong_together(String hex, String text) {
    assertThat(Utf8.decode(HexFormat.of().parseHex(hex))).contains(text);
    assertThat(HexFormat.of().formatHex(Utf8.encode(text))).isEqualTo(hex);
  }

  @Property
  void any_bytes_are_judged_as_the_platforms_strict_decoder_does(@ForAll byte[] bytes) {
    assertThat(Utf8.decode(bytes)).isEqualTo(platform(bytes));
  }

  private static Optional<String> platform(byte[] bytes) {
    try {
      var decoder = StandardCharsets.UTF_8.newDecoder();
      return Optional.of(decoder.decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException notUtf8) {
      return Optional.empty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'\ud800',0",
    "'\udfff',0",
    "'a?\udc00',2",
    "'\ude00\ud83d',0",
    "'\ud83d\ude00\ud83d',2"
  })
  void half_a_character_is_refused_with_its_place(String text, int offset) {
    assertThat(Utf8.isEncodable(text)).isFalse();
    assertThatThrownBy(() -> Utf8.encode(text))
        .isInstanceOfSatisfying(
            UnpairedSurrogateException.class,
            thrown -> assertThat(thrown.offset()).isEqualTo(offset));
  }

  @Test
  void a_question_mark_is_just_a_character() {
    assertThat(Utf8.isEncodable("why?")).isTrue();
    assertThat(Utf8.encode("why?")).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({"\ufeffa,a", "\ufeff,''", "'',''", "a,a", "a\ufeff,a\ufeff", "\ufeff\ufeffa,\ufeffa"})
  void one_byte_order_mark_at_the_beginning_is_left_out(String text, String expected) {
    assertThat(Utf8.withoutByteOrderMark(text)).isEqualTo(expected);
  }
}
