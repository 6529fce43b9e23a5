package dev.tidemark.dialects.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Builds left in part, and reviews with a result.
class PhaseBuildTest {
  @ParameterizedTest
  @CsvSource({
    // messages, steps, word, whether the build is left in part
    "31, , , true",
    "39, , , true",
    "30, , , false",
    "31, , complete, false",
    "31, ccp, , true",
    "31, ccp, complete, true",
    "31, ccc, , false",
    "31, ccc, partial, true",
    "400000000000, , , true"
  })
  @Proves({"R-000-27", "A-05", "A-17"})
  void a_long_session_leaves_an_unfinished_build_in_part(
      String messages, String steps, String word, boolean partial) {
    for (var phase : List.of("3-build", "kw-2-execute")) {
      var project = Project.withSpec("plan.md").saying("messages", messages);
      if (steps != null) {
        project.steps(steps);
      }
      if (word != null) {
        project.saying(word);
      }

      project.exit(phase);

      assertThat(project.key("clear_recommended")).isEqualTo("true");
      if (partial) {
        assertThat(project.key("completed_phase")).isEqualTo(phase + "-partial");
        assertThat(project.key("next_phase")).isEqualTo(phase);
        assertThat(project.key("next_command")).isEqualTo("/vt-c-" + phase);
        assertThat(project.key("clear_reason"))
            .isEqualTo(
                "Long build session — context window is filling up. Clear and resume with /vt-c-"
                    + phase
                    + " to continue with fresh context.");
      } else {
        assertThat(project.key("completed_phase")).isEqualTo(phase);
        assertThat(project.key("next_phase")).endsWith("-review");
      }
    }
  }

  @Test
  @Proves("R-000-27")
  void a_long_session_of_another_phase_is_nothing_special() {
    var project = new Project().saying("messages", "99").exit("2-plan");

    assertThat(project.key("completed_phase")).isEqualTo("2-plan");
  }

  @Test
  void a_number_of_messages_is_a_number() {
    var blocker = new Project().saying("messages", "many").refused(Project.leaving("3-build"));

    assertThat(blocker.code()).isEqualTo("bad-number");
  }

  @Test
  @Proves({"R-000-28", "R-000-20"})
  void a_build_can_be_left_in_part_on_request() {
    var project = new Project().saying("partial").exit("3-build");

    assertThat(project.key("completed_phase")).isEqualTo("3-build-partial");
    assertThat(project.key("next_phase")).isEqualTo("3-build");
    assertThat(project.text).contains("\n## Completed: Phase 3 (Build) — Partial\n");
    assertThat(project.key("review_status")).isNull();
    assertThat(project.key("plan_status")).isNull();
    assertThat(project.events).containsExactly(new Event.PhaseAmended(new PhaseName("3-build")));
    assertThat(project.checkpoint().current()).contains(new PhaseName("3-build"));
    assertThat(project.said.get(1)).isEqualTo("Phase 3 complete. Checkpoint saved.");
  }

  @Test
  @Proves("R-000-28")
  void only_a_build_can_be_left_in_part_and_not_complete_as_well() {
    assertThat(new Project().saying("partial").refused(Project.leaving("2-plan")).code())
        .isEqualTo("not-a-build");
    assertThat(
            new Project()
                .saying("partial")
                .saying("complete")
                .refused(Project.leaving("3-build"))
                .code())
        .isEqualTo("contradiction");
    assertThat(
            new Project()
                .saying("partial")
                .saying("next", "4-review")
                .refused(Project.leaving("3"))
                .code())
        .isEqualTo("bound");
  }

  @ParameterizedTest
  @CsvSource({
    // what the caller says, branch and status of the gate, the phase that follows or the refusal
    "4-review, pass, , , 5-finalize",
    "4-review, fail, , , 4-review",
    "4-review, , main, PASS, 5-finalize",
    "4-review, , main, FAIL, 4-review",
    "4-review, , dev, PASS, no-result",
    "4-review, , main, MAYBE, no-result",
    "4-review, , , , no-result",
    "4-review, pass, main, FAIL, review-failed",
    "4-review, pass, dev, FAIL, 5-finalize",
    "4-review, fail, main, PASS, 4-review",
    "4-review, so-so, , , no-result",
    "kw-3-review, pass, , , kw-4-publish",
    "kw-3-review, , main, FAIL, kw-3-review",
    "kw-3-review, , , , no-result",
    "2-plan, pass, , , not-a-review"
  })
  @Proves("R-000-05")
  void a_review_has_a_result(
      String phase, String result, String branch, String status, String expected) {
    var project = new Project();
    if (result != null) {
      project.saying("result", result);
    }
    if (branch != null) {
      project.gate(branch, status);
    }
    if (!Character.isDigit(expected.charAt(0)) && !expected.startsWith("kw-")) {
      assertThat(project.refused(Project.leaving(phase)).code()).isEqualTo(expected);
      return;
    }

    project.exit(phase);

    assertThat(project.key("next_phase")).isEqualTo(expected);
    assertThat(project.key("next_command")).isEqualTo("/vt-c-" + expected);
    assertThat(project.key("clear_recommended"))
        .isEqualTo(expected.equals(phase) ? "false" : "true");
  }

  @Test
  @Proves("R-000-05")
  void a_failed_review_is_not_left_behind() {
    var project = new Project().saying("result", "fail").saying("next", "5-finalize");
    assertThat(project.refused(Project.leaving("4-review")).code()).isEqualTo("jumps-over-review");

    project.saying("result", "fail").exit("4-review");

    assertThat(project.events)
        .containsExactly(
            new Event.PhaseFailed(new PhaseName("4-review"), "the review found issues"));
    assertThat(project.checkpoint().phases())
        .filteredOn(phase -> phase.status() == PhaseStatus.FAILED)
        .extracting(phase -> phase.name().value())
        .containsExactly("4-review");
  }

  @Test
  @Proves("R-000-05")
  void a_missing_result_is_told_from_an_invalid_one() {
    assertThat(new Project().refused(Project.leaving("4-review")).reason())
        .isEqualTo("no result is given for 4-review");
    assertThat(
            new Project().saying("result", "so-so").refused(Project.leaving("4-review")).reason())
        .isEqualTo("\"so-so\" is no result of a review");
  }

  @ParameterizedTest
  @CsvSource({
    // phase, result, the successor that is asked for, whether it is refused
    "4-review, fail, 4-review, false",
    "4-review, fail, 3-build, false",
    "4-review, fail, kw-1-plan, false",
    "4-review, fail, 6-operate, true",
    "4-review, fail, activate, true",
    "kw-3-review, fail, kw-2-execute, false",
    "kw-3-review, fail, 2-plan, false",
    "kw-3-review, fail, kw-4-publish, true",
    "kw-3-review, fail, 5-finalize, true",
    "4-review, pass, 6-operate, false",
    "4-review, pass, 2-plan, false"
  })
  @Proves({"R-000-04", "R-000-05"})
  void after_a_review_the_way_leads_on_only_if_it_passed(
      String phase, String result, String next, boolean refused) {
    var project = new Project().saying("result", result).saying("next", next);
    if (refused) {
      assertThat(project.refused(Project.leaving(phase)).code()).isEqualTo("jumps-over-review");
    } else {
      assertThat(project.exit(phase).key("next_phase")).isEqualTo(next);
    }
  }

  @Test
  @Proves({"R-000-04", "R-000-51"})
  void a_spec_that_is_complete_may_name_the_choice_and_nothing_else() {
    assertThat(new Project().saying("next", "activate").exit("complete").key("next_phase"))
        .isEqualTo("activate");
    assertThat(new Project().saying("next", "2-plan").refused(Project.leaving("complete")).code())
        .isEqualTo("bound");
  }

  @Test
  @Proves("R-000-51")
  void a_run_that_is_finished_leaves_what_a_complete_spec_leaves() {
    var completed = new Project().exit("complete");
    var finished = new Project();

    finished.ask(new Change.FinishRun(null));

    assertThat(finished.text).isEqualTo(completed.text);
    assertThat(finished.said).isEqualTo(completed.said);
    assertThat(finished.events).isEqualTo(completed.events);
    assertThat(finished.asked).isEqualTo(completed.asked);
  }

  @Test
  @Proves("R-000-51")
  void a_spec_that_is_complete_leads_to_the_choice_of_the_next() {
    var project = new Project().exit("complete");

    assertThat(project.text)
        .startsWith(
            """
            ---
            completed_phase: complete
            completed_at: 2026-02-13T14:30:00Z
            next_phase: activate
            next_command: /vt-c-activate
            branch: main
            active_spec: null
            clear_recommended: true
            clear_reason: "specs completed — fresh context for next feature"
            ---

            # Phase Checkpoint

            ## Completed: Phase complete (Complete)
            """);
    assertThat(project.said).contains("Spec complete. Checkpoint saved.", "/vt-c-activate");
    assertThat(project.checkpoint().finished()).isTrue();
    assertThat(project.events).containsExactly(new Event.WorkflowCompleted());
  }
}
