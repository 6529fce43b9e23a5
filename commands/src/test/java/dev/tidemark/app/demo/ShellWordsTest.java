package dev.tidemark.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShellWordsTest {
  @Test
  void words_are_parted_by_blanks_and_kept_together_by_single_quotes() {
    assertThat(ShellWords.of("done  design --summary 'It works; really.' --task ''"))
        .containsExactly("done", "design", "--summary", "It works; really.", "--task", "");
    assertThat(ShellWords.of("a'b c'd")).containsExactly("ab cd");
    assertThat(ShellWords.of("   ")).isEmpty();
  }
}
