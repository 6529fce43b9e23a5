package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import org.junit.jupiter.api.Test;

class WhitespaceTest {
  private static final String ALL =
      "\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
          + "\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

  @Test
  @Proves("R-004-02")
  void the_set_is_that_of_ecmascript_and_nothing_else() {
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      assertThat(Whitespace.isEcmaScript((char) c))
          .as("U+%04X", c)
          .isEqualTo(ALL.indexOf((char) c) >= 0);
    }
  }

  @Test
  void trimming_takes_it_from_both_ends_only() {
    assertThat(Whitespace.trim(ALL + "a" + ALL + "b" + ALL)).isEqualTo("a" + ALL + "b");
    assertThat(Whitespace.trim("\u0085\u200b")).isEqualTo("\u0085\u200b");
    assertThat(Whitespace.trim(ALL)).isEmpty();
  }

  @Test
  void blank_is_what_trims_to_nothing() {
    assertThat(Whitespace.isBlank(ALL)).isTrue();
    assertThat(Whitespace.isBlank("")).isTrue();
    assertThat(Whitespace.isBlank(ALL + "\u200b")).isFalse();
  }
}
