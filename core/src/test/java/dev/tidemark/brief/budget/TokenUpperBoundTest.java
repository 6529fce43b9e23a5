package dev.tidemark.brief.budget;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The bound holds because of facts about the encoding o200k; here each of them is looked up in the
/// encoding's own table, and the bound is compared with an encoder.
class TokenUpperBoundTest {
  private static final Encoding O200K =
      Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
  private static final Set<String> TOKENS = tokens();

  /// Tokens as texts of one character for each byte.
  private static Set<String> tokens() {
    try (var table = Encodings.class.getResourceAsStream("o200k_base.tiktoken")) {
      var tokens = new HashSet<String>();
      for (var line : new String(table.readAllBytes(), ISO_8859_1).split("\n")) {
        tokens.add(new String(Base64.getDecoder().decode(line.split(" ")[0]), ISO_8859_1));
      }
      return tokens;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// Not AssertJ's `contains`, which compares with one token after the other.
  private static boolean isToken(String text) {
    return TOKENS.contains(text);
  }

  @Test
  void two_small_letters_are_a_token_unless_they_are_rare() {
    var none = new HashSet<String>();
    for (char one = 'a'; one <= 'z'; one++) {
      assertThat(isToken(" " + one)).isTrue();
      for (char other = 'a'; other <= 'z'; other++) {
        var pair = "" + one + other;
        if (!isToken(pair)) {
          none.add(pair);
        }
        assertThat(TokenUpperBound.of(pair)).as(pair).isEqualTo(isToken(pair) ? 1 : 2);
      }
    }
    var rare =
        "bq gk gq jv jz kq kz lq nq qf qg qj qk qv qz rj tq wq wz xg xj xk xq xv xw yq zj zq zv";
    assertThat(none).containsExactlyInAnyOrder(rare.split(" "));
  }

  @Test
  void up_to_three_digits_are_a_token() {
    for (int i = 0; i < 1000; i++) {
      var digits = Integer.toString(i);
      assertThat(isToken(digits) && isToken("0".repeat(3 - digits.length()) + digits))
          .as(digits)
          .isTrue();
      assertThat(i > 9 || isToken("0" + digits)).as(digits).isTrue();
    }
  }

  @Test
  void a_common_word_with_its_blank_is_a_token() {
    var words = CommonWords.all().strip().split(" ");

    assertThat(words).hasSizeGreaterThan(1000).doesNotHaveDuplicates();
    assertThat(words).allMatch(word -> isToken(" " + word));
    var table = new CommonWords();
    assertThat(words)
        .allMatch(word -> table.contains(("x" + word + "x").toCharArray(), 1, 1 + word.length()));
    assertThat(table.contains("checkpointx".toCharArray(), 0, 11)).isFalse();
    assertThat(table.contains("checkpoin".toCharArray(), 0, 9)).isFalse();
  }

  @Test
  void the_first_bytes_of_usual_wide_characters_are_a_token() {
    for (char c = 0x80; c < 0xd800; c++) {
      int bytes = String.valueOf(c).getBytes(UTF_8).length;
      var first = new String(Arrays.copyOf(String.valueOf(c).getBytes(UTF_8), 2), ISO_8859_1);
      if (TokenUpperBound.of(String.valueOf(c)) < bytes && !isToken(first)) {
        fail("no token: U+%04x", (int) c);
      }
    }
    assertThat(TokenUpperBound.of("\u4e2d")).isEqualTo(2);
    assertThat(TokenUpperBound.of("\u00fc")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "don'tally, can't, 'really",
        "zqzqzqzqzq xvxvxv",
        "CamelCaseWordsAndHTTPServers fooBarBaz",
        "   several   blanks  \n\n  and lines \r\n\r\n",
        "!!!!####$$$$ ++--==//\\\\ <|endoftext|>",
        "3.14159 2026-11-21T05:12:33.123Z 0123456789abcdef0123456789abcdef01234567",
        "\u00dcberlauf beim Speichern \ud83d\ude00 \u4e2d\u6587\u6587\u672c"
            + " \u65e5\u672c\u8a9e\u306e\u30c6\u30b9\u30c8",
        "\u041f\u0440\u043e\u0432\u0435\u0440\u043a\u0430 \u0442\u0435\u043a\u0441\u0442\u0430,"
            + " \u03b5\u03bb\u03bb\u03b7\u03bd\u03b9\u03ba\u03ac"
      })
  void a_text_has_no_more_tokens_than_that(String text) {
    assertThat(O200K.countTokensOrdinary(text)).isLessThanOrEqualTo(TokenUpperBound.of(text));
  }

  @Tag("property")
  @Property(tries = 1000)
  void no_text_has_more_tokens_than_that(@ForAll("texts") String text) {
    assertThat(O200K.countTokensOrdinary(text)).isLessThanOrEqualTo(TokenUpperBound.of(text));
  }

  @Provide
  Arbitrary<String> texts() {
    var letters = Arbitraries.strings().withCharRange('a', 'z').ofMaxLength(12);
    var ascii = Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(12);
    var wide =
        Arbitraries.strings()
            .withChars("\u00fc\u0301\u4e2d\u3042\u0416\u00a0\u2014\n\r\t'")
            .ofMaxLength(4);
    var any = Arbitraries.strings().ofMaxLength(4).filter(TokenUpperBoundTest::isWhole);
    var words = Arbitraries.of(CommonWords.all().split(" ")).map(word -> " " + word);
    return Arbitraries.oneOf(letters, ascii, wide, any, words)
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  private static boolean isWhole(String text) {
    return UTF_8.newEncoder().canEncode(text);
  }

  @Test
  void a_usual_text_is_not_overrated_by_much() {
    var text =
        "The refresh token rotates on each use and the session stays on the server, so that a"
            + " stolen token is good for one request only. Tests cover the rotation, the expiry and"
            + " the race between two requests with the same token; see src/auth/token.ts.";

    assertThat(TokenUpperBound.of(text)).isLessThan(2 * O200K.countTokensOrdinary(text));
  }
}
