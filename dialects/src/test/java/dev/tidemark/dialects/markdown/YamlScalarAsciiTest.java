package dev.tidemark.dialects.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Hostile;
import dev.tidemark.testkit.Proves;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

@Proves("R-000-03")
class YamlScalarAsciiTest {
  /// What YAML 1.1 takes for something else than text, beyond what 1.2 does.
  private static final String OLD_NUMBER =
      "[-+]?[0-9][0-9_]*(:[0-5]?[0-9])*(\\.[0-9_]*)?|0[xb][0-9a-fA-F_]+|[0-9]{4}-[0-9-]+.*"
          + "|[-+]?[0-9.][0-9_.]*([eE][-+]?[0-9]+)?|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)";

  private static final List<String> OLD_WORDS =
      List.of("y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "=", "<<");

  private static String written(String text) {
    return YamlScalar.ASCII.written(YamlScalar.oneLine(text));
  }

  private static Object read(String yaml) {
    return new Load(LoadSettings.builder().build()).loadFromString(yaml);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3-build",
        "kw-2-execute-partial",
        "/vt-c-4-review",
        "feature/data-import",
        "SPEC-003",
        "not a git repo",
        "detached at d36b6b4",
        "NOT_RUN",
        "fix/a:b",
        "a#b",
        "0-start",
        "9-archive",
        "zoom/x",
        "Add-x",
        "Zoom/x",
        "a~b"
      })
  void usual_texts_need_no_quotes(String text) {
    assertThat(written(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bug: login fails",
        "login fails #12",
        "@me/x",
        "123",
        "no",
        "No",
        "y",
        "~",
        "null",
        "FALSE",
        "Off",
        "1e3",
        "1a",
        "0x1f",
        "12:30:45",
        "2026-02-13",
        "2026-02-13T14:30:00Z",
        "-",
        "- a",
        "? a",
        ": a",
        "[a",
        "{a",
        "!a",
        "&a",
        "*a",
        "|",
        ">",
        "'a",
        "%a",
        "`a",
        "",
        " ",
        "a:",
        "=",
        "<<",
        ".5",
        "+1",
        "1_000",
        ".inf",
        "---",
        "\u00fcber",
        "a\tb",
        "\u0007",
        "\ufeff",
        "\ud83d\ude00"
      })
  void texts_that_some_reader_takes_for_something_else_are_in_quotes(String text) {
    assertThat(written(text)).startsWith("\"").endsWith("\"");
    assertThat(read(written(text))).isEqualTo(text.strip());
  }

  @ParameterizedTest
  @CsvSource({
    "0x1f, false",
    "0x20, true",
    "0x7e, true",
    "0x7f, false",
    "0x9f, false",
    "0xa0, false",
    "0xd83d, false",
    "0xde00, false",
    "0xfeff, false",
    "0xfffd, true",
    "0xfffe, false",
    "0xffff, false"
  })
  void what_cannot_be_printed_is_written_as_its_number(int code, boolean itself) {
    var middle = itself ? String.valueOf((char) code) : "\\u%04x".formatted(code);

    assertThat(YamlScalar.quoted("a" + (char) code + "b")).isEqualTo("\"a" + middle + "b\"");
  }

  @Test
  void half_a_character_is_written_as_its_number_and_a_whole_one_as_it_is() {
    assertThat(YamlScalar.quoted("\ud83d\ude00")).isEqualTo("\"\ud83d\ude00\"");
    assertThat(YamlScalar.quoted("\ud83d")).isEqualTo("\"\\ud83d\"");
    assertThat(YamlScalar.quoted("\ude00")).isEqualTo("\"\\ude00\"");
    assertThat(YamlScalar.quoted("a\ud83d")).isEqualTo("\"a\\ud83d\"");
    assertThat(YamlScalar.quoted("\ude00\ud83d")).isEqualTo("\"\\ude00\\ud83d\"");
  }

  @Provide
  static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(30),
        Arbitraries.strings().ascii().ofMaxLength(12),
        Arbitraries.strings().withChars("0123456789.:-_eExXTZ+ #nyoNft~").ofMaxLength(10),
        Arbitraries.of(Hostile.names()));
  }

  @Property(tries = 2000)
  void every_reader_takes_a_written_text_for_that_text(@ForAll("texts") String text) {
    var line = YamlScalar.oneLine(text);
    var written = written(text);

    assertThat(entry("key: " + written)).isEqualTo(line);
    if (wellFormed(line)) {
      assertThat(read("key: " + written)).isEqualTo(java.util.Map.of("key", line));
      assertThat(read("key: " + YamlScalar.quoted(line))).isEqualTo(java.util.Map.of("key", line));
    }
    if (!written.startsWith("\"")) {
      assertThat(written.matches(OLD_NUMBER)).as(written).isFalse();
      assertThat(OLD_WORDS).doesNotContain(written.toLowerCase(java.util.Locale.ROOT));
    }
  }

  @Property(tries = 2000)
  void what_the_small_reader_understands_the_library_understands_alike(
      @ForAll("lines") List<String> lines) {
    var inner = String.join("\n", lines) + "\n";
    var entries = new ArrayList<FrontMatter.Entry>();

    if (FrontMatter.readSimple(inner, entries)) {
      assertThat(entries).as(inner).isEqualTo(YamlFrontMatter.entries(inner));
    }
  }

  @Provide
  static Arbitrary<List<String>> lines() {
    var values =
        Arbitraries.oneOf(
            Arbitraries.of(
                "null",
                "~",
                "",
                "true",
                "3-build",
                "\"a\\u00e9\\\"b\"",
                "'it''s'",
                "a # b",
                "a#b",
                "# only",
                "\"x\" # c",
                "'x'#c",
                "a: b",
                "a:",
                "[x]",
                "{a: 1}",
                "- x",
                "|",
                "*a",
                "\"open",
                "\"a\\n\"",
                "http://x",
                "\u00e4\u2014",
                "2026-02-13T14:30:00Z"),
            Arbitraries.strings().withChars("ab'\"\\#: -[]{}|>&*!%@`,?u0041\t").ofMaxLength(8));
    var keyed = values.map(value -> "k" + Math.abs(value.hashCode() % 97) + ": " + value);
    var other = Arbitraries.of("", "  ", "# comment", "  # comment", "  more", "a:b", "k:", "x");
    return Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(9, keyed), net.jqwik.api.Tuple.of(1, other))
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  private static String entry(String line) {
    var front = FrontMatter.of("---\n" + line + "\n---\n");
    assertThat(front.problem()).as(line).isNull();
    return front.entries().getFirst().text();
  }

  /// The library refuses halves of characters, escaped or not.
  private static boolean wellFormed(String text) {
    var halves = new ArrayList<Integer>();
    text.codePoints().filter(c -> c >= 0xd800 && c <= 0xdfff).forEach(halves::add);
    return halves.isEmpty();
  }
}
