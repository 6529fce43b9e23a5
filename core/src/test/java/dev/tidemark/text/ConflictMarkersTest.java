package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
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

  /// The versions: base, ours, theirs.
  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "x|<<<<<<< HEAD|a|=======|b|>>>>>>> topic|y, none, x|a|y, x|b|y",
        "<<<<<<< HEAD|=======|b|>>>>>>> t|, none, '', b|",
        "<<<<<<< o|a|=======|b|>>>>>>> t|y|<<<<<<< o|c|=======|>>>>>>> t, none, a|y|c|, b|y|",
        "a, none, none, none",
        "<<<<<<< o|a|=======|b|>>>>>>> t|<<<<<<< o|c, none, none, none",
      })
  void the_versions_of_a_text_with_conflicts_are_told_apart(
      String text, @Nullable String base, @Nullable String ours, @Nullable String theirs) {
    var versions = ConflictMarkers.versions(lines(text));

    assertThat(versions == null ? null : versions.base()).isEqualTo(shown(base));
    assertThat(versions == null ? null : versions.ours()).isEqualTo(shown(ours));
    assertThat(versions == null ? null : versions.theirs()).isEqualTo(shown(theirs));
  }

  @Test
  void the_style_diff3_has_the_common_ancestor() {
    var text = "x\n<<<<<<< o\na\n||||||| b\nc\n=======\nb\n>>>>>>> t\ny\n";

    assertThat(ConflictMarkers.versions(text))
        .isEqualTo(new ConflictMarkers.Versions("x\nc\ny\n", "x\na\ny\n", "x\nb\ny\n"));
  }

  private static @Nullable String shown(@Nullable String text) {
    return text == null ? null : lines(text);
  }

  private static String lines(String shown) {
    return shown.replace('|', '\n');
  }
}
