package dev.tidemark.app.view.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import dev.tidemark.text.DisplayWidth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Proves("R-004-O5")
class TextBoxTest {
  @Test
  void a_box_is_a_frame_with_sections() {
    var lines = new TextBox("PREVIEW", true).section("STAGES").add("\u2713", "research").end();

    var blank = " ".repeat(62);
    assertThat(lines)
        .containsExactly(
            "\u250c" + "\u2500".repeat(70) + "\u2510",
            "\u2502 PREVIEW" + blank + "\u2502",
            "\u251c" + "\u2500".repeat(70) + "\u2524",
            "\u2502 STAGES" + blank + " \u2502",
            "\u2502   \u2713 research" + " ".repeat(57) + "\u2502",
            "\u2514" + "\u2500".repeat(70) + "\u2518");
  }

  @Proves("R-USR-10")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "",
        "\u4e2d\u6587 \ud83d\ude00 e\u0301 \u2014 \t tab\nline \u001b[31mred",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d"
            + "\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d"
            + "\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d\u4e2d"
      })
  void every_line_has_72_columns_on_every_console(String text) {
    for (var unicode : new boolean[] {true, false}) {
      var lines = new TextBox(text, unicode).section(text).add("*", text).add(text).end();

      assertThat(lines).allMatch(line -> DisplayWidth.of(line) == 72);
      if (!unicode) {
        assertThat(String.join("", lines)).matches("\\p{ASCII}*");
      }
    }
  }
}
