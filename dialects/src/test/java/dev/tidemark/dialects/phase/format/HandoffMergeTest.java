package dev.tidemark.dialects.phase.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.phase.Project;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Checkpoints that were changed on both sides of a git merge.
class HandoffMergeTest {
  private static final String PLANNED =
      """
      ---
      completed_phase: 2-plan
      completed_at: 2026-02-13T14:00:00Z
      next_phase: 3-build
      next_command: /vt-c-3-build
      branch: main
      active_spec: null
      clear_recommended: true
      clear_reason: "fresh"
      ---

      # Phase Checkpoint

      ## Completed: Phase 2 (Plan)

      Planned.

      ## Key Outcomes

      - None recorded.

      ## Context for Next Phase

      None.

      ## Open Items

      None.

      ## Next Step

      Run `/vt-c-3-build` to start Build.
      """;

  private static final String BUILT =
      with(
          PLANNED,
          "completed_phase: 2-plan",
          "completed_phase: 3-build",
          "next_phase: 3-build",
          "next_phase: 4-review",
          "command: /vt-c-3-build",
          "command: /vt-c-4-review",
          "Phase 2 (Plan)",
          "Phase 3 (Build)",
          "Planned.",
          "Built.",
          "Run `/vt-c-3-build` to start Build.",
          "Run `/vt-c-4-review` to start code review.");

  private static final String EARLIER = "T13:00:00Z";
  private static final String LATER = "T15:00:00Z";
  private static final String NO_CONTEXT = "## Context for Next Phase\n\nNone.";
  private static final String NO_OPEN = "## Open Items\n\nNone.";
  private static final String NO_OUTCOMES = "- None recorded.";

  private final PhaseFormat format = new PhaseFormat(new PhaseWorkflows(new Workflows(List.of())));

  /// Returns a text with each first word replaced by the one behind it.
  private static String with(String text, String... pairs) {
    var result = text;
    for (int i = 0; i < pairs.length; i += 2) {
      assertThat(result).contains(pairs[i]);
      result = result.replace(pairs[i], pairs[i + 1]);
    }
    return result;
  }

  private static String at(String time, String text) {
    return with(text, "T14:00:00Z", time);
  }

  private String merged(@Nullable String base, String ours, String theirs) {
    var result = format.merge(Project.ID, base, ours, theirs);
    assertThat(result.refusal()).isNull();
    return result.text();
  }

  /// Merges two sides without a contradiction: it makes no difference which one is ours.
  private String mergedBothWays(@Nullable String base, String one, String other) {
    var merged = merged(base, one, other);
    assertThat(merged(base, other, one)).isEqualTo(merged);
    return merged;
  }

  @Test
  void a_side_that_has_not_changed_gives_way() {
    assertThat(merged(PLANNED, PLANNED, BUILT)).isEqualTo(BUILT);
    assertThat(merged(PLANNED, BUILT, PLANNED)).isEqualTo(BUILT);
    assertThat(merged(null, BUILT, BUILT)).isEqualTo(BUILT);
  }

  @Test
  void the_side_that_alone_has_left_a_phase_is_taken_even_if_it_went_back_and_is_older() {
    var back =
        with(at(EARLIER, PLANNED), "completed_phase: 2-plan", "completed_phase: 1-bootstrap");
    var onlyNext = with(at(EARLIER, PLANNED), "next_phase: 3-build", "next_phase: 2-plan");
    var later = at(LATER, PLANNED);

    assertThat(mergedBothWays(PLANNED, back, later)).isEqualTo(back);
    assertThat(mergedBothWays(PLANNED, onlyNext, later)).isEqualTo(onlyNext);
  }

  @Test
  void of_two_sides_that_have_left_a_phase_the_one_that_is_further_is_taken() {
    var base = with(PLANNED, "completed_phase: 2-plan", "completed_phase: 1-bootstrap");
    var built = with(at(EARLIER, BUILT), "Built.", "Planned.");
    var part =
        with(
            at(EARLIER, PLANNED),
            "completed_phase: 2-plan",
            "completed_phase: 3-build-partial",
            "Phase 2 (Plan)",
            "Phase 3 (Build) — Partial");
    var planned = at(LATER, PLANNED);

    assertThat(mergedBothWays(base, built, planned)).isEqualTo(built);
    assertThat(mergedBothWays(null, built, planned)).isEqualTo(built);
    assertThat(mergedBothWays(base, part, planned)).isEqualTo(part);
    assertThat(mergedBothWays(base, built, at(LATER, with(part, EARLIER, "T14:00:00Z"))))
        .isEqualTo(built);
  }

  @Test
  void of_two_sides_at_the_same_phase_the_later_one_is_taken() {
    var one = with(at(EARLIER, PLANNED), "clear_reason: \"fresh\"", "clear_reason: \"one\"");
    var other = with(at(LATER, PLANNED), "clear_reason: \"fresh\"", "clear_reason: \"another\"");
    var undated = with(other, "2026-02-13T15:00:00Z", "yesterday");

    assertThat(mergedBothWays(PLANNED, one, other)).isEqualTo(other);
    assertThat(mergedBothWays(null, one, other)).isEqualTo(other);
    assertThat(mergedBothWays(PLANNED, one, undated)).isEqualTo(one);
  }

  @Test
  void of_two_sides_of_one_time_the_same_one_is_taken_whichever_is_ours() {
    var one = with(PLANNED, "clear_reason: \"fresh\"", "clear_reason: \"one\"");
    var other = with(PLANNED, "clear_reason: \"fresh\"", "clear_reason: \"two\"");

    assertThat(mergedBothWays(PLANNED, one, other)).isEqualTo(other);
    assertThat(mergedBothWays(null, one, other)).isEqualTo(other);
  }

  @Test
  void checkpoints_of_two_workflows_are_not_merged() {
    var knowledge =
        with(
            PLANNED,
            "completed_phase: 2-plan",
            "completed_phase: kw-1-plan",
            "next_phase: 3-build",
            "next_phase: kw-2-execute");

    assertThat(format.merge(Project.ID, null, PLANNED, knowledge).refusal())
        .isEqualTo("the two sides are about different workflows: 2-plan and kw-1-plan");
  }

  @Test
  void a_side_that_cannot_be_read_is_an_error_and_a_base_that_cannot_be_read_is_none() {
    var damaged = with(PLANNED, "branch: main\n", "");
    var one = with(PLANNED, NO_OUTCOMES, "- one");
    var other = with(at(LATER, PLANNED), NO_OUTCOMES, "- other");

    for (var sides : List.of(List.of(damaged, PLANNED), List.of(PLANNED, damaged))) {
      assertThatThrownBy(() -> format.merge(Project.ID, null, sides.getFirst(), sides.getLast()))
          .isInstanceOf(UnreadableException.class)
          .hasMessage("the key branch is missing");
    }
    assertThatThrownBy(() -> format.decide(Project.ID, damaged, List.of(), true))
        .isInstanceOf(UnreadableException.class);
    assertThat(mergedBothWays(with(one, "branch: main\n", ""), one, other))
        .isEqualTo(with(other, "- other", "- other\n- one"));
  }

  @Test
  void a_key_that_the_other_side_alone_has_changed_is_taken() {
    var base = with(PLANNED, "clear_recommended", "review_status: FAIL\nclear_recommended");
    var one =
        with(
            at(EARLIER, base),
            "branch: main",
            "branch: \"feature/a b\"",
            "active_spec: null",
            "active_spec: SPEC-001",
            "review_status: FAIL\n",
            "");
    var other = with(at(LATER, base), "clear_reason: \"fresh\"", "clear_reason: \"again\"");

    assertThat(mergedBothWays(base, one, other))
        .isEqualTo(
            with(
                other,
                "branch: main",
                "branch: feature/a b",
                "active_spec: null",
                "active_spec: SPEC-001"));
  }

  @Test
  void a_key_that_both_sides_have_changed_has_the_value_of_the_side_that_is_taken() {
    var one = with(at(EARLIER, PLANNED), "branch: main", "branch: a");
    var other = with(at(LATER, PLANNED), "branch: main", "branch: b");

    assertThat(mergedBothWays(PLANNED, one, other)).isEqualTo(other);
  }

  @Test
  void a_text_that_the_other_side_alone_has_changed_is_taken() {
    var base = with(PLANNED, NO_CONTEXT, "## Step Progress\n\nStep 1.\n\n" + NO_CONTEXT);
    var one =
        with(
            at(EARLIER, base),
            "Planned.",
            "Planned well.",
            "Step 1.",
            "Step 2.",
            "start Build.",
            "start Build now.");
    var other = with(at(LATER, base), "Step 1.", "Step 3.");

    assertThat(mergedBothWays(base, one, other))
        .isEqualTo(with(other, "Planned.", "Planned well.", "start Build.", "start Build now."));
    assertThat(mergedBothWays(base, at(EARLIER, base), other)).isEqualTo(other);
  }

  @Test
  void keys_and_texts_that_the_other_side_alone_has_are_added() {
    var one =
        with(
            at(EARLIER, BUILT),
            "clear_recommended",
            "review_status: NOT_RUN\nstep_progress: \"1/2 completed\"\nclear_recommended",
            NO_CONTEXT,
            "## Step Progress\n\nSteps completed: 1.\nResume from: Step 2\n\n" + NO_CONTEXT);
    var other = at(LATER, BUILT);

    assertThat(mergedBothWays(PLANNED, one, other))
        .isEqualTo(
            with(
                    other,
                    "clear_reason: \"fresh\"\n",
                    "clear_reason: \"fresh\"\nreview_status: NOT_RUN\n"
                        + "step_progress: 1/2 completed\n")
                + "\n## Step Progress\n\nSteps completed: 1.\nResume from: Step 2\n");
  }

  @Test
  void without_a_common_version_neither_keys_nor_texts_of_the_other_side_are_taken() {
    var one = with(at(EARLIER, PLANNED), "branch: main", "branch: a", "start Build.", "build.");
    var other = at(LATER, PLANNED);

    assertThat(mergedBothWays(null, one, other)).isEqualTo(other);
  }

  @Test
  void notes_that_the_other_side_has_added_are_kept_and_those_that_one_has_removed_are_not() {
    var base =
        with(
            PLANNED,
            NO_CONTEXT,
            "## Context for Next Phase\n\n- Note (3-build): old",
            NO_OPEN,
            "## Open Items\n\n- [ ] Blocked by (3-build): no key\n- [ ] Which license?");
    var noted =
        with(
            base,
            "- Note (3-build): old",
            "- Note (3-build): old\n- Note (3-build): new",
            "- [ ] Which license?",
            "- [ ] Which license?\n- [ ] Open question (3-build): Which database?\n- [ ] Logo");
    var moved = with(at(LATER, BUILT), NO_OPEN, "## Open Items\n\n- [ ] Tests");
    var answered =
        with(
            at(LATER, base),
            "- Note (3-build): old",
            "None.",
            "- [ ] Blocked by (3-build): no key\n",
            "");

    assertThat(mergedBothWays(base, noted, moved))
        .isEqualTo(
            with(
                moved,
                NO_CONTEXT,
                "## Context for Next Phase\n\n- Note (3-build): new",
                "- [ ] Tests",
                "- [ ] Tests\n- [ ] Open question (3-build): Which database?\n- [ ] Logo"));
    assertThat(mergedBothWays(base, noted, answered))
        .isEqualTo(
            with(
                answered,
                NO_CONTEXT,
                "## Context for Next Phase\n\n- Note (3-build): new",
                "- [ ] Which license?",
                "- [ ] Which license?\n"
                    + "- [ ] Open question (3-build): Which database?\n"
                    + "- [ ] Logo"));
  }

  @Test
  void outcomes_and_context_of_two_documents_about_one_phase_are_united() {
    var base = with(PLANNED, NO_OUTCOMES, "- old");
    var one = with(at(EARLIER, base), "- old", "- old\n\n- one\n- both", NO_CONTEXT, "%s");
    var other = with(at(LATER, base), "- old", "- both\n- other", NO_CONTEXT, "%s");
    var context = "## Context for Next Phase\n\n";

    assertThat(
            mergedBothWays(
                base,
                one.replace("%s", context + "Look at uploads."),
                other.replace("%s", context + "- Look at memory.")))
        .isEqualTo(
            with(
                other.replace("%s", context + "- Look at memory.\nLook at uploads."),
                "- other",
                "- other\n- one"));
    assertThat(
            mergedBothWays(base, one.replace("%s", NO_CONTEXT), other.replace("%s", context + "x")))
        .isEqualTo(with(other.replace("%s", context + "x"), "- other", "- other\n- one"));
    assertThat(mergedBothWays(null, at(EARLIER, PLANNED), at(LATER, base)))
        .isEqualTo(at(LATER, base));
  }

  @Test
  void placeholders_of_the_other_side_are_not_added() {
    var base = with(PLANNED, "- None recorded.", "- old", NO_OPEN, "## Open Items\n\n- [ ] old");
    var one = with(at(EARLIER, base), "- old\n", "- None recorded.\n", "- [ ] old", "None.");
    var other = at(LATER, base);

    assertThat(mergedBothWays(null, one, other)).isEqualTo(other);
  }

  @Test
  void the_summary_of_a_side_that_is_left_behind_becomes_a_note() {
    var base = with(PLANNED, "completed_phase: 2-plan", "completed_phase: 1-bootstrap");
    var behind = with(PLANNED, "Planned.", "Planned\nin two steps.");
    var part =
        with(at(EARLIER, behind), "completed_phase: 2-plan", "completed_phase: 3-build-partial");
    var noted =
        with(
            BUILT,
            NO_CONTEXT,
            "## Context for Next Phase\n\n- Note (2-plan): Planned in two steps.");

    assertThat(mergedBothWays(base, behind, BUILT)).isEqualTo(noted);
    assertThat(mergedBothWays(null, behind, BUILT)).isEqualTo(noted);
    assertThat(mergedBothWays(base, part, BUILT)).isEqualTo(with(noted, "2-plan", "3-build"));
  }

  @ParameterizedTest
  @CsvSource({
    // the summary of the base, of the side left behind, and of the other one
    "Planned., Planned., Built.",
    "Begun., Built., Built.",
    "Begun., '', Built."
  })
  void a_summary_that_is_not_new_becomes_no_note(String base, String behind, String ahead) {
    var bootstrapped =
        with(
            PLANNED,
            "completed_phase: 2-plan",
            "completed_phase: 1-bootstrap",
            "Planned.\n\n",
            base + "\n\n");
    var planned = with(PLANNED, "Planned.\n\n", behind.isEmpty() ? "\n" : behind + "\n\n");
    var built = with(BUILT, "Built.", ahead);

    assertThat(mergedBothWays(bootstrapped, planned, built)).isEqualTo(built);
  }

  @Test
  void keys_and_sections_of_other_tools_are_kept_from_both_sides() {
    var one =
        with(PLANNED, "branch: main\n", "branch: main\nticket: A-1\n")
            + "\n## Of Another Tool\n\nwords\n";
    var other =
        with(BUILT, "branch: main\n", "branch: main\nowner: ann\n") + "\n## Of A Third\n\nmore\n";

    assertThat(merged(PLANNED, one, other))
        .isEqualTo(
            with(other, "clear_reason: \"fresh\"\n", "clear_reason: \"fresh\"\nticket: A-1\n")
                + "\n## Of Another Tool\n\nwords\n");
  }

  @Test
  void words_under_the_title_are_kept_from_both_sides() {
    var title = Sections.TITLE + "\n";
    var one = with(PLANNED, title, title + "\nAsk Ann first.\n");
    var other = with(BUILT, title, title + "\nThen Bob.\n");

    assertThat(mergedBothWays(PLANNED, one, BUILT))
        .isEqualTo(with(BUILT, title, title + "\nAsk Ann first.\n"));
    assertThat(mergedBothWays(PLANNED, one, other))
        .isEqualTo(with(BUILT, title, title + "\nThen Bob.\nAsk Ann first.\n"));
    var untitled = with(BUILT, title + "\n", "");
    assertThat(mergedBothWays(PLANNED, one, untitled)).isEqualTo(untitled);
  }

  @Test
  void results_that_contradict_each_other_are_recorded_beside_the_values_of_the_later_side() {
    var base = with(PLANNED, "completed_phase: 2-plan", "completed_phase: 1-bootstrap");
    var status = "clear_recommended";
    var one =
        with(
            at(EARLIER, BUILT),
            status,
            "review_status: PASS\nplan_status: LOADED\n" + status,
            "command: /vt-c-4-review",
            "command: /go");
    var other =
        with(
            at(LATER, BUILT),
            status,
            "review_status: FAIL\nplan_status: LOADED\n" + status,
            "Built.",
            "Built anew.");

    var merged = merged(base, one, other);

    assertThat(merged)
        .isEqualTo(
            other
                + """

                ## Merge Conflicts

                - {"phase":"3-build","at":[],"ours":{"next_command":"/go","review_status":"PASS"},\
                "theirs":{"next_command":"/vt-c-4-review","review_status":"FAIL"}}
                - {"phase":"3-build","at":[],"ours":{"completed":"Built."},\
                "theirs":{"completed":"Built anew."}}
                """);
    assertThat(merged(base, other, one))
        .startsWith(other)
        .contains("\"ours\":{\"completed\":\"Built anew.\"},\"theirs\":{\"completed\":\"Built.\"}");
    assertThat(merged(null, one, other)).isEqualTo(merged);
    assertThat(merged(merged, with(merged, "main", "a"), with(merged, "\"fresh\"", "\"x\"")))
        .isEqualTo(with(merged, "main", "a", "\"fresh\"", "\"x\""));
  }

  @Test
  void a_value_that_only_one_side_has_changed_is_no_contradiction() {
    var base = with(BUILT, "clear_recommended", "review_status: NOT_RUN\nclear_recommended");
    var one = with(at(EARLIER, base), "NOT_RUN", "PASS", "Built.", "Built at last.");
    var other = with(at(LATER, base), "review_status: NOT_RUN\n", "");

    assertThat(mergedBothWays(base, one, at(LATER, base)))
        .isEqualTo(with(at(LATER, base), "NOT_RUN", "PASS", "Built.", "Built at last."));
    assertThat(mergedBothWays(base, one, other)).isEqualTo(with(other, "Built.", "Built at last."));
    var partly = with(at(EARLIER, BUILT), "completed_phase: 3-build", "completed_phase: 2-plan");
    assertThat(merged(null, partly, at(LATER, BUILT))).doesNotContain("Merge Conflicts");
  }

  @Test
  void a_decision_takes_the_values_of_one_side_and_leaves_the_other_conflicts() {
    var one = with(at(EARLIER, BUILT), "command: /vt-c-4-review", "command: /go");
    var other = with(at(LATER, BUILT), "Built.", "Built anew.");
    var merged = merged(null, one, other);
    var conflicts = format.decode(Project.ID, merged).checkpoint().conflicts();

    assertThat(conflicts).hasSize(2);
    assertThat(format.decide(Project.ID, merged, conflicts, true))
        .isEqualTo(with(other, "command: /vt-c-4-review", "command: /go", "Built anew.", "Built."));
    assertThat(format.decide(Project.ID, merged, conflicts, false)).isEqualTo(other);
    assertThat(format.decide(Project.ID, merged, conflicts.subList(0, 1), true))
        .isEqualTo(
            with(other, "command: /vt-c-4-review", "command: /go")
                + """

                ## Merge Conflicts

                - {"phase":"3-build","at":[],"ours":{"completed":"Built."},\
                "theirs":{"completed":"Built anew."}}
                """);
    assertThat(format.decode(Project.ID, other).checkpoint().conflicts()).isEmpty();
  }
}
