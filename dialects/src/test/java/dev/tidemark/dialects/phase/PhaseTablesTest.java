package dev.tidemark.dialects.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.dialects.phase.format.PhaseWorkflows;
import dev.tidemark.dialects.phase.format.Sections;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The tables of the protocol, row by row.
class PhaseTablesTest {
  @ParameterizedTest
  @CsvSource({
    "/vt-c-3-build, 3-build",
    "/vt-c-kw-0-start, kw-0-start",
    "/3-build, 3-build",
    "/vt-c-9-x, ",
    "/build, "
  })
  @Proves("T-000-A")
  void a_phase_may_be_named_by_the_slash_command_of_the_banners(String command, String id) {
    assertThat(new PhaseWorkflows(new Workflows(List.of())).resolve(command)).isEqualTo(id);
  }

  @ParameterizedTest
  @CsvSource({
    "dev, 0-start 1-bootstrap 2-plan 3-build 4-review 5-finalize 6-operate",
    "kw, kw-0-start kw-1-plan kw-2-execute kw-3-review kw-4-publish"
  })
  @Proves("T-000-A")
  void a_workflow_has_its_phases_in_order(String name, String ids) {
    var workflows = new PhaseWorkflows(new Workflows(List.of()));

    assertThat(workflows.names()).containsExactly("dev", "kw");
    assertThat(workflows.phases(name).stream().map(PhaseName::value).toList())
        .containsExactly(ids.split(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "0-start, 0, Start, 1-bootstrap",
    "1-bootstrap, 1, Bootstrap, 2-plan",
    "2-plan, 2, Plan, 3-build",
    "3-build, 3, Build, 4-review",
    "3-build-partial, 3, Build, 3-build",
    "4-review, 4, Review, 5-finalize",
    "5-finalize, 5, Finalize, 6-operate",
    "6-operate, 6, Operate, activate",
    "kw-0-start, kw-0, Start, kw-1-plan",
    "kw-1-plan, kw-1, Plan, kw-2-execute",
    "kw-2-execute, kw-2, Execute, kw-3-review",
    "kw-2-execute-partial, kw-2, Execute, kw-2-execute",
    "kw-3-review, kw-3, Review, kw-4-publish",
    "kw-4-publish, kw-4, Publish, activate",
    "complete, complete, Complete, activate"
  })
  @Proves({"T-000-A", "R-000-01", "R-000-04", "R-000-06", "R-000-07", "A-01"})
  void each_phase_names_its_successor_and_is_named_in_texts(
      String id, String number, String name, String next) {
    var project = new Project();
    if (PhaseIds.isReview(id)) {
      project.saying("result", "pass");
    }

    project.exit(id);

    assertThat(project.key("completed_phase")).isEqualTo(id);
    assertThat(project.key("next_phase")).isEqualTo(next);
    assertThat(project.key("next_command")).isEqualTo("/vt-c-" + next);
    assertThat(project.text)
        .contains("## Completed: Phase " + number + " (" + name + ")")
        .contains(
            "Run `/vt-c-" + next + "` to " + (PhaseIds.isPartial(id) ? "continue " : "start "));
    assertThat(project.dialect().locator().pathOf(Project.ID)).isEqualTo(".claude-checkpoint.md");
    assertThat(project.dialect().validator().validate(project.text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2-plan, completed_phase completed_at next_phase next_command branch active_spec"
        + " clear_recommended clear_reason",
    "3-build, completed_phase completed_at next_phase next_command branch active_spec"
        + " review_status plan_status step_progress clear_recommended clear_reason",
    "kw-2-execute, completed_phase completed_at next_phase next_command branch active_spec"
        + " review_status plan_status step_progress clear_recommended clear_reason",
    "3-build-partial, completed_phase completed_at next_phase next_command branch active_spec"
        + " step_progress clear_recommended clear_reason",
    "kw-2-execute-partial, completed_phase completed_at next_phase next_command branch active_spec"
        + " step_progress clear_recommended clear_reason"
  })
  @Proves({"T-000-B", "R-000-03", "R-000-20", "R-000-08"})
  void the_front_matter_has_exactly_its_keys_in_order(String phase, String keys) {
    var project = Project.withSpec("plan.md");
    if (!phase.equals("2-plan")) {
      project.steps("cp");
    }

    project.exit(phase);

    var found = new ArrayList<String>();
    project.checkpoint().front().entries().forEach(entry -> found.add(entry.key()));
    assertThat(found).containsExactly(keys.split(" "));
    assertThat(project.text).startsWith("---\ncompleted_phase: " + phase + "\n");
    assertThat(project.text).contains("\ncompleted_at: 2026-02-13T14:30:00Z\n");
    assertThat(project.text).contains("\nclear_reason: \"");
  }

  @Test
  @Proves({"T-000-C", "R-000-29"})
  void the_body_has_its_sections_in_order_with_a_blank_line_around_each_heading() {
    var project = Project.withSpec().steps("cip");
    project.ready =
        java.util.Optional.of(List.of(new dev.tidemark.workflow.fact.WorkItem("b", "B", 0)));

    project.exit("2-plan");

    var lines = project.checkpoint().body().lines().toList();
    assertThat(lines.stream().filter(line -> line.startsWith("#")).toList())
        .containsExactly(
            "# Phase Checkpoint",
            "## Completed: Phase 2 (Plan)",
            "## Key Outcomes",
            "## Step Progress",
            "## Context for Next Phase",
            "## Open Items",
            "## Ready Work (Beads)",
            "## Next Step");
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("#")) {
        assertThat(lines.get(i - 1)).isEmpty();
        assertThat(lines.get(i + 1)).isEmpty();
      }
    }
    assertThat(project.text).endsWith("\n").doesNotEndWith("\n\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0-start | | false | low context — continuing is fine",
        "1-bootstrap | | false | low context — continuing is fine",
        "2-plan | | true | Planning explored alternatives and research. The build needs only the"
            + " plan.",
        "3-build | | true | Review should run with fresh context to avoid self-confirmation bias"
            + " from the build conversation.",
        "4-review | pass | true | Deploy checks are independent of the review. Its findings are in"
            + " the report.",
        "4-review | fail | false | Fixes need the review findings in context.",
        "5-finalize | | false | low context — continuing is fine",
        "6-operate | | true | specs completed — fresh context for next feature",
        "complete | | true | specs completed — fresh context for next feature",
        "kw-0-start | | false | low context — continuing is fine",
        "kw-1-plan | | true | Planning explored alternatives and research. The execution needs only"
            + " the plan.",
        "kw-2-execute | | true | Review should run with fresh context to avoid self-confirmation"
            + " bias from the execute conversation.",
        "kw-3-review | pass | true | Publishing is independent of the review. Its findings are in"
            + " the report.",
        "kw-3-review | fail | false | Fixes need the review findings in context.",
        "kw-4-publish | | true | specs completed — fresh context for next feature",
        "3-build-partial | | false | low context — continuing is fine"
      })
  @Proves({"T-000-D", "R-000-26", "A-03", "A-04", "A-11"})
  void each_transition_has_its_recommendation(
      String phase, String result, String clear, String reason) {
    var project = new Project();
    if (result != null) {
      project.saying("result", result);
    }

    project.exit(phase);

    assertThat(project.key("clear_recommended")).isEqualTo(clear);
    assertThat(project.key("clear_reason")).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({
    ".active-spec, SPEC-012, active_spec, SPEC-012",
    ".active-spec, '  SPEC-012  ', active_spec, SPEC-012",
    ".review-gate.md, '---\nbranch: main\nstatus: PASS\ndate: x\n---\nmore', review_status, PASS",
    ".design-state.yaml, 'specs_status: {SPEC-007: {specs_dir: specs/7}}', plan_status, LOADED",
    ".design-state.yaml, 'specs_dir: {SPEC-007: specs/7/}', plan_status, LOADED",
    ".design-state.yaml, 'specs: [{spec_id: SPEC-007, specs_dir: specs/7}]', plan_status, LOADED",
    ".design-state.yaml, 'specs: [{spec_id: SPEC-008, specs_dir: specs/7}]', plan_status,"
        + " NOT_APPLICABLE",
    "specs/7/state.yaml, 'steps: [{id: 1, name: a, status: done}]', step_progress, 1/1 completed",
    "specs/7/state.yaml, 'steps: [{title: a, status: complete}, b]', step_progress,"
        + " '1/2 completed, Step 2 in_progress'",
    "specs/7/state.yaml, 'steps: [{description: a}]', step_progress,"
        + " '0/1 completed, Step 1 in_progress'"
  })
  @Proves({"T-000-F", "A-13"})
  void the_input_files_are_understood(String file, String content, String key, String value) {
    var project =
        new Project()
            .file(".active-spec", "SPEC-007\n")
            .file(".design-state.yaml", "specs_status:\n  SPEC-007:\n    specs_dir: specs/7\n")
            .file("specs/7/plan.md", "# Plan")
            .file(file, content);

    project.exit("3-build");

    assertThat(project.key(key)).isEqualTo(value);
  }

  @Test
  @Proves({"R-000-04", "R-COM-09"})
  void a_phase_that_there_is_not_is_refused_and_those_there_are_are_named() {
    for (var change : List.of(Project.leaving("9-x"), Project.entering("9-x"))) {
      var blocker = new Project().refused(change);

      assertThat(blocker.kind()).isEqualTo(Blocker.Kind.REFUSED);
      assertThat(blocker.reason()).contains("9-x");
      assertThat(blocker.hint()).contains("0-start").contains("kw-4-publish");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "3-build, Phase 3 (Build), build",
    "0-start, Phase 0 (Start), start",
    "9-archive, Phase 9 (Archive), archive",
    "1.5-spike, Phase 1.5 (Spike), spike",
    "kw-2-execute-partial, Phase kw-2 (Execute), execute",
    "complete, Phase complete (Complete), complete",
    "3, Phase 3 (3), 3",
    "3-, Phase 3 (3-), 3-"
  })
  @Proves("T-000-A")
  void an_id_is_a_number_and_a_word(String id, String title, String word) {
    assertThat(PhaseIds.title(id)).isEqualTo(title);
    assertThat(PhaseIds.word(id)).isEqualTo(word);
  }

  @Test
  @Proves("R-000-04")
  void a_number_is_enough() {
    assertThat(new Project().exit("3").key("completed_phase")).isEqualTo("3-build");
    assertThat(new Project().exit("kw-1").key("completed_phase")).isEqualTo("kw-1-plan");
  }

  @Test
  @Proves("R-000-07")
  void the_choice_of_a_spec_is_no_phase_and_cannot_be_left() {
    assertThat(new Project().refused(Project.leaving("activate")).code()).isEqualTo("no-exit");
  }

  @Test
  @Proves("R-000-06")
  void the_prefix_of_commands_can_be_another_or_none() {
    var project = new Project();
    project.settings = new PhaseSettings("/", false, List.of());

    project.exit("3-build");

    assertThat(project.key("next_command")).isEqualTo("/4-review");
    assertThat(project.said).contains("/4-review");
    assertThat(project.section(Sections.CONTEXT)).contains("Run /4-review (or /kw-3-review)");
  }

  @ParameterizedTest
  @CsvSource({
    "2-plan, 5-finalize",
    "3-build, 6-operate",
    "0-start, 5-finalize",
    "kw-1-plan, 5-finalize",
    "kw-0-start, 6-operate",
  })
  @Proves("R-000-04")
  void another_successor_cannot_jump_over_the_review(String phase, String next) {
    var blocker = new Project().saying("next", next).refused(Project.leaving(phase));

    assertThat(blocker.code()).isEqualTo("jumps-over-review");
  }

  @Test
  @Proves("R-000-04")
  void another_successor_is_taken_where_nothing_forbids_it() {
    assertThat(new Project().saying("next", "2-plan").exit("0-start").key("next_command"))
        .isEqualTo("/vt-c-2-plan");
    assertThat(new Project().saying("next", "4-review").exit("kw-1-plan").key("next_phase"))
        .isEqualTo("4-review");
    assertThat(new Project().saying("next", "kw-2").exit("2-plan").key("next_phase"))
        .isEqualTo("kw-2-execute");
    assertThat(new Project().saying("next", "9-x").refused(Project.leaving("0-start")).kind())
        .isEqualTo(Blocker.Kind.REFUSED);
  }
}
