package dev.tidemark.dialects.item.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.MergeConflict;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Documents of one run that were changed on both sides of a git merge: the document that results.
class ItemMergeTest {
  private static final CheckpointId ID = new CheckpointId("item", "epic", "EPIC-001");

  private static final String BASE =
      """
      ---
      command: epic
      item: EPIC-001
      branch: main
      started: 2026-03-01T10:00:00Z
      updated: 2026-03-01T10:00:00Z
      status: in_progress
      current_phase: 0
      total_phases: 2
      owner: Ann
      ---

      ## Phases

      | # | Phase | Status | Completed |
      |---|---|---|---|
      | 0 | Sync | in_progress | \u2014 |
      | 1 | Capture | pending | \u2014 |
      | 2 | Document | pending | \u2014 |

      ## Current Phase Detail

      - [ ] read

      ## Current State

      Begun.

      ## Key Decisions

      - [Phase 0] one

      ## Artifacts Produced

      - `a.md`

      ## Key Context

      - Goal: Find it.
      - Stack: Java

      ## Of Mine

      Kept.
      """;

  private static final String SYNC = "| 0 | Sync | in_progress | \u2014 |";
  private static final String SYNC_DONE = "| 0 | Sync | done | 2026-03-01T11:00:00Z |";
  private static final String CAPTURE = "| 1 | Capture | pending | \u2014 |\n";
  private static final String DOCUMENT = "| 2 | Document | pending | \u2014 |";

  /// The document after its first phase is done.
  private static final String FURTHER =
      with(BASE, SYNC, SYNC_DONE, CAPTURE, "| 1 | Capture | in_progress | \u2014 |\n")
          .replace("current_phase: 0", "current_phase: 1")
          .replace("- [ ] read\n\n", "");

  /// Replaces parts of a document: each, and what stands there instead.
  private static String with(String document, String... pairs) {
    var text = document;
    for (int i = 0; i < pairs.length; i += 2) {
      assertThat(text).contains(pairs[i]);
      text = text.replace(pairs[i], pairs[i + 1]);
    }
    return text;
  }

  private static String updated(String document, String time) {
    return with(document, "updated: 2026-03-01T10:00:00Z", "updated: 2026-03-01T" + time + "Z");
  }

  private static String withFile(String document) {
    return with(document, "- `a.md`\n", "- `a.md`\n- `b.md`\n");
  }

  private static String withDecision(String document) {
    return with(document, "- [Phase 0] one\n", "- [Phase 0] one\n- [Phase 0] two\n");
  }

  private static String merged(@Nullable String base, String ours, String theirs) {
    var result = new ItemFormat().merge(ID, base, ours, theirs);
    assertThat(result.refusal()).isNull();
    return result.text();
  }

  /// Merges two sides whose result is the same, whichever is called ours.
  private static String mergedBothWays(@Nullable String base, String one, String other) {
    var merged = merged(base, one, other);
    assertThat(merged(base, other, one)).isEqualTo(merged);
    return merged;
  }

  private static ItemCheckpoint decode(String text) {
    return new ItemFormat().decode(ID, text).checkpoint();
  }

  @Test
  void what_one_side_alone_has_changed_is_taken_whole() {
    var ours = with(BASE, "Begun.", "Half way.");

    assertThat(mergedBothWays(BASE, ours, BASE)).isEqualTo(ours);
    assertThat(merged(BASE, ours, ours)).isEqualTo(ours);
    assertThat(merged(null, ours, ours)).isEqualTo(ours);
  }

  @Test
  void every_part_has_what_either_side_has_added() {
    var one =
        with(
            updated(FURTHER, "11:00:00"),
            "Begun.",
            "Synced.",
            "- [Phase 0] one\n",
            "- [Phase 0] one\n- [Phase 0] two\n",
            "- `a.md`\n",
            "- `a.md`\n- `b.md`\n");
    var other =
        with(
            updated(BASE, "12:00:00"),
            "- Stack: Java\n",
            "- Stack: Java\n- [Phase 0] Note: slow\n",
            "owner: Ann\n",
            "owner: Ann\nteam: red\n",
            "Kept.\n",
            "Kept.\nMore.\n");

    assertThat(mergedBothWays(BASE, one, other))
        .isEqualTo(
            with(
                one.replace("updated: 2026-03-01T11", "updated: 2026-03-01T12"),
                "- Stack: Java\n",
                "- Stack: Java\n- [Phase 0] Note: slow\n",
                "owner: Ann\n",
                "owner: Ann\nteam: red\n",
                "Kept.\n",
                "Kept.\nMore.\n"));
  }

  @Test
  void without_a_common_version_only_what_both_have_contradicts() {
    var one = with(updated(FURTHER, "11:00:00"), "Begun.", "Synced.", "main", "feat/a");
    var other = with(updated(BASE, "12:00:00"), "Begun.", "Begun.", "- `a.md`", "- `b.md`");

    assertThat(merged(null, one, other))
        .isEqualTo(
            with(
                one.replace("updated: 2026-03-01T11", "updated: 2026-03-01T12"),
                "- `a.md`\n",
                "- `a.md`\n- `b.md`\n",
                "- Stack: Java\n",
                "- Stack: Java\n- [Phase 1] Note: Begun.\n"
                    + "- [Phase 0] Open question: Task read: pending\n"));
  }

  @ParameterizedTest
  @CsvSource({
    "command: epic, command: plan, plan EPIC-001 begun at 2026-03-01T10",
    "item: EPIC-001, item: EPIC-002, epic EPIC-002 begun at 2026-03-01T10",
    "started: 2026-03-01T10, started: 2026-03-01T09, epic EPIC-001 begun at 2026-03-01T09"
  })
  void documents_of_two_runs_are_not_merged(String line, String other, String named) {
    var result = new ItemFormat().merge(ID, BASE, withFile(BASE), with(BASE, line, other));

    assertThat(result.text()).isEmpty();
    assertThat(result.refusal())
        .isEqualTo(
            "the two sides are different runs: ours epic EPIC-001 begun at"
                + " 2026-03-01T10:00:00.000Z, theirs "
                + named
                + ":00:00.000Z");
  }

  @ParameterizedTest
  @CsvSource({
    "branch: main, branch: feat/a, branch: main, branch: feat/a",
    "updated: 2026-03-01T10:00:00Z, updated: 2026-03-01T12:00:00Z, updated: 2026-03-01T11:00:00Z,"
        + " updated: 2026-03-01T12:00:00Z",
    "updated: 2026-03-01T10:00:00Z, updated: 2026-03-01T12:00:00Z, updated: yesterday,"
        + " updated: 2026-03-01T12:00:00Z",
    "started: 2026-03-01T10:00:00Z, started: 2026-03-01T09:00:00Z,"
        + " started: 2026-03-01T10:00:00+01:00, started: 2026-03-01T10:00:00+01:00",
    "updated: 2026-03-01T10:00:00Z, updated: 2026-03-01T12:00:00Z,"
        + " updated: 2026-03-01T13:00:00+01:00, updated: 2026-03-01T13:00:00+01:00",
    "total_phases: 2, total_phases: 7, total_phases: 9, total_phases: 2"
  })
  void each_field_has_one_value(String base, String ours, String theirs, String merged) {
    var one = withFile(with(BASE, base, ours));
    var other = withDecision(with(BASE, base, theirs));

    assertThat(mergedBothWays(BASE, one, other))
        .isEqualTo(withFile(withDecision(with(BASE, base, merged))));
  }

  @Test
  void of_two_branches_that_of_the_side_with_more_phases_done_is_taken() {
    var one = with(updated(FURTHER, "11:00:00"), "branch: main", "branch: feat/a");
    var other = with(updated(BASE, "12:00:00"), "branch: main", "branch: feat/b");

    assertThat(mergedBothWays(BASE, one, other))
        .isEqualTo(one.replace("updated: 2026-03-01T11", "updated: 2026-03-01T12"));
  }

  @ParameterizedTest
  @CsvSource({
    "11:00:00, 12:00:00, feat/b",
    "12:00:00, 11:00:00, feat/a",
    "12:00:00, 12:00:00, feat/b"
  })
  void of_two_branches_that_of_the_later_side_is_taken(String ours, String theirs, String branch) {
    var one = with(updated(BASE, ours), "main", "feat/a", "in_progress\nc", "open\nc");
    var other = with(updated(BASE, theirs), "main", "feat/b", "in_progress\nc", "waiting\nc");

    assertThat(mergedBothWays(BASE, one, other))
        .isEqualTo(
            branch.equals("feat/a") ? one : updated(other.replace("T12", "T10"), "12:00:00"));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "1 pending \u2014,       1 done 11:00,      1 pending \u2014,       1 done 11:00",
        "1 pending \u2014,       1 in_progress \u2014,   1 done 11:00,      1 done 11:00",
        "1 in_progress \u2014,   1 pending \u2014,       1 done 11:00,      1 done 11:00",
        "1 in_progress \u2014,   1 pending \u2014,       1 in_progress \u2014,   1 pending \u2014",
        "1 done 11:00,      1 done 11:00,      1 in_progress \u2014,   1 in_progress \u2014",
        "1 pending \u2014,       1 done 12:00,      1 done 11:00,      1 done 12:00",
        "1 done 12:00,      1 done 11:00,      1 done 12:00,      1 done 11:00",
        "1 pending \u2014,       none,              1 pending \u2014,       none",
        "1 pending \u2014,       none,              1 done 11:00,      1 done 11:00",
        "none,              1 done 11:00,      none,              1 done 11:00",
        "none,              1 done 11:00,      1 pending \u2014,       1 done 11:00",
        "1 pending \u2014,       1.5 pending \u2014,     1 pending \u2014,       1.5 pending"
            + " \u2014",
        "1 pending \u2014,       1.5 pending \u2014,     1.7 pending \u2014,     1.7 pending \u2014"
      })
  void the_status_of_a_phase_is_that_of_the_side_that_changed_it_and_else_the_further_one(
      @Nullable String base,
      @Nullable String ours,
      @Nullable String theirs,
      @Nullable String merged) {
    var one = withFile(captured(ours));
    var other = withDecision(captured(theirs));

    assertThat(mergedBothWays(captured(base), one, other))
        .isEqualTo(withFile(withDecision(captured(merged))));
  }

  /// The document with another row of the second phase: its number, status and time.
  private static String captured(@Nullable String row) {
    if (row == null) {
      return with(BASE, CAPTURE, "");
    }
    var words = row.replaceAll("(\\d\\d:\\d\\d)", "2026-03-01T$1:00Z").split(" ");
    return with(
        BASE, CAPTURE, "| " + words[0] + " | Capture | " + words[1] + " | " + words[2] + " |\n");
  }

  @Test
  void phases_that_both_sides_have_added_stand_in_the_order_of_the_side_that_is_further() {
    var one =
        with(
            updated(FURTHER, "11:00:00"), DOCUMENT, DOCUMENT + "\n| 3 | Ship | pending | \u2014 |");
    var other =
        with(updated(BASE, "12:00:00"), DOCUMENT, DOCUMENT + "\n| 4 | Tell | pending | \u2014 |");

    assertThat(mergedBothWays(BASE, one, other))
        .isEqualTo(
            with(
                one.replace("updated: 2026-03-01T11", "updated: 2026-03-01T12"),
                "| 3 | Ship | pending | \u2014 |\n",
                "| 3 | Ship | pending | \u2014 |\n| 4 | Tell | pending | \u2014 |\n",
                "total_phases: 2",
                "total_phases: 4"));
  }

  @Test
  void where_all_phases_are_done_on_one_side_or_the_other_the_last_one_is_the_current_one() {
    var early = with(BASE, SYNC, SYNC_DONE, "- [ ] read\n\n", "");
    var one = early.replace("| 1 | Capture | pending | \u2014 |", "| 1 | Capture | done | x |");
    var other = with(early, DOCUMENT, "| 2 | Document | done | y |");

    assertThat(mergedBothWays(early, one, other))
        .isEqualTo(
            with(
                one,
                DOCUMENT,
                "| 2 | Document | done | y |",
                "current_phase: 0",
                "current_phase: 2"));
  }

  @ParameterizedTest
  @CsvSource({
    "[ ] read, [x] read, [ ] read, [x] read",
    "[x] read, [ ] read, [x] read, [ ] read",
    "[ ] read, '', [ ] read, ''",
    "[ ] read, '', [x] read, [x] read",
    "'', [x] read, [ ] read, [x] read",
    "[ ] read, [ ] read; [ ] write, [x] read, [x] read; [ ] write",
    "[ ] read; [ ] write, [ ] read; [x] write, [x] read; [ ] write, [x] read; [x] write"
  })
  void the_tasks_of_the_phase_in_progress_are_those_of_both_sides(
      String base, String ours, String theirs, String merged) {
    var one = withFile(tasks(ours));
    var other = withDecision(tasks(theirs));

    assertThat(mergedBothWays(tasks(base), one, other))
        .isEqualTo(withFile(withDecision(tasks(merged))));
  }

  /// The document with other tasks.
  private static String tasks(String tasks) {
    var lines = tasks.isEmpty() ? "" : "- " + tasks.replace("; ", "\n- ") + "\n\n";
    return with(BASE, "- [ ] read\n\n", lines);
  }

  @Test
  void tasks_that_each_side_has_added_are_kept_in_the_order_of_our_side() {
    var one = tasks("[ ] read; [ ] one");
    var other = tasks("[ ] read; [x] two");

    assertThat(merged(BASE, one, other)).isEqualTo(tasks("[ ] read; [ ] one; [x] two"));
    assertThat(merged(BASE, other, one)).isEqualTo(tasks("[ ] read; [x] two; [ ] one"));
    assertThat(merged(null, one, other)).isEqualTo(tasks("[ ] read; [ ] one; [x] two"));
  }

  @Test
  void tasks_of_a_phase_that_is_done_on_the_other_side_become_notes() {
    var detail = "## Current Phase Detail\n\n";
    var one = with(FURTHER, detail, detail + "- [ ] capture\n\n");
    var other = with(BASE, "[ ] read", "[x] read");
    var stack = "- Stack: Java\n";

    assertThat(mergedBothWays(BASE, one, other))
        .isEqualTo(with(one, stack, stack + "- [Phase 0] Note: Task read: complete\n"));
  }

  @Test
  void tasks_of_a_phase_that_one_side_has_reopened_are_kept() {
    var base =
        with(FURTHER, "| 1 | Capture | in_progress | \u2014 |", "| 1 | Capture | done | x |")
            .replace(DOCUMENT, "| 2 | Document | done | y |")
            .replace("current_phase: 1", "current_phase: 2");
    var detail = "## Current Phase Detail\n\n";
    var one =
        with(
            base,
            "| 2 | Document | done | y |",
            "| 2 | Document | in_progress | \u2014 |",
            detail,
            detail + "- [ ] again\n\n");
    var other = withFile(base);

    assertThat(mergedBothWays(base, one, other)).isEqualTo(withFile(one));
  }

  @Test
  void a_goal_that_one_side_has_changed_replaces_the_one_before() {
    var one = with(BASE, "Find it.", "Mend it.");
    var other = with(BASE, "- `a.md`", "- `b.md`");

    assertThat(mergedBothWays(BASE, one, other)).isEqualTo(with(one, "- `a.md`", "- `b.md`"));
    var without = with(BASE, "- Goal: Find it.\n", "");
    assertThat(mergedBothWays(BASE, without, other))
        .isEqualTo(with(without, "- `a.md`", "- `b.md`"));
    assertThat(merged(BASE, one, without)).isEqualTo(one);
    assertThat(decode(merged(BASE, without, one)).goal()).contains("Mend it.");
    var same = with(one, "- `a.md`", "- `b.md`");
    assertThat(mergedBothWays(BASE, one, same)).isEqualTo(same);
  }

  @Test
  void two_goals_are_a_conflict_and_the_side_that_is_further_has_the_first_line() {
    var one = with(FURTHER, "Find it.", "Mend it.");
    var other = with(BASE, "Find it.", "Show it.");
    var both =
        "\n"
            + "## Merge Conflicts\n\n"
            + "- {\"at\":[],\"ours\":{\"goal\":\"%s\"},\"theirs\":{\"goal\":\"%s\"}}\n";

    assertThat(merged(BASE, one, other)).isEqualTo(one + both.formatted("Mend it.", "Show it."));
    assertThat(merged(BASE, other, one)).isEqualTo(one + both.formatted("Show it.", "Mend it."));
    assertThat(decode(merged(null, one, other)).conflicts()).hasSize(1);
  }

  @Test
  void of_two_states_after_the_same_phases_both_are_kept_as_a_conflict() {
    var one = updated(with(FURTHER, "Begun.", "Half way."), "11:00:00");
    var other = updated(with(FURTHER, "Begun.", "Stuck."), "12:00:00");
    var conflict =
        "\n## Merge Conflicts\n\n"
            + "- {\"phase\":\"Sync\",\"at\":[],"
            + "\"ours\":{\"state\":\"Half way.\"},\"theirs\":{\"state\":\"Stuck.\"}}\n";

    assertThat(merged(FURTHER, one, other)).isEqualTo(other + conflict);
    assertThat(decode(merged(FURTHER, other, one)).conflicts())
        .singleElement()
        .matches(found -> found.isSame(decode(other + conflict).conflicts().getFirst()));
  }

  @Test
  void before_a_phase_is_done_the_conflict_is_about_the_phase_in_progress() {
    var one = with(BASE, "Begun.", "Half way.");
    var other = with(BASE, "Begun.", "Stuck.");

    assertThat(decode(merged(BASE, one, other)).conflicts())
        .extracting(MergeConflict::phase)
        .asString()
        .isEqualTo("[Sync]");
  }

  @Test
  void a_conflict_that_a_side_records_already_is_recorded_once() {
    var one = with(BASE, "Begun.", "Half way.");
    var other = with(BASE, "Begun.", "Stuck.");
    var before = merged(BASE, one, other);

    assertThat(merged(BASE, before, with(one, "- `a.md`", "- `b.md`")))
        .isEqualTo(with(before, "- `a.md`", "- `b.md`"));
    assertThat(merged(before, updated(before, "11:00:00"), with(before, "- `a.md`", "- `b.md`")))
        .isEqualTo(with(updated(before, "11:00:00"), "- `a.md`", "- `b.md`"));
  }

  @Test
  void the_state_of_the_side_that_is_behind_becomes_a_note_of_its_last_phase_once() {
    var base = with(FURTHER, "Begun.", "Synced.");
    var one =
        with(
                base,
                "| 1 | Capture | in_progress | \u2014 |",
                "| 1 | Capture | done | x |",
                "Synced.",
                "Captured.")
            .replace(DOCUMENT, "| 2 | Document | in_progress | \u2014 |")
            .replace("current_phase: 1", "current_phase: 2");
    var other = with(base, "Synced.", "Half\nway.");
    var note = "- Stack: Java\n- [Phase 0] Note: Half way.\n";

    assertThat(mergedBothWays(base, one, other)).isEqualTo(with(one, "- Stack: Java\n", note));
    var noted = with(one, "- Stack: Java\n", note);
    assertThat(mergedBothWays(base, noted, other)).isEqualTo(noted);
    var silent = with(base, "Synced.\n\n", "");
    assertThat(decode(mergedBothWays(base, one, silent))).isEqualTo(decode(one));
  }

  @Test
  void a_state_before_any_phase_is_done_is_noted_with_the_phase_in_progress_else_the_first() {
    var other = with(BASE, "Begun.", "Half way.");
    var one = with(FURTHER, "Begun.", "Synced.");
    assertThat(mergedBothWays(BASE, one, other))
        .isEqualTo(with(one, "- Stack: Java\n", "- Stack: Java\n- [Phase 1] Note: Half way.\n"));

    var all =
        with(one, "| 1 | Capture | in_progress | \u2014 |", "| 1 | Capture | done | x |")
            .replace(DOCUMENT, "| 2 | Document | done | y |")
            .replace("current_phase: 1", "current_phase: 2");
    assertThat(mergedBothWays(BASE, all, other))
        .isEqualTo(with(all, "- Stack: Java\n", "- Stack: Java\n- [Phase 0] Note: Half way.\n"));
  }

  @Test
  void conflicts_that_are_decided_are_no_longer_recorded() {
    var one = with(BASE, "Begun.", "Half way.", "Find it.", "Mend it.");
    var other = with(updated(BASE, "11:00:00"), "Begun.", "Stuck.", "Find it.", "Show it.");
    var merged = merged(BASE, one, other);
    var conflicts = decode(merged).conflicts();
    var format = new ItemFormat();

    assertThat(conflicts)
        .extracting(MergeConflict::text)
        .containsExactly(
            "goal: ours \"Mend it.\", theirs \"Show it.\"",
            "state: ours \"Half way.\", theirs \"Stuck.\"");
    assertThat(format.decide(ID, merged, conflicts, true)).isEqualTo(updated(one, "11:00:00"));
    assertThat(format.decide(ID, merged, conflicts, false)).isEqualTo(other);
    var first = format.decide(ID, merged, List.of(conflicts.getFirst()), true);
    assertThat(decode(first).conflicts()).containsExactly(conflicts.getLast());
    assertThat(decode(first).goal()).contains("Mend it.");
    assertThat(format.decide(ID, first, List.of(conflicts.getLast()), true))
        .isEqualTo(updated(one, "11:00:00"));
  }

  @Test
  void where_the_conflicts_stood_before_another_section_the_blank_line_between_them_stays() {
    var one = with(BASE, "Begun.", "Half way.");
    var merged = merged(BASE, one, with(BASE, "Begun.", "Stuck."));
    var conflicts = decode(merged).conflicts();
    var last = "\n## Last\n";

    assertThat(new ItemFormat().decide(ID, merged + last, conflicts, true)).isEqualTo(one + last);
    var dense = merged.replace("Kept.\n\n", "Kept.\n");
    assertThat(new ItemFormat().decide(ID, dense, conflicts, true)).isEqualTo(one);
  }
}
