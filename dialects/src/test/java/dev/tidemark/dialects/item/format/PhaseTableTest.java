package dev.tidemark.dialects.item.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// The table of phases.
class PhaseTableTest {
  @Test
  void what_a_cell_may_have_around_it_is_what_the_language_calls_white_space() {
    var wrong = new ArrayList<String>();
    for (int c = Character.MIN_VALUE; c <= Character.MAX_VALUE; c++) {
      if (PhaseTable.isSpace((char) c) != Character.isWhitespace((char) c)) {
        wrong.add(Integer.toHexString(c));
      }
    }

    assertThat(wrong).isEmpty();
  }
}
