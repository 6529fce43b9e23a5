package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A block between markers in the file of somebody else.
class MarkedBlockTest {
  private static final MarkedBlock BLOCK = MarkedBlock.MARKDOWN;
  private static final String CONTENT = "## Progress\n\n- record it\n";

  @ParameterizedTest
  @ValueSource(
      strings = {"# Rules\n", "# Rules", "\n", "# Rules\n\n\n", "a\r\nb\r\n", "```\ncode\n```"})
  void removing_the_block_gives_the_file_back_byte_for_byte(String text) {
    var with = BLOCK.with(text, CONTENT);

    assertThat(with).startsWith(text).contains(CONTENT);
    assertThat(BLOCK.textWithoutBlock(with)).isEqualTo(text);
    assertThat(BLOCK.with(with, CONTENT)).isEqualTo(with);
  }

  @Test
  void a_file_that_held_only_the_block_is_removed() {
    assertThat(BLOCK.textWithoutBlock(BLOCK.with(null, CONTENT))).isNull();
  }

  @Test
  void a_new_edition_replaces_the_old_one_where_it_stands() {
    var text = BLOCK.with("# Rules\n", "old\n") + "\n# More\n";

    var newer = BLOCK.with(text, "new\n");

    assertThat(newer).contains("new\n").doesNotContain("old").endsWith("\n# More\n");
    assertThat(BLOCK.textWithoutBlock(newer)).isEqualTo("# Rules\n\n# More\n");
  }

  @Test
  void a_block_that_does_not_end_is_left_alone() {
    var text = "# Rules\n\n<!-- tidemark:begin -->\nrest of the file\n";

    assertThat(BLOCK.textWithoutBlock(text)).isEqualTo(text);
  }

  @Test
  void markers_inside_a_line_are_text() {
    var text = "The marker `<!-- tidemark:begin -->` and <!-- tidemark:end -->\n";

    assertThat(BLOCK.textWithoutBlock(text)).isEqualTo(text);
    assertThat(BLOCK.textWithoutBlock(BLOCK.with(text, CONTENT))).isEqualTo(text);
  }
}
