package dev.tidemark.dialects.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import dev.tidemark.text.Utf8;
import java.util.Map;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/// How values stand in the front matter, judged by a YAML reader that is not ours.
class YamlScalarTest {
  private static Object yaml(LoadSettings settings, String written) {
    var map = (Map<?, ?>) new Load(settings).loadFromString("key: " + written + "\n");
    return map.get("key");
  }

  @Property(tries = 2000)
  @Proves("R-001-06")
  void every_reader_of_yaml_gets_the_text_back(@ForAll String text) {
    Assume.that(Utf8.isEncodable(text));
    agreed(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bug: login fails",
        "login fails #12",
        "@me/x",
        "123",
        "no",
        "NO",
        "y",
        "~",
        "null",
        "",
        " x",
        "x ",
        "a:",
        "-",
        "- a",
        "? a",
        "1.5",
        "1e3",
        "0x1f",
        "0b1",
        "0o7",
        "1_000",
        "190:20:30",
        "2026-02-12",
        "2026-02-12T10:00:00Z",
        ".inf",
        ".nan",
        "=",
        "<<",
        "[a",
        "{a",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
        "%a",
        "`a",
        "'a'",
        "\"a\"",
        "a\tb",
        "\ufeffa",
        "a\u2028b",
        "FALSE",
        "NaN",
        "NAN"
      })
  @Proves({"R-001-06", "T-001-B"})
  void what_could_be_anything_else_is_quoted(String text) {
    assertThat(YamlScalar.LETTERS.written(text)).startsWith("\"");
    agreed(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EPIC-001",
        "feat/CTR-12",
        "login timeout",
        "2026-02-12-notifications",
        "main",
        "azure",
        "zoom",
        "Alpha",
        "Zoo",
        "Größe",
        "éa",
        "0 lives",
        "9 lives"
      })
  @Proves("T-001-B")
  void what_can_be_nothing_else_is_plain(String text) {
    assertThat(YamlScalar.LETTERS.written(text)).isEqualTo(text);
    agreed(text);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "key: plain text   # remark, plain text",
        "key:, ``",
        "key: # remark, ``",
        "key: 'it''s', it's",
        "key: \"a\\tb\\u00e9\\x41\\\"\" # x, `a\tbéA\"`",
        "key: a#b, a#b",
        "key: a# b, a# b",
        "key: a #b, a",
        "key:\ta\t#b, a",
      })
  void scalars_are_read_as_text(String line, String text) {
    var found = YamlScalar.read(line, 3);

    assertThat(found).isNotNull();
    assertThat(found.text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key: |",
        "key: [a]",
        "key: \"open",
        "key: 'a' b",
        "key: 'a'#b",
        "key: \"\\q\"",
        "key: \" #\\q\"",
        "key: \" #\\xg0\"",
        "key: \" #\\U00110000\"",
        "key: \"\\U001100000\"",
        "key: \"\\u00e",
        "key: \"\\x4",
        "key: \"\\"
      })
  void what_is_no_scalar_on_one_line_is_refused(String line) {
    assertThat(YamlScalar.read(line, 3)).isNull();
  }

  @Test
  void where_a_value_begins_and_ends_in_its_line_is_told() {
    assertThat(YamlScalar.read("key:", 3)).isEqualTo(new YamlScalar.Found(4, 4, ""));
    assertThat(YamlScalar.read("key: # remark", 3)).isEqualTo(new YamlScalar.Found(4, 4, ""));
    assertThat(YamlScalar.read("key: \"a\" # remark", 3))
        .isEqualTo(new YamlScalar.Found(5, 8, "a"));
    assertThat(YamlScalar.read("key:  a b  # remark", 3))
        .isEqualTo(new YamlScalar.Found(6, 9, "a b"));
  }

  @ParameterizedTest
  @CsvSource({
    "1f, true",
    "20, false",
    "7e, false",
    "7f, true",
    "a0, true",
    "a1, false",
    "2027, false",
    "2028, true",
    "2029, true",
    "202a, false",
    "fefe, false",
    "feff, true",
    "fffd, false",
    "fffe, true",
    "ffff, true"
  })
  @Proves("T-001-B")
  void characters_that_yaml_does_not_print_are_written_by_their_number(String hex, boolean rare) {
    char c = (char) Integer.parseInt(hex, 16);

    assertThat(YamlScalar.LETTERS.written("#" + c + "#"))
        .isEqualTo("\"#" + (rare ? "\\u" + "0".repeat(4 - hex.length()) + hex : c) + "#\"");
  }

  @ParameterizedTest
  @CsvSource({
    "0, true",
    "9, true",
    "1.5, true",
    "10.25, true",
    "'', false",
    "., false",
    ".5, false",
    "5., false",
    "1.2.3, false",
    "1:2, false",
    "1/2, false",
    "-1, false",
    "1a, false"
  })
  @Proves("T-001-A")
  void a_number_is_digits_with_at_most_one_point_between_them(String text, boolean number) {
    assertThat(YamlScalar.isNumber(text)).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource({
    "1.5, 1.5",
    "2026-03-01T12:00:00Z, 2026-03-01T12:00:00Z",
    "done, done",
    "1.2.3, '\"1.2.3\"'",
    "12:00, '\"12:00\"'"
  })
  void numbers_and_times_are_written_without_quotes(String text, String written) {
    assertThat(YamlScalar.LETTERS.writtenTyped(text)).isEqualTo(written);
  }

  private static void agreed(String text) {
    var written = YamlScalar.LETTERS.written(text);
    for (var settings :
        new LoadSettings[] {
          LoadSettings.builder().setSchema(new JsonSchema()).build(),
          LoadSettings.builder().setSchema(new CoreSchema()).build(),
          LoadSettings.builder().setSchema(new FailsafeSchema()).build()
        }) {
      assertThat(yaml(settings, written)).isEqualTo(text);
    }
    assertThat(YamlScalar.read("key: " + written, 3).text()).isEqualTo(text);
  }
}
