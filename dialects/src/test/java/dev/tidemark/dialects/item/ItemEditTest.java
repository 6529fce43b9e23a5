package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.ItemFormat;
import dev.tidemark.dialects.item.format.PhaseRows;
import dev.tidemark.dialects.item.format.SubTask;
import dev.tidemark.testkit.Goldens;
import dev.tidemark.testkit.Proves;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Changes in documents of people: where they go, and that nothing else moves.
@Proves({"R-001-15", "R-COM-05"})
class ItemEditTest {
  private static final CheckpointId ID = new CheckpointId("item", "epic", "EPIC-001");
  private static final String SOURCE = Goldens.of("item").text("source-example.md");
  private static final String AIRY = Goldens.of("item").text("with-blank-lines.md");

  private static ItemCheckpoint decode(String text) {
    return new ItemFormat().decode(ID, text).checkpoint();
  }

  private static String edited(String text, UnaryOperator<ItemCheckpoint> change) {
    var written = new ItemFormat().encode(change.apply(decode(text)), text);
    assertThat(decode(written)).isEqualTo(change.apply(decode(text)));
    return written;
  }

  private static String stated(String text, String state) {
    return edited(text, there -> there.with(there.body().state(state)));
  }

  private static String timed(String text) {
    return edited(text, there -> there.with(there.header().updated("2026-03-01T00:00:00Z")));
  }

  /// Everything from a heading to the next one.
  private static String section(String text, String title) {
    int from = text.indexOf("## " + title);
    int to = text.indexOf("\n## ", from);
    return text.substring(from, to < 0 ? text.length() : to + 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "updated: 2026-02-27T10:32:00Z ; updated: 2026-03-01T00:00:00Z",
        "updated:                      ; updated: 2026-03-01T00:00:00Z",
        "updated:2026                  ; none",
        "updated: \"2026\"   # by hand ; updated: 2026-03-01T00:00:00Z   # by hand",
        "updated:   '2026'             ; updated:   2026-03-01T00:00:00Z",
        "updated:\t'2026'               ; updated:\t2026-03-01T00:00:00Z",
        "updated: yesterday # or so    ; updated: 2026-03-01T00:00:00Z # or so",
      })
  @Proves("T-001-B")
  void a_value_is_replaced_where_it_stands(String line, String after) {
    var text = SOURCE.replace("updated: 2026-02-27T10:32:00Z", line);

    if (after.equals("none")) {
      assertThatThrownBy(() -> decode(text))
          .isInstanceOf(UnreadableException.class)
          .hasMessageContaining("line 6: expected a key, a colon and a value");
    } else {
      assertThat(timed(text)).isEqualTo(text.replace(line, after));
    }
  }

  @Test
  @Proves("T-001-B")
  void a_key_that_is_missing_is_added_at_the_end_of_the_front_matter() {
    var text = SOURCE.replace("updated: 2026-02-27T10:32:00Z\n", "");

    assertThat(timed(text))
        .isEqualTo(
            text.replace(
                "total_phases: 5\n---\n", "total_phases: 5\nupdated: 2026-03-01T00:00:00Z\n---\n"));
  }

  @Test
  void a_remark_in_the_front_matter_is_no_heading() {
    var text = SOURCE.replace("total_phases: 5\n", "total_phases: 5\n# Of mine\n## Phases\n");

    assertThat(decode(text)).isEqualTo(decode(SOURCE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "': x'    ; line 3: expected a key, a colon and a value",
        "'  x: y' ; line 3: expected a key and its value",
      })
  @Proves("R-001-33")
  void a_line_that_is_no_key_is_damage(String line, String problem) {
    var text = SOURCE.replace("item: EPIC-001", line);

    assertThatThrownBy(() -> decode(text)).hasMessage(problem);
  }

  @Test
  void a_state_is_written_after_the_remark_without_a_blank_line_where_there_are_none() {
    assertThat(section(stated(SOURCE, "Half way."), "Current State"))
        .endsWith("re-reading everything. -->\nHalf way.\n");
    assertThat(section(stated(AIRY, "Half way."), "Current State"))
        .endsWith("re-reading everything. -->\n\nHalf way.\n\n");
  }

  @Test
  void a_state_of_several_lines_is_written_and_replaced_whole() {
    var three = stated(SOURCE, "One.\n\nTwo.\nThree.");
    assertThat(section(three, "Current State"))
        .endsWith("re-reading everything. -->\nOne.\n\nTwo.\nThree.\n");

    assertThat(stated(three, "Four.")).isEqualTo(stated(SOURCE, "Four."));
    assertThat(stated(stated(AIRY, "One.\nTwo."), "")).isEqualTo(AIRY);
    assertThat(stated(three, "")).isEqualTo(SOURCE);
  }

  @Test
  void a_remark_between_two_lines_of_a_state_stays() {
    var text = stated(SOURCE, "One.\nTwo.").replace("One.\n", "One.\n<!-- mine -->\n");

    assertThat(section(stated(text, "Three."), "Current State"))
        .endsWith("everything. -->\nThree.\n<!-- mine -->\n");
  }

  @Test
  void a_remark_below_a_state_stays_once() {
    var text = stated(SOURCE, "One.").replace("One.\n", "One.\n<!-- mine -->\n");

    assertThat(stated(text, "Two.")).isEqualTo(text.replace("One.", "Two."));
  }

  @Test
  void an_empty_section_of_a_document_with_blank_lines_gets_one() {
    var text = AIRY.replace(section(AIRY, "Current State"), "## Current State\n");

    assertThat(section(stated(text, "Half way."), "Current State"))
        .isEqualTo("## Current State\n\nHalf way.\n");
  }

  @Test
  void where_the_last_list_goes_the_blank_line_above_it_goes_too() {
    var text = AIRY.substring(0, AIRY.indexOf("\n## Key Context"));

    assertThat(edited(text, there -> there.with(there.body().artifacts(List.of()))))
        .endsWith("doesn't need to be recreated. -->\n");
  }

  @Test
  void a_section_that_is_missing_is_added_at_the_end() {
    var text = SOURCE.replace(section(SOURCE, "Current State"), "");
    assertThat(stated(text, "Half way.")).isEqualTo(text + "\n## Current State\n\nHalf way.\n");

    var airy = text + "\n";
    assertThat(stated(airy, "Half way.")).isEqualTo(airy + "## Current State\n\nHalf way.\n");
    assertThat(timed(text)).doesNotContain("Current State");
  }

  @Test
  void a_list_that_is_missing_is_added_at_the_end() {
    var text = SOURCE.replace(section(SOURCE, "Key Decisions"), "");

    assertThat(edited(text, there -> there.with(there.body().decisions(List.of("[Phase 1] x")))))
        .isEqualTo(text + "\n## Key Decisions\n\n- [Phase 1] x\n");
  }

  @Test
  void the_first_entry_of_a_list_goes_below_its_remark() {
    var plain = edited(SOURCE, there -> there.with(there.body().tasks(List.of())));
    assertThat(section(plain, "Current Phase Detail"))
        .endsWith("Cleared when the phase completes. -->\n");
    var airy = edited(AIRY, there -> there.with(there.body().tasks(List.of())));
    assertThat(section(airy, "Current Phase Detail"))
        .endsWith("Cleared when the phase completes. -->\n\n");

    var task = List.of(new SubTask(false, "one"));
    assertThat(section(edited(plain, there -> there.with(there.body().tasks(task))), "Current Ph"))
        .endsWith("Cleared when the phase completes. -->\n- [ ] one\n");
    assertThat(section(edited(airy, there -> there.with(there.body().tasks(task))), "Current Ph"))
        .endsWith("Cleared when the phase completes. -->\n\n- [ ] one\n\n");
  }

  @Test
  void the_first_task_as_somebody_wrote_it_stays_when_another_is_done() {
    var text = SOURCE.replace("- [x] Gathered", "* [X] Gathered");
    var tasks = new java.util.ArrayList<>(decode(text).body().tasks());
    tasks.set(2, new SubTask(true, tasks.get(2).text()));

    assertThat(edited(text, there -> there.with(there.body().tasks(tasks))))
        .isEqualTo(text.replace("- [ ] Draft", "- [x] Draft"));
  }

  @Test
  void the_first_row_as_somebody_spaced_it_stays_when_another_changes() {
    var text = SOURCE.replace("| 0 | Decision Sync | done |", "|  0  | Decision Sync |done|");

    assertThat(
            edited(
                text,
                there ->
                    there.with(PhaseRows.with(there.rows(), there.rows().get(4).done(Desk.START)))))
        .isEqualTo(
            text.replace(
                "| 4 | Agreements | pending | \u2014 |",
                "| 4 | Agreements | done | 2026-02-27T10:00:00Z |"));
  }

  @ParameterizedTest
  @CsvSource({
    "'|:--|--:|:-:|---|', true",
    "'| - | - | - | - |', true",
    "'|   |   |', false",
    "---|---, false",
    "'|---|-x-|', false"
  })
  @Proves("T-001-C")
  void below_the_head_of_the_table_stands_a_ruler(String ruler, boolean table) {
    var text = SOURCE.replace("|---|---|---|---|", ruler);

    if (table) {
      assertThat(decode(text)).isEqualTo(decode(SOURCE));
    } else {
      assertThatThrownBy(() -> decode(text))
          .hasMessage("line 12: the table of phases is missing below");
    }
  }

  @Test
  void a_remark_on_one_line_ends_there() {
    assertThat(stated(SOURCE, "x").replace("\nx\n", "\n<!---->\nx\n"))
        .satisfies(text -> assertThat(decode(text).body().state()).isEqualTo("x"));
    assertThat(decode(SOURCE + "<!-- one --> two\n").body().context())
        .isEqualTo(decode(SOURCE).body().context());
  }
}
