package dev.tidemark.library;

import static dev.tidemark.library.TokenCounter.countTokens;
import static dev.tidemark.library.TokenCounter.validateContextSummary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonString;
import dev.tidemark.testkit.Hostile;
import dev.tidemark.testkit.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenCounterTest {

  @Test
  @Proves("R-004-01")
  void the_limit_is_500_unless_a_call_says_otherwise() {
    assertThat(TokenCounter.MAX_SUMMARY_TOKENS).isEqualTo(500);
    assertThat(validateContextSummary("one two three").limit()).isEqualTo(500);

    var verdict = validateContextSummary("one two three", 2);
    assertThat(verdict.limit()).isEqualTo(2);
    assertThat(verdict.valid()).isFalse();
  }

  @Test
  @Proves("R-004-02")
  void words_are_runs_of_what_ecmascript_does_not_call_white_space() {
    assertThat(countTokens("  multiple   spaces  ")).isEqualTo(2);
    assertThat(countTokens("a\u00a0b")).isEqualTo(2);
    assertThat(countTokens("a\u200bb")).isEqualTo(1);
    assertThat(countTokens("a\u0085b")).isEqualTo(1);
    assertThat(countTokens("")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      chars = {
        '\t', '\n', '\u000b', '\f', '\r', ' ', '\u00a0', '\u1680', '\u2000', '\u2001', '\u2002',
        '\u2003', '\u2004', '\u2005', '\u2006', '\u2007', '\u2008', '\u2009', '\u200a', '\u2028',
        '\u2029', '\u202f', '\u205f', '\u3000', '\ufeff'
      })
  @Proves("R-004-02")
  void each_white_space_character_separates_two_words(char space) {
    assertThat(countTokens("a" + space + "b")).isEqualTo(2);
  }

  @Test
  @Proves("R-004-03")
  void nothing_counts_nothing_and_other_types_are_turned_into_text() {
    assertThat(countTokens(null)).isZero();
    assertThat(countTokens(123)).isEqualTo(1);
    assertThat(countTokens(List.of("a", "b"))).isEqualTo(2);
    assertThat(validateContextSummary(null).valid()).isTrue();
    assertThat(validateContextSummary(null).tokenCount()).isZero();
  }

  @Test
  @Proves("R-004-03")
  void a_string_of_a_document_counts_as_the_text_it_stands_for() {
    assertThat(countTokens(JsonString.of("two\nlines"))).isEqualTo(2);
    assertThat(countTokens(JsonNull.NULL)).isZero();
  }

  @Test
  @Proves({"R-004-04", "R-004-05"})
  void the_limit_is_the_most_that_is_valid() {
    var most = validateContextSummary(Desk.words(500));
    assertThat(most).isEqualTo(new TokenCounter.Verdict(true, 500, 500, null));

    var more = validateContextSummary(Desk.words(501));
    assertThat(more.valid()).isFalse();
    assertThat(more.tokenCount()).isEqualTo(501);
    assertThat(more.error())
        .isEqualTo("Context summary exceeds 500 token limit (actual: 501 tokens)");
  }

  @Test
  @Proves("R-004-05")
  void the_error_names_limit_and_count() {
    assertThat(validateContextSummary("one two three", 2).error())
        .isEqualTo("Context summary exceeds 2 token limit (actual: 3 tokens)");
  }

  @Test
  @Proves("R-004-03")
  void no_text_whatever_makes_it_throw() {
    for (var text : Hostile.texts()) {
      assertThat(countTokens(text)).isNotNegative();
      assertThat(validateContextSummary(text, 0).tokenCount()).isEqualTo(countTokens(text));
    }
  }
}
