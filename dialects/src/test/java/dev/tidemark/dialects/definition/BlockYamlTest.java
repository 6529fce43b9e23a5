package dev.tidemark.dialects.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever the short way reads, it reads as the library does.
class BlockYamlTest {
  private static final List<String> PIECES =
      List.of(
          "a",
          "b: ",
          "c:",
          "- ",
          "-",
          " ",
          "  ",
          "    ",
          "\n",
          "\n",
          "\n  ",
          "# x",
          " #",
          "'",
          "\"",
          "1",
          "-1",
          "0x1",
          "1.5",
          "1e3",
          ".",
          "null",
          "~",
          "true",
          "no",
          "2026-01-29",
          "12:30",
          ":",
          "x: y",
          "é",
          "|",
          "[",
          "]",
          "{}",
          "&a",
          "*a",
          "---",
          "!",
          "%",
          "@",
          "?",
          "\\",
          "\t",
          ",");

  private static void agree(String text) {
    var simple = BlockYaml.read("x.yaml", text);
    if (simple == null) {
      return;
    }
    var whole = YamlTreeReader.tree("x.yaml", text);
    assertThat(JsonText.compact(simple.root())).as(text).isEqualTo(JsonText.compact(whole.root()));
    for (var place : simple.lines().entrySet()) {
      assertThat(whole.line(place.getKey())).as(place + " in " + text).isEqualTo(place.getValue());
    }
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(PIECES).list().ofMaxSize(14).map(pieces -> String.join("", pieces));
  }

  @Provide
  Arbitrary<String> blocks() {
    var indents = Arbitraries.of("", "  ", "    ", "  - ", "- ", "    - ");
    var keys = Arbitraries.of("a: ", "b: ", "c:", "d/e: ", "");
    var values =
        Arbitraries.of("", "x", "x y", "7", "007", "1.5", "'q'", "\"q\"  # c", "~", "x # c", "#c");
    var line =
        Combinators.combine(indents, keys, values)
            .as((indent, key, value) -> indent + key + value + "\n");
    return line.list().ofMaxSize(8).map(lines -> String.join("", new ArrayList<>(lines)));
  }

  @Property(tries = 4_000)
  void what_it_reads_of_any_text_is_what_the_library_reads(@ForAll("texts") String text) {
    agree(text);
  }

  @Property(tries = 4_000)
  void what_it_reads_of_lines_is_what_the_library_reads(@ForAll("blocks") String text) {
    agree(text);
  }

  @Test
  void it_reads_what_people_write() {
    var text =
        "# of the project\nspecs_status:\n  SPEC-003:\n    status: approved # by ann\n"
            + "    specs_dir: specs/003-import\nsteps:\n- id: 1\n  name: 'Parse it'\n"
            + "  since: 2026-01-29T10:00:00Z\n- id: 2\n  tags:\n  - a b\n  - \"c\"\nempty:\n";

    var content = BlockYaml.read("x.yaml", text);

    assertThat(content).isNotNull();
    assertThat(JsonText.compact(content.root()))
        .isEqualTo(
            "{\"specs_status\":{\"SPEC-003\":{\"status\":\"approved\","
                + "\"specs_dir\":\"specs/003-import\"}},\"steps\":[{\"id\":1,\"name\":\"Parse it\","
                + "\"since\":\"2026-01-29T10:00:00Z\"},{\"id\":2,\"tags\":[\"a b\",\"c\"]}],"
                + "\"empty\":null}");
    agree(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n \n# nothing",
        "a: 1",
        "a: 1\n\n\n",
        "azAZ09_-./: v",
        "0: v",
        "a: 90",
        "a: 123456789012345678",
        "a: 2026-01-29",
        "a: 1-2",
        "a: x~ \u00a1\u1fff\u2070\ud7ff",
        "a:\n- v",
        "a:\n  -   v\n  -   c: 1\n      d: 2",
        "a:\n  b: 1\nc: 2",
        "a: 'b'\nc: \"d\" # e",
        "a: '' # b",
        "a: v # c # d",
        "a: v#c",
        "a: # b\n  c: v",
        "a:\nb:"
      })
  void it_reads_lines_of_keys_items_and_single_values(String text) {
    assertThat(BlockYaml.read("x.yaml", text)).isNotNull();
    agree(text);
  }

  @Test
  void it_reads_so_much_and_leaves_more_to_the_library() {
    var longest = "a: " + "v".repeat(64 * 1024 - 3);
    var most = "- v\n".repeat(1_999);

    assertThat(BlockYaml.read("x.yaml", longest)).isNotNull();
    assertThat(BlockYaml.read("x.yaml", longest + "v")).isNull();
    assertThat(BlockYaml.read("x.yaml", "a:\n" + most)).isNotNull();
    assertThat(BlockYaml.read("x.yaml", "a:\n" + most + "- v")).isNull();
    assertThat(BlockYaml.read("x.yaml", nested(20))).isNotNull();
    assertThat(BlockYaml.read("x.yaml", nested(21))).isNull();
    agree(nested(20));
  }

  private static String nested(int depth) {
    var text = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      text.append(" ".repeat(i)).append("a:\n");
    }
    return text.toString();
  }

  @Test
  void what_stands_side_by_side_is_not_deep() {
    var text = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      text.append("k" + i + ":\n  m:\n    n: 1\nl" + i + ":\n- o: 1\n- p\n");
    }

    assertThat(BlockYaml.read("x.yaml", text.toString())).isNotNull();
    agree(text.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: [1, 2]",
        "a: |\n  text",
        "a: &x 1",
        "a: 1\na: 2",
        "a:\n    b: 1\n  c: 2",
        "a: 1.5",
        "- a",
        "a",
        "a:\tb",
        "a: b\n  c",
        "a: 'it''s'",
        "a: \"\\n\"",
        "--- \na: 1",
        "a: b: c",
        "? a",
        "a:\n  - - b",
        "a:\n  -\n    b",
        "a: b\r\n",
        "a: -1",
        "a: +1",
        "a: 1e-5",
        "a: 1E+5",
        "a: 0xaf",
        "a: 0xAF",
        "a: 1234567890123456789",
        ": x",
        ".a: x",
        "a: 'b'# c",
        "a: 'b' c",
        "a: 'b",
        "a: 'b\n  c'",
        "a: v\u00a0w",
        "a: v\u2000w",
        "a: v\u206fw",
        "a: x\u007f",
        "a: x\u2028y",
        "a: \ud83d\ude00",
        "a: \ud800",
        "a: \ue000",
        "\ufeffa: 1",
        "a: 1\n...",
        "a: x\n b: y",
        " a: 1",
        "- a: 1"
      })
  void what_is_more_than_that_is_left_to_the_library(String text) {
    assertThat(BlockYaml.read("x.yaml", text)).isNull();
  }
}
