package dev.tidemark.workflow.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Words are counted as ECMAScript splits them.
class TokenMeterTest {
  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of("", 0),
        Arguments.of(" \n\t", 0),
        Arguments.of("one", 1),
        Arguments.of("  one  two ", 2),
        Arguments.of("one\ttwo\nthree\u000bfour\ffive\rsix", 6),
        Arguments.of("one\u00a0two\u2028three\u2029four\ufefffive\u3000six\u2003seven", 7),
        Arguments.of("! ~ ! ~", 4),
        Arguments.of("a!b~c", 1),
        Arguments.of("\u00fcber \u4e2d", 2),
        Arguments.of("a\u0000b\u007fc\u0085d\u200be", 1));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void words_stand_between_white_space(String text, int words) {
    assertThat(TokenMeter.words().count(text)).isEqualTo(words);
  }

  @Test
  void a_summary_may_have_as_many_tokens_as_the_limit() {
    var limit = SummaryLimit.DEFAULT.orTokens(2);

    assertThat(SummaryLimit.DEFAULT.orTokens(null)).isSameAs(SummaryLimit.DEFAULT);
    assertThat(limit).isEqualTo(new SummaryLimit(2, "words", SummaryLimit.DEFAULT.counter()));
    assertThat(limit.objection("one two")).isEmpty();
    assertThat(limit.objection("one two three"))
        .isEqualTo("Context summary exceeds 2 token limit (actual: 3 tokens)");
    assertThat(SummaryLimit.DEFAULT.objection("x ".repeat(500))).isEmpty();
    assertThat(SummaryLimit.DEFAULT.objection("x ".repeat(501)))
        .isEqualTo("Context summary exceeds 500 token limit (actual: 501 tokens)");
  }
}
