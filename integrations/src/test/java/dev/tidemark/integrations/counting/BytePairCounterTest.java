package dev.tidemark.integrations.counting;

import static dev.tidemark.workflow.policy.CountingStrategy.CL100K;
import static dev.tidemark.workflow.policy.CountingStrategy.O200K;
import static dev.tidemark.workflow.policy.CountingStrategy.WORDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.CountingStrategy;
import dev.tidemark.workflow.policy.TokenMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The encodings count as their published vectors say, without a network, and in linear time.
class BytePairCounterTest {
  private static final Encoding LIBRARY =
      Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.CL100K_BASE);
  private static final TokenMeter CL = new BytePairCounter(CL100K);
  private static final TokenMeter O = new BytePairCounter(O200K);
  private static final int MILLION = 1_000_000;

  @Proves("R-004-90")
  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      quoteCharacter = '"',
      value = {
        "hello world,15339 1917",
        "\"\",\"\"",
        "rer,38149",
        "'rer,2351 81",
        "today\\n ,31213 198 220",
        "today\\n \\n,31213 27907",
        " \\u00850,220 126 227 15"
      })
  void the_published_vectors_of_cl100k_hold(String spelling, String numbers) {
    var text = spelling.replace("\\n", "\n").replace("\\u0085", "\u0085");
    var expected =
        numbers.isEmpty()
            ? new int[0]
            : java.util.Arrays.stream(numbers.split(" ")).mapToInt(Integer::parseInt).toArray();

    assertThat(CL.count(text)).isEqualTo(expected.length);
    assertThat(LIBRARY.encodeOrdinary(text).toArray()).isEqualTo(expected);
  }

  @Proves("R-004-90")
  @Test
  void what_looks_like_a_special_token_is_ordinary_text() {
    assertThat(CL.count("<|endoftext|>")).isEqualTo(7);
    assertThat(O.count("<|endoftext|>")).isGreaterThan(1);
    assertThat(O.count("<|endofprompt|> and more")).isGreaterThan(4);
  }

  @Test
  void the_encodings_differ_from_each_other_and_from_words() {
    var text =
        "Zw\u00f6lf Boxk\u00e4mpfer jagen Viktor quer \u00fcber den gro\u00dfen Sylter Deich";

    assertThat(TokenMeter.words().count(text)).isEqualTo(10);
    assertThat(O.count(text)).isGreaterThan(10).isLessThan(CL.count(text));
    assertThatIllegalArgumentException().isThrownBy(() -> new BytePairCounter(WORDS));
  }

  /// With time or memory that grows with the square, none of these would ever end.
  @Proves("R-004-91")
  @Timeout(300)
  @ParameterizedTest
  @EnumSource(
      value = CountingStrategy.class,
      names = {"O200K", "CL100K"})
  void a_million_equal_letters_are_counted(CountingStrategy strategy) {
    var counter = new BytePairCounter(strategy);

    assertThat(counter.count("a".repeat(MILLION))).isEqualTo(MILLION / 8);
    assertThat(counter.count("\u4e2d".repeat(MILLION / 4))).isEqualTo(MILLION / 4);
    assertThat(counter.count("\ud83d\ude00".repeat(MILLION / 10)))
        .isBetween(MILLION / 10, MILLION / 4);
  }

  @Test
  void a_long_text_has_as_many_tokens_as_if_it_were_counted_at_once() {
    var words = "The refresh token isn't kept, it rotates (see src/auth/token.ts:42)!\n\n   So ";
    var text = words.repeat(4 * BytePairCounter.PART_MAX / words.length());

    assertThat(CL.count(text)).isEqualTo(LIBRARY.countTokensOrdinary(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud83d", "a\udc00b", "\u0000", "\ufeff x", "\r\n\r\n\t"})
  void strange_texts_are_counted_too(String text) {
    assertThat(CL.count(text)).isPositive();
    assertThat(O.count(text)).isPositive();
  }
}
