package dev.tidemark.app.view.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordWrapTest {
  @Test
  void text_is_broken_at_blanks_only() {
    assertThat(WordWrap.lines("one two three", 8)).containsExactly("one two", "three");
    assertThat(WordWrap.lines("a verylongword b", 5)).containsExactly("a", "verylongword", "b");
  }

  @Test
  void wide_characters_count_twice() {
    assertThat(WordWrap.lines("\u4e2d\u6587 ab", 6)).containsExactly("\u4e2d\u6587", "ab");
  }
}
