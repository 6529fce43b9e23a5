package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialect.FormatException.UnusableException;
import dev.tidemark.dialects.item.format.ItemBody;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.ItemFormat;
import dev.tidemark.dialects.item.format.ItemFrontMatter;
import dev.tidemark.dialects.item.format.ItemHeader;
import dev.tidemark.dialects.item.format.ItemStatus;
import dev.tidemark.dialects.item.format.PhaseRow;
import dev.tidemark.dialects.item.format.SubTask;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import dev.tidemark.testkit.Goldens;
import dev.tidemark.testkit.Hostile;
import dev.tidemark.testkit.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Documents that cannot be read, and texts that try to make them so.
class ItemDamageTest {
  private static final CheckpointId ID = new CheckpointId("item", "epic", "EPIC-001");
  private static final String SOURCE = Goldens.of("item").text("source-example.md");

  private static ItemCheckpoint decode(String text) {
    return new ItemFormat().decode(ID, text).checkpoint();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "| 1 | Capture | done | 2026-02-27T10:32:00Z | ; | 1 | Capture | done | ; line 16: a row",
        "| 1 | Capture | done ; | 1 | Capture | PASS ; line 16: the status PASS is none of done",
        "| 1 | Capture | done ; | 1 |  | done ; line 16: a phase needs a number and a name",
        "| 1 | Capture | done ; | 1 | Agreements | done ; line 19: phase Agreements is there",
        "## Phases ; ## Stages ; the section ## Phases is missing",
        "|---|---|---|---| ; nothing ; the table of phases is missing below",
        "command: epic ; command: ; the front matter names no command",
        "command: epic ; command: |- ; line 2: the value of command is no text on one line",
        "item: EPIC-001 ; item: \"open ; line 3: the value of item is no text on one line",
        "item: EPIC-001 ; command: epic ; line 3: command is there already",
        "item: EPIC-001 ; item EPIC-001 ; line 3: expected a key, a colon and a value",
        "<!-- Brief ; <!- Brief ; none",
      })
  @Proves("R-001-33")
  void damage_is_reported_with_its_line_and_cause(String part, String instead, String problem) {
    var damaged = SOURCE.replace(part, instead);

    assertThat(damaged).isNotEqualTo(SOURCE);
    if (problem.equals("none")) {
      assertThat(decode(damaged).body().state()).startsWith("<!- Brief");
    } else {
      assertThatThrownBy(() -> decode(damaged))
          .isInstanceOf(UnreadableException.class)
          .hasMessageContaining(problem);
    }
  }

  @Test
  @Proves("R-001-33")
  void a_comment_or_block_of_code_that_never_ends_is_damage() {
    assertThatThrownBy(() -> decode(SOURCE + "<!-- open\n"))
        .hasMessageContaining("the comment is never closed");
    assertThatThrownBy(() -> decode(SOURCE + "~~~\n## Key Decisions\n"))
        .hasMessageContaining("the block of code is never closed");
    assertThatThrownBy(() -> decode("---\ncommand: epic\n"))
        .hasMessageContaining("the front matter does not end");
  }

  @Test
  void code_within_a_line_opens_no_block() {
    var text = SOURCE + "```npm test``` first\n";

    assertThat(decode(text)).isEqualTo(decode(SOURCE));
    assertThat(new ItemFormat().encode(decode(text), text)).isEqualTo(text);
  }

  @Test
  @Proves("R-001-33")
  void what_is_never_closed_is_told_with_the_line_that_opens_it() {
    int lines = (int) SOURCE.lines().count();

    assertThatThrownBy(() -> decode(SOURCE + "<!-- open\n\n"))
        .hasMessage("line " + (lines + 1) + ": the comment is never closed");
    assertThatThrownBy(() -> decode(SOURCE + "~~~\n```\n"))
        .hasMessage("line " + (lines + 1) + ": the block of code is never closed");
    assertThatThrownBy(() -> decode(SOURCE + "```\n```java\n"))
        .hasMessageContaining("the block of code is never closed");
  }

  @Test
  @Proves("R-USR-14")
  void hostile_texts_stay_what_they_are_in_every_field() {
    for (var text : Hostile.names()) {
      var line = MarkdownSafeText.line(text.replace("\ud800", "").replace("\udfff", ""));
      if (line.isEmpty()) {
        continue;
      }
      var golden = decode(SOURCE);
      var itemHeader = golden.header();
      var named =
          new ItemHeader(
              line,
              line,
              line,
              itemHeader.started(),
              itemHeader.updated(),
              itemHeader.status(),
              itemHeader.currentPhase(),
              itemHeader.totalPhases());
      var itemBody =
          new ItemBody(
              List.of(new SubTask(false, line)),
              MarkdownSafeText.paragraph(line),
              List.of("[Phase 1] " + line),
              List.of("`" + line + "`"),
              List.of("X: " + line));
      var next =
          new ItemCheckpoint(
              ID, named, List.of(new PhaseRow(line, line, ItemStatus.DONE, line)), itemBody);

      assertThat(decode(new ItemFormat().encode(next, ""))).isEqualTo(next);
      assertThat(decode(new ItemFormat().encode(next, SOURCE))).isEqualTo(next);
    }
  }

  @Test
  void a_document_of_two_million_characters_is_read_and_a_longer_one_is_not() {
    var limit = SOURCE + "x".repeat(2_000_000 - SOURCE.length());

    assertThat(decode(limit).rows()).hasSize(6);
    assertThatThrownBy(() -> decode(limit + "x"))
        .isInstanceOf(UnusableException.class)
        .hasMessage("the document has more than 2000000 characters, which no checkpoint has");
  }

  @Test
  void a_table_right_above_the_phases_is_another_one() {
    var text = SOURCE.replace("## Phases\n", "| a |\n## Phases\n");

    assertThat(decode(text)).isEqualTo(decode(SOURCE));
  }

  @Test
  void a_single_value_is_read_from_front_matter_only() {
    assertThat(ItemFrontMatter.valueOf("---\nfeature: FEAT-7\n---\n", "feature"))
        .isEqualTo("FEAT-7");
    assertThat(ItemFrontMatter.valueOf("---\nfeature: FEAT-7\n---\n", "item")).isNull();
    assertThat(ItemFrontMatter.valueOf("---\nfeature: FEAT-7\n", "feature")).isNull();
    assertThat(ItemFrontMatter.valueOf("feature: FEAT-7\n", "feature")).isNull();
  }
}
