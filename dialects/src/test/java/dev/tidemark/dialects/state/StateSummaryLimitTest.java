package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialects.state.format.DocumentLimits;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.SummaryLimit;
import dev.tidemark.workflow.policy.TokenMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How summaries are counted and held to their limit.
class StateSummaryLimitTest {
  private static final TokenMeter WORDS = TokenMeter.words();

  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "'hello world',2", "'  multiple   spaces  ',2", "'a\u00a0b',2", "'a\u200bb',1",
        "'a\u0085b',1", "'',0", "' \t\n\u000b\f\r ',0", "'a\u1680b\u2000c\u200ad',4",
        "'a\u2028b\u2029c\u202fd\u205fe\u3000f\ufeffg',7", "'\u180e',1", "'😀 😀',2",
      })
  @Proves("R-004-02")
  void tokens_are_what_stands_between_white_space_of_ecmascript(String text, int tokens) {
    assertThat(WORDS.count(text)).isEqualTo(tokens);
  }

  @Test
  @Proves({"R-004-01", "R-004-04", "R-004-05"})
  void the_usual_limit_is_500() {
    assertThat(SummaryLimit.DEFAULT.tokens()).isEqualTo(500);
    assertThat(SummaryLimit.DEFAULT.strategy()).isEqualTo("words");
    assertThat(SummaryLimit.DEFAULT.objection(Run.words(500))).isEmpty();
    assertThat(SummaryLimit.DEFAULT.objection(Run.words(501)))
        .isEqualTo("Context summary exceeds 500 token limit (actual: 501 tokens)");
  }

  @Test
  @Proves({"R-004-01", "R-004-05"})
  void another_limit_is_named_in_the_sentence() {
    assertThat(new SummaryLimit(2, "words", WORDS).objection("one two three"))
        .isEqualTo("Context summary exceeds 2 token limit (actual: 3 tokens)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {"null;0", "123;1", "true;1", "\"a b\";2"})
  @Proves("R-004-03")
  void a_summary_that_is_no_text_is_counted_as_text(String summary, int tokens) {
    var limit = new SummaryLimit(1, "words", WORDS);
    var holder = Run.json("{\"context_summary\":" + summary + "}");

    assertThat(DocumentLimits.objection(holder, limit).isEmpty()).isEqualTo(tokens <= 1);
  }
}
