package dev.tidemark.dialects.markdown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Merges of the keys and sections of other tools, in documents that were changed on both sides.
class MarkdownMergeTest {
  private static final String BASE =
      """
      ---
      owner: ann
      tags:
      - a

      # and more
        - b
      list
      ---

      # Title

      ## Links

      one

      two

      ## Notes

      end
      """;

  private static String merged(@Nullable String base, String into, String other) {
    return MarkdownMerge.merge(base, into, other, name -> false);
  }

  @Test
  void a_document_that_one_side_alone_has_changed_is_that_of_this_side() {
    var changed =
        BASE.replace("ann", "bob")
            .replace("- b", "- c")
            .replace("\none\n", "\nthree\n")
            .replace("\nend\n", "\n");

    assertThat(merged(BASE, BASE, changed)).isEqualTo(changed.stripTrailing() + "\n");
    assertThat(merged(BASE, changed, BASE)).isEqualTo(changed);
    assertThat(merged(null, changed, changed)).isEqualTo(changed);
  }

  @Test
  void a_key_that_both_sides_changed_keeps_one_value_and_the_other_one_as_a_comment() {
    var ours = BASE.replace("- a", "- x");
    var theirs = BASE.replace("- a", "- y");
    var kept = "tags:\n- y\n\n# and more\n  - b";

    var merged =
        BASE.replace(
            "tags:\n- a\n\n# and more\n  - b",
            kept + "\n# tags:\n# - x\n# \n# # and more\n#   - b");
    assertThat(merged(BASE, ours, theirs)).isEqualTo(merged);
    assertThat(merged(BASE, theirs, ours)).isEqualTo(merged);
  }

  @Test
  void a_section_that_both_sides_changed_has_the_lines_of_both_but_none_that_one_removed() {
    var ours = BASE.replace("one\n", "one\nthree\n").replace("two\n", "");
    var theirs = BASE.replace("one\n", "four\none\n");

    assertThat(merged(BASE, ours, theirs)).isEqualTo(ours.replace("three\n", "three\nfour\n"));
    assertThat(merged(BASE, theirs, ours))
        .isEqualTo(theirs.replace("one\n\ntwo\n", "one\n\nthree\n"));
  }

  @Test
  void without_a_base_all_lines_of_a_section_are_kept() {
    assertThat(merged(null, "## Links\none\n", "## Links\ntwo\none\n"))
        .isEqualTo("## Links\none\ntwo\n");
  }

  @Test
  void what_one_side_has_removed_is_gone_unless_the_other_side_has_changed_it() {
    var without = BASE.replace("owner: ann\n", "").replace("## Links\n\none\n\ntwo\n", "");
    var changed = BASE.replace("ann", "bob").replace("two\n", "three\n");

    assertThat(merged(BASE, BASE, without)).isEqualTo(without);
    assertThat(merged(BASE, changed, without)).isEqualTo(changed);
    assertThat(merged(BASE, without, changed))
        .isEqualTo(
            without.replace("list\n---", "list\nowner: bob\n---") + "\n## Links\n\none\n\nthree\n");
  }

  @Test
  void what_the_other_side_has_added_stands_at_the_end_of_the_keys_and_of_the_document() {
    var other = BASE.replace("list\n", "list\nlink: x\n  y\n") + "\n## More\n\nnew\n\n\n";

    assertThat(merged(BASE, BASE, other))
        .isEqualTo(BASE.replace("list\n", "list\nlink: x\n  y\n") + "\n## More\n\nnew\n");
    assertThat(merged(null, "", "---\nkey: 1\n---\n# A\nx\n")).isEqualTo("# A\nx\n");
    assertThat(merged(null, "text", "# A")).isEqualTo("text\n\n# A");
    assertThat(merged(null, "text\n\n", "# A")).isEqualTo("text\n\n# A\n");
    assertThat(merged(null, "---\n---\n", "---\nkey: 1\n---\n")).isEqualTo("---\nkey: 1\n---\n");
    assertThat(merged(null, "---\n---", "text\n# A\n")).isEqualTo("---\n---\n\n# A");
  }

  @Test
  void parts_that_the_format_merges_itself_stay_as_they_are() {
    var other =
        BASE.replace("ann", "bob").replace("list\n", "list\nlink: x\n").replace("one", "three")
            + "\n## More\n";

    assertThat(
            MarkdownMerge.merge(
                BASE, BASE, other, List.of("owner", "## Links", "## More")::contains))
        .isEqualTo(BASE.replace("list\n", "list\nlink: x\n"));
  }

  /// What looks like a heading of a section belongs to the section around it.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "```\n# x\n```",
        "  ~~~ md\n# x\n``` \n## y\n~~~",
        "<!--\n# x\n-->",
        "<!-- a\n# x\nb --> ",
        "<!--> \n# x\n-->",
        "### x",
        "#x",
        " # x"
      })
  void a_heading_in_code_or_in_a_comment_begins_no_section(String inner) {
    var document = "## A\n\n" + inner + "\n\n## B\n\nb\n";

    assertThat(merged(document, document, "## A\n\n## B\n\nc\n")).isEqualTo("## A\n\n## B\n\nc\n");
    assertThat(merged(document, "## B\n\nb\n", document.replace("\nb\n", "\nc\n")))
        .isEqualTo("## B\n\nc\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<!-- a -->", "```\n```", "~~~\n~~~", "<!--\n-->"})
  void a_heading_after_code_or_a_comment_begins_a_section(String inner) {
    var document = "## A\n\n" + inner + "\n# x\n";

    assertThat(merged(document, document, "## A\n\n" + inner + "\n"))
        .isEqualTo("## A\n\n" + inner + "\n");
    assertThat(merged(document, document, "# x\n")).isEqualTo("# x\n");
  }

  @ParameterizedTest
  @CsvSource({"'--- ', true", "'----', false", "' ---', false"})
  void only_keys_between_two_lines_of_dashes_are_merged(String fence, boolean keys) {
    var base = fence + "\nkey: a\n---\ntext\n";

    assertThat(merged(base, base, base.replace("key: a", "key: b")))
        .isEqualTo(keys ? base.replace("key: a", "key: b") : base);
  }

  @Test
  void keys_of_a_head_that_does_not_end_are_not_added_to() {
    var base = "---\nkey: a\nname: x\n\n";

    assertThat(merged(base, base, "---\nkey: b\nmore: 1\n---\n"))
        .isEqualTo("---\nkey: b\nname: x\n\n");
  }

  @Test
  void of_two_sections_of_one_heading_the_first_one_is_merged() {
    var base = "## A \na\n## B\nb\n## A\nc\n";

    assertThat(merged(base, base, "## A \nx\n## B\nb\n## A\ny\n"))
        .isEqualTo("## A \nx\n## B\nb\n## A\nc\n");
  }

  @Test
  void conflicts_are_read_from_the_entries_that_are_some() {
    var one = JsonObject.EMPTY.with("state", "a");
    var other = JsonObject.EMPTY.with("state", "b");
    var conflict = new MergeConflict(new PhaseName("plan"), List.of(), one, other);
    var whole = new MergeConflict(null, List.of("x"), one, JsonObject.EMPTY);

    assertThat(
            MarkdownMerge.conflicts(
                List.of(
                    "- " + conflict.json(),
                    "- None",
                    "",
                    "- {\"phase\":\"plan\"}",
                    "- 7",
                    whole.json().toString())))
        .containsExactly(conflict, whole);
  }
}
