package dev.tidemark.dialects.markdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialects.markdown.FrontMatter.Entry;
import dev.tidemark.testkit.Proves;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the head of a checkpoint says, line by line, and what is left to the YAML library.
@Proves("R-000-03")
class FrontMatterTest {
  private record Simple(boolean understood, List<Entry> entries) {
    static Simple of(String inner) {
      var entries = new ArrayList<Entry>();
      boolean understood = FrontMatter.readSimple(inner, entries);
      return new Simple(understood, entries);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      emptyValue = "",
      value = {
        "k: main | k | main",
        "k: main   | k | main",
        "aZ09-zA_: x | aZ09-zA_ | x",
        "_z: x | _z | x",
        "Ab: x | Ab | x",
        "Zb: x | Zb | x",
        "zb: x | zb | x",
        "k: |k|",
        "k:|k|",
        "k: # nothing |k|",
        "k: ~ |k|",
        "k: null |k|",
        "k: Null |k|",
        "k: NULL |k|",
        "k: nUll | k | nUll",
        "k: a # b | k | a",
        "k: a   # b | k | a",
        "k: a#b | k | a#b",
        "k: http://x | k | http://x",
        "k: a:b | k | a:b",
        "k: über | k | über",
        "k: 'a' | k | a",
        "k: 'null' | k | null",
        "k: '' | k | ``",
        "k: '''' | k | '",
        "k: 'it''s' | k | it's",
        "k: 'a''' | k | a'",
        "k: 'a: # b' | k | a: # b",
        "k: 'a' # b | k | a",
        "k: \"a\" | k | a",
        "k: \"\" | k | ``",
        "k: \"a: # 'b'\" | k | a: # 'b'",
        "k: \"a\" # b | k | a",
        "k: \"a\\\"b\" | k | a\"b",
        "k: \"a\\\\b\" | k | a\\b",
        "k: \"a\\/b\" | k | a/b",
        "k: \"\\u0041bc\" | k | Abc",
        "k: \"x\\u00e9\\u00E9\" | k | xéé",
        "k: \"\\u1f90\" | k | ᾐ",
        "k: \"\\x41\\U000000e9\" | k | Aé"
      })
  void one_key_and_one_text_on_a_line_are_read_as_the_library_reads_them(
      String line, String key, String text) {
    var inner = line + "\n";
    var reader = Simple.of(inner);

    assertThat(reader.understood()).isTrue();
    assertThat(reader.entries()).containsExactly(new Entry(key, text));
    assertThat(YamlFrontMatter.entries(inner)).isEqualTo(reader.entries());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "k",
        "k:v",
        ": v",
        "9k: v",
        "-k: v",
        "- k",
        "  k: v",
        "k l: v",
        "k.l: v",
        "\"k\": v",
        "k: a: b",
        "k: a:",
        "k: -1",
        "k: [a]",
        "k: {a: b}",
        "k: |",
        "k: >-",
        "k: *a",
        "k: &a b",
        "k: !a b",
        "k: ? a",
        "k: , a",
        "k: @a",
        "k: `a",
        "k: %a",
        "k: :a",
        "k: 'open",
        "k: 'a'b",
        "k: 'a'#b",
        "k: 'a' b",
        "k: '",
        "k: \"open",
        "k: \"a\"b",
        "k: \"a\"#b",
        "k: \"a\" b",
        "k: \"",
        "k: \"a\\",
        "k: \"\\q\"",
        "k: \"\\u12",
        "k: \"\\u12\"",
        "k: \"\\u004g\"",
        "k: \"\\u00٠1\"",
        "k: \"\\ud83d\\ude00\"",
        "k: \"\\U0001F600\"",
        "...",
        "%YAML 1.2"
      })
  void what_is_more_than_that_is_left_to_the_library(String line) {
    var reader = Simple.of("a: b\n" + line + "\nc: d\n");

    assertThat(reader.understood()).isFalse();
    assertThat(reader.entries()).containsExactly(new Entry("a", "b"), new Entry("c", "d"));
  }

  @ParameterizedTest
  @CsvSource({
    "0x07, false",
    "0x09, false",
    "0x1f, false",
    "0x20, true",
    "0x7e, true",
    "0x7f, false",
    "0x85, false",
    "0xa0, false",
    "0xa1, true",
    "0x2028, false",
    "0x3000, false",
    "0xd83d, false",
    "0xde00, false",
    "0xfeff, false",
    "0xfffd, true",
    "0xfffe, false"
  })
  void odd_characters_are_left_to_the_library(int code, boolean usual) {
    var reader = Simple.of("k: a" + (char) code + "b\n");

    assertThat(reader.understood()).isEqualTo(usual);
    if (usual) {
      assertThat(reader.entries()).containsExactly(new Entry("k", "a" + (char) code + "b"));
    }
  }

  @Test
  void empty_lines_and_comments_say_nothing() {
    var reader = Simple.of("\n   \n# a: b\n  # c: d\nk: v");

    assertThat(reader.understood()).isTrue();
    assertThat(reader.entries()).containsExactly(new Entry("k", "v"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "k: >-\\n  folded\\n  text | folded text",
        "k: [a, [b, {c: d}], e] |",
        "k: {a: [b, c], d: e} |",
        "k:\\n  - a\\n  - b: c |",
        "k: !!str | ",
        "k: &x null | ",
        "k: &x text | text",
        "k: &x 'null' | null",
        "k: \"\\x41b\" | Ab",
        "k: 2026-02-13T14:30:00Z | 2026-02-13T14:30:00Z",
        "k: 0x1F | 0x1F"
      })
  void whatever_else_yaml_can_say_counts_where_it_is_a_text(String yaml, String text) {
    var inner = "before: [x]\n" + lines(yaml) + "\nafter: y\n";

    var front = FrontMatter.of("---\n" + inner + "---\nbody\n");

    assertThat(front.problem()).isNull();
    assertThat(front.entries()).extracting(Entry::key).containsExactly("before", "k", "after");
    assertThat(front.text("k")).isEqualTo(text == null ? null : lines(text));
    assertThat(front.hasKey("k")).isTrue();
    assertThat(front.text("after")).isEqualTo("y");
    assertThat(front.raw()).isEqualTo("---\n" + inner + "---\n");
  }

  private static String lines(String text) {
    return text.replace("\\n", "\n");
  }

  @Test
  void an_empty_text_is_a_text_if_it_is_written_as_one() {
    assertThat(YamlFrontMatter.entries("a: &x \"\"\nb: |-\nc: &y\nd: e\n"))
        .containsExactly(
            new Entry("a", ""), new Entry("b", ""), new Entry("c", null), new Entry("d", "e"));
  }

  @Test
  void a_key_that_is_more_than_a_text_is_passed_over() {
    assertThat(YamlFrontMatter.entries("? [a, {b: c}]\n: {d: [e]}\n? {f: g}\n: h\nk: v\n"))
        .containsExactly(new Entry("k", "v"));
  }

  @Test
  void a_head_of_comments_alone_has_no_keys_and_no_problem() {
    var front = FrontMatter.of("---\n# nothing\u00a0here\n---\n");

    assertThat(front.problem()).isNull();
    assertThat(front.entries()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: b\\n@c: d | line 3 of the front matter is not YAML",
        "@a: b | line 2 of the front matter is not YAML",
        "- a\\n- b | the front matter has no keys",
        "a: [b]\\n--- c | the front matter has a second document in it",
        "a: b\\na: c | the key a is there twice"
      })
  @Proves("R-000-49")
  void what_is_wrong_with_a_head_is_said_with_its_line(String inner, String problem) {
    var front = FrontMatter.of("---\n" + lines(inner) + "\n---\n");

    assertThat(front.problem()).startsWith(problem);
  }

  @Test
  void a_document_that_ends_where_its_head_ends_is_one() {
    assertThat(YamlFrontMatter.entries("a: [b]\nc: d\n...\n"))
        .containsExactly(new Entry("a", null), new Entry("c", "d"));
  }

  @Test
  @Proves("R-USR-14")
  void the_library_reads_64_kib_and_not_a_character_more() {
    var most = "k: [" + "a".repeat(64 * 1024 - 6) + "]\n";

    assertThat(YamlFrontMatter.entries(most)).containsExactly(new Entry("k", null));
    assertThatThrownBy(() -> YamlFrontMatter.entries(most + "\n"))
        .isInstanceOf(UnreadableException.class)
        .hasMessageContaining("longer than 65536 characters");
  }

  @Test
  @Proves({"R-COM-04", "R-000-49"})
  void where_a_head_ends_is_seen_whatever_the_line_ends() {
    for (var eol : List.of("\n", "\r\n")) {
      var head = "\ufeff---  " + eol + "k: v" + eol + "--- " + eol;
      var front = FrontMatter.of(head + "body" + eol);

      assertThat(front).isEqualTo(new FrontMatter(head, List.of(new Entry("k", "v")), null));
    }
    assertThat(FrontMatter.of("---\nk: v\n---").problem()).isNull();
    assertThat(FrontMatter.of("---\nk: v\n----\n").problem()).isNotNull();
    assertThat(FrontMatter.of("\n---\nk: v\n---\n").problem()).isNotNull();
    assertThat(FrontMatter.of("").problem()).isNotNull();
  }

  @Test
  void a_key_is_there_with_a_text_or_without() {
    var front = FrontMatter.of("---\na: 1\nb:\n---\n");

    assertThat(front.hasKey("a")).isTrue();
    assertThat(front.text("a")).isEqualTo("1");
    assertThat(front.hasKey("b")).isTrue();
    assertThat(front.text("b")).isNull();
    assertThat(front.hasKey("c")).isFalse();
    assertThat(front.text("c")).isNull();
  }
}
