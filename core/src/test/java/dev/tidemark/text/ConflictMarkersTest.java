package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConflictMarkersTest {
  /// Lines are parted by `|`.
  @ParameterizedTest
  @CsvSource({
    "<<<<<<< HEAD|a|=======|b|>>>>>>> topic|, 1",
    "x||<<<<<<< HEAD|a|=======|b|>>>>>>> topic, 3",
    "<<<<<<< HEAD|=======|>>>>>>> topic, 1",
    "a <<<<<<< b|<<<<<<< HEAD|a ======= b|=======|a >>>>>>> b|>>>>>>> topic, 2",
    "<<<<<<< a|b|=======|c|>>>>>>> d|e|<<<<<<< a|b|=======|c|>>>>>>> d, 1",
    "=======|<<<<<<< HEAD|a|=======|b|>>>>>>> topic, 2",
  })
  void the_line_of_the_first_conflict_is_found(String text, int line) {
    assertThat(ConflictMarkers.line(lines(text))).isEqualTo(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a|b",
        "Title|=======|text",
        "<<<<<<< HEAD|a",
        "<<<<<<< HEAD|a|=======|b",
        "<<<<<<< HEAD|a|>>>>>>> topic",
        ">>>>>>> topic|=======|<<<<<<< HEAD",
        "=======|<<<<<<< HEAD|>>>>>>> topic",
        " <<<<<<< HEAD|=======|>>>>>>> topic",
        "<<<<<<< HEAD| =======|>>>>>>> topic",
        "<<<<<<< HEAD|=======| >>>>>>> topic",
        "<<<<<<<|a|=======|b|>>>>>>> topic",
      })
  void a_text_without_all_three_markers_in_order_has_no_conflict(String text) {
    assertThat(ConflictMarkers.line(lines(text))).isZero();
  }

  private static String lines(String shown) {
    return shown.replace('|', '\n');
  }
}
