package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Proves("R-COM-16")
class SlugTest {

  @ParameterizedTest
  @CsvSource({
    "The login is timing out,login-timing-out",
    "\u00dcberlauf beim Speichern!,uberlauf-beim-speichern",
    "login timeout,login-timeout",
    "one two three four five six,one-two-three-four-five",
    "Fix THE bug_in  HTTP/2,fix-bug-http-2",
    "\u212bngstr\u00f6m \ufb01x,angstrom-fix",
    "\u65e5\u672c \u8a9e,\u65e5\u672c-\u8a9e",
    "e\u0301te\u0301,ete",
    "\u0130stanbul,istanbul",
  })
  void words_are_kept_in_lower_case_without_marks(String text, String slug) {
    assertThat(Slug.of(text)).isEqualTo(slug);
  }

  @Test
  void it_is_cut_between_words_at_forty_characters() {
    assertThat(Slug.of("abcdefghijklm nopqrstuvwxyz abcdefghijkl rest"))
        .isEqualTo("abcdefghijklm-nopqrstuvwxyz-abcdefghijkl")
        .hasSize(40);
    assertThat(Slug.of("abcdefghijklm nopqrstuvwxyz abcdefghijklm n"))
        .isEqualTo("abcdefghijklm-nopqrstuvwxyz");
  }

  @Test
  void a_first_word_that_is_too_long_is_cut_inside_but_never_through_a_character() {
    assertThat(Slug.of("x".repeat(50) + " y")).isEqualTo("x".repeat(40));
    assertThat(Slug.of("x" + "\ud835\udd04\ud840\udc00".repeat(20)))
        .matches(slug -> Utf8.isEncodable(slug));
    assertThat(Slug.of("x" + "\ud840\udc00".repeat(30))).hasSize(39);
  }

  @ParameterizedTest
  @ValueSource(strings = {"???", "", "the and of", "\ud83d\ude00", "\u0301"})
  void if_no_word_remains_the_text_is_hashed(String text) {
    assertThat(Slug.of(text))
        .isEqualTo(
            "item-"
                + Sha256.hex(text.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                    .substring(0, 8));
  }

  @Property
  void a_slug_is_short_and_a_safe_name(@ForAll String text) {
    var slug = Slug.of(text);

    assertThat(slug.length()).isBetween(1, 40);
    assertThat(SafeName.clean(slug)).isEqualTo(new SafeName.Clean(slug));
  }
}
