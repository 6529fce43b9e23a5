package dev.tidemark.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.security.SecretToken;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Ids that are made of a text, secrets that stand for somebody, and reasons in words.
class IdsTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "a", "b", "c", "run", "occasion 7", "\u00fc"})
  void a_text_always_has_the_same_UUID_and_it_is_of_version_4(String text) {
    var id = UUID.fromString(Sha256.uuid(text));

    assertThat(id).hasToString(Sha256.uuid(text));
    assertThat(id.version()).isEqualTo(4);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(Sha256.uuid(text + "x")).isNotEqualTo(Sha256.uuid(text));
    assertThat(Sha256.uuid(text)).startsWith(Sha256.hex(text.getBytes(UTF_8)).substring(0, 8));
  }

  @Test
  void a_new_secret_has_64_digits_of_what_chance_gave() {
    var chance = RandomGenerator.of("L64X128MixRandom");

    assertThat(SecretToken.generate(chance)).matches("[0-9a-f]{64}");
    assertThat(SecretToken.generate(chance)).isNotEqualTo(SecretToken.generate(chance));
  }

  @Test
  void of_a_secret_its_SHA_256_is_kept() {
    assertThat(SecretToken.hash("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @ParameterizedTest
  @EnumSource
  void a_name_is_refused_with_a_reason_and_with_what_can_be_done(SafeName.Reason reason) {
    assertThat(reason.text()).isNotBlank();
    assertThat(reason.hint()).isNotBlank().isNotEqualTo(reason.text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\u001fb", "a\u007fb", "a\u0080b", "a\u009fb"})
  void a_control_character_is_left_out_of_a_name(String raw) {
    assertThat(SafeName.clean(raw)).isEqualTo(new SafeName.Clean("ab"));
    assertThat(SafeName.clean("a\u00a0b ~")).isEqualTo(new SafeName.Clean("a\u00a0b ~"));
  }
}
