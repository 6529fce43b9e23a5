package dev.tidemark.dialects.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proves;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// YAML as data, within limits.
class YamlTreeTest {
  private static YamlTree read(String text) {
    return YamlTree.read("config.yaml", text);
  }

  private static String billionLaughs() {
    var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
      var alias = "*a" + (i - 1);
      text.append("a%d: &a%d [%s, %s, %s, %s]\n".formatted(i, i, alias, alias, alias, alias));
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: 1           | {\"a\":1}",
        "a: +7          | {\"a\":7}",
        "a: 007         | {\"a\":7}",
        "a: 0x1F        | {\"a\":31}",
        "a: 0o17        | {\"a\":15}",
        "a: 1.50        | {\"a\":1.5}",
        "a: .5          | {\"a\":0.5}",
        "a: 1e3         | {\"a\":1000}",
        "a: .inf        | {\"a\":\".inf\"}",
        "a: 1e999       | {\"a\":\"1e999\"}",
        "a: 12:30       | {\"a\":\"12:30\"}",
        "a: no          | {\"a\":\"no\"}",
        "a: TRUE        | {\"a\":true}",
        "a: ~           | {\"a\":null}",
        "a:             | {\"a\":null}",
        "a: '1'         | {\"a\":\"1\"}",
        "a: !!str 1     | {\"a\":\"1\"}",
        "1: [x, {y: z}] | {\"1\":[\"x\",{\"y\":\"z\"}]}",
        "a: &k [1]\\nb: *k | {\"a\":[1],\"b\":[1]}",
        "# nothing      | {}",
        "---            | {}",
        "\ufeff# nothing | {}",
      })
  void values_mean_what_yaml_1_2_says(String yaml, String json) {
    var root = read(yaml.strip().replace("\\n", "\n")).root();

    assertThat(JsonText.compact(root)).isEqualTo(json.strip());
  }

  @Test
  void everything_knows_its_line() {
    var tree = read("limits:\n  summary: 300\nlists:\n  - a\n  - b: 1\n    c: 2\n");

    assertThat(tree.line("limits")).isEqualTo(1);
    assertThat(tree.line("limits.summary")).isEqualTo(2);
    assertThat(tree.line("lists[0]")).isEqualTo(4);
    assertThat(tree.line("lists[1].c")).isEqualTo(6);
    assertThat(tree.line("limits.none")).isEqualTo(1);
    assertThat(tree.line("lists[1].d.e")).isEqualTo(5);
    assertThat(tree.wrong("limits.summary", "no")).hasMessage("config.yaml:2: no");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a: [1\\nb: 2             | 2 | this is not YAML",
        "a: 1\\n\\tb: 2           | 2 | this is not YAML",
        "a: 1\\n---\\nb: 2        | 2 | expected one document",
        "a: 1\\n? [x]\\n: y       | 2 | expected a key",
        "a: *b                    | 1 | *b is an alias without an anchor",
        "a: 1\\nb: &x [*x]        | 2 | *x is an alias without an anchor",
        "a: !!javax.script.X [1]  | 1 | tag tag:yaml.org,2002:javax.script.X means nothing here",
        "a: !mine 1               | 1 | tag !mine means nothing here",
      })
  @Proves("R-USR-14")
  void what_is_not_plain_data_is_refused(String yaml, int line, String problem) {
    assertThatThrownBy(() -> read(yaml.strip().replace("\\n", "\n").replace("\\t", "\t")))
        .isInstanceOfSatisfying(
            DefinitionException.class,
            wrong -> {
              assertThat(wrong.problem()).startsWith(problem.strip());
              assertThat(wrong.line()).isEqualTo(line);
            });
  }

  @Test
  @Proves("R-USR-14")
  void bombs_are_refused() {
    assertThatThrownBy(() -> read(billionLaughs())).hasMessageContaining("more than 10000 values");
    assertThatThrownBy(() -> read("a: " + "[".repeat(100) + "]".repeat(100)))
        .hasMessageContaining("nested deeper than 50 levels");
    assertThatThrownBy(() -> read("[".repeat(200_000))).hasMessageContaining("nested deeper");
    assertThatThrownBy(() -> read("a: " + "x".repeat(300_000))).hasMessageContaining("larger than");
    assertThatThrownBy(() -> read("a: [" + "1,".repeat(20_000) + "]"))
        .hasMessageContaining("more than 10000 values");
  }

  @Test
  @Proves("R-USR-14")
  void ten_thousand_values_are_read_keys_counted_and_what_aliases_repeat() {
    var list = "a: [" + "1, ".repeat(9_996) + "1]";
    var keys = new StringBuilder("{k: 1");
    for (int i = 1; i < 4_999; i++) {
      keys.append(", k" + i + ": 1");
    }
    var repeated = "a: [" + "1, ".repeat(3_999) + "1]\nb: &b [1]\nc: [*b";

    assertThat(read(list).root().array("a")).isNotNull();
    assertThat(read(keys + "}").root().members()).hasSize(4_999);
    assertThat(read(repeated + ", *b".repeat(1_000) + "]").root().members()).hasSize(3);
    for (var more :
        new String[] {
          list.replace("]", ", 1]"), keys + ", l: 1}", repeated + ", *b".repeat(2_000) + "]"
        }) {
      assertThatThrownBy(() -> read(more)).hasMessageContaining("more than 10000 values");
    }
  }

  @Test
  void fifty_levels_are_read_and_one_more_is_refused() {
    var most = "[".repeat(49) + "]".repeat(49);

    assertThat(read("a: " + most).root().array("a")).isNotNull();
    assertThatThrownBy(() -> read("a: [" + most + "]")).hasMessageContaining("deeper than 50");
    assertThat(read("a: [" + "[[]], ".repeat(60) + "[]]").root().array("a")).isNotNull();
  }

  @Test
  void a_file_has_a_quarter_of_a_million_characters_at_most() {
    var most = "a: '" + "x".repeat(256 * 1024 - 5) + "'";

    assertThat(read(most).root().string("a")).hasSize(256 * 1024 - 5);
    assertThatThrownBy(() -> read(most + "\n"))
        .hasMessage("config.yaml:1: the file is larger than 262144 characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\ufeffa: 1", "a: 1\r\nb: 2\r\n", "%YAML 1.2\n---\na: 1\n..."})
  void what_editors_leave_behind_is_read(String yaml) {
    assertThat(read(yaml).root().members()).hasSizeLessThan(3);
  }

  @Property(tries = 1000)
  void nothing_else_is_ever_thrown(@ForAll String text) {
    try {
      assertThat(read(text).root()).isNotNull();
    } catch (DefinitionException expected) {
      assertThat(expected.line()).isPositive();
    }
  }
}
