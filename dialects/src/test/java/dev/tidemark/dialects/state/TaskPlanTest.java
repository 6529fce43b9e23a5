package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Change.ChangeTask;
import dev.tidemark.workflow.Change.StartRun;
import dev.tidemark.workflow.Change.TaskStep;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The tasks of a plan: how they are read, and what happens to them.
class TaskPlanTest {
  private static final String PHASES =
      """
      {"phases": {
        "odd": 7,
        "scope": {"status": "complete"},
        "phase-1": {"status": "in_progress",
          "tasks": {"T001": {"status": "pending", "description": "Add"}}},
        "phase-2": {"tasks": {"T001": {"status": "pending"}, "T002": {"status": "pending"}}}},
       "command": "implement", "feature": "auth", "version": 1,
       "state": {"current_phase": "phase-1", "completed_phases": [], "pending_phases": []}}
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- [ ] T001 Add",
        "- [x] T001 Add",
        "- [X] T001 Add",
        "  - [ ] T001   Add  ",
        "- [ ] T001 Add\r",
        "\ufeff- [ ] T001 Add",
        "\ufeff## Phase 1: Table\n- [ ] T001 Add"
      })
  @Proves({"R-004-O6", "R-COM-04"})
  void a_line_with_a_box_and_a_number_is_a_task_of_phase_1(String line) {
    assertThat(TaskPlan.of(line).entries())
        .hasToString(
            "{\"phase-1\":{\"status\":\"pending\",\"tasks\":{\"T001\":"
                + "{\"status\":\"pending\",\"description\":\"Add\"}}}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- [ ] Add",
        "- [ ] T",
        "- [ ] Table",
        "- [ ] T/1",
        "- [ ] T:1",
        "- [-] T001 Add",
        "* [ ] T001 Add",
        "T001 Add",
        "- [ ]T001",
        "## Phase 1: T001",
        ""
      })
  void what_lacks_the_box_or_the_number_is_no_task(String line) {
    assertThat(TaskPlan.of(line).phases()).isEmpty();
    assertThat(TaskPlan.of(line).entries()).isEqualTo(JsonObject.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"- [ ] T008: Add", "- [ ] T008 : Add", "- [ ] T008 Add", "- [ ] T008:Add"})
  void a_colon_after_the_number_is_no_part_of_the_task(String line) {
    var task = TaskPlan.of(line).entries().object("phase-1").object("tasks").object("T008");

    assertThat(task.string("description")).isEqualTo("Add");
  }

  @ParameterizedTest
  @CsvSource({"- [ ] T0, T0", "- [ ] T9, T9", "- [ ] T09x, T09"})
  void the_number_ends_where_its_digits_end(String line, String id) {
    assertThat(TaskPlan.of(line).entries().object("phase-1").object("tasks").has(id)).isTrue();
  }

  @Test
  @Proves("R-004-O6")
  void tasks_belong_to_the_heading_above_them() {
    var plan =
        TaskPlan.of(
            """
            - [ ] T001 before
            ## Phase 2: Code
            - [ ] T002 first
            - [ ] T002 again
            ## Phases
            - [ ] T003 still in two
            ## Phase three
            - [ ] T005 in two as well
            ## Phase 12
            ## Phase 3: Tests
            - [ ] T004 last
            """);

    assertThat(plan.phases()).containsExactly("phase-1", "phase-2", "phase-3");
    var entries = plan.entries();
    assertThat(entries.members()).hasSize(3);
    var second = entries.object("phase-2").object("tasks");
    assertThat(second.object("T002").string("description")).isEqualTo("first");
    assertThat(second.has("T003")).isTrue();
    assertThat(second.has("T005")).isTrue();
    assertThat(entries.object("phase-3").object("tasks").members()).hasSize(1);
  }

  @Test
  void a_phase_that_stands_there_twice_is_one() {
    var plan = TaskPlan.of("## Phase 1\n- [ ] T1 a\n## Phase 1: Again\n- [ ] T2 b\n");

    assertThat(plan.phases()).containsExactly("phase-1");
    assertThat(plan.entries().object("phase-1").object("tasks").members()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"```", "~~~", "```text"})
  void what_stands_in_code_is_no_task_and_no_heading(String fence) {
    var other = fence.startsWith("`") ? "~~~" : "```";
    var end = fence.substring(0, 3);
    var plan =
        TaskPlan.of(
            fence
                + "\n## Phase 9\n- [ ] T900 a\n"
                + other
                + "\n- [ ] T901 b\n"
                + end
                + "\n- [ ] T001 c\n");

    assertThat(plan.phases()).containsExactly("phase-1");
    assertThat(plan.entries().object("phase-1").object("tasks").members())
        .extracting(member -> member.key())
        .containsExactly("T001");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "~~~~\n~~~\n- [ ] T900 in code\n~~~~\n- [ ] T001 real",
        "````\n```\n- [ ] T900 in code\n```\n````\n- [ ] T001 real",
        "```js\n- [ ] T900 in code\n```js\n- [ ] T901 too\n```\n- [ ] T001 real",
        "- a\n\n    ```\n    - [ ] T900 in code\n    ```\n- [ ] T001 real",
        "```npm test``` first\n- [ ] T001 real",
      })
  @Proves("R-004-O6")
  void code_ends_where_its_own_fence_is_closed(String text) {
    assertThat(TaskPlan.of(text).entries().object("phase-1").object("tasks").members())
        .extracting(member -> member.key())
        .containsExactly("T001");
  }

  @ParameterizedTest
  @CsvSource({"START, in_progress", "DONE, complete", "FAIL, failed"})
  void a_step_is_laid_over_the_first_phase_that_has_the_task(TaskStep step, String status) {
    var run = Run.holding(PHASES).after(new ChangeTask(step, " T001 "));

    assertThat(run.entry("phase-1").object("tasks").object("T001"))
        .hasToString("{\"status\":\"%s\",\"description\":\"Add\"}".formatted(status));
    assertThat(run.entry("phase-2").object("tasks").object("T001").string("status"))
        .isEqualTo("pending");
    var task = run.root().object("state").string("current_task");
    assertThat(task).isEqualTo(step == TaskStep.START ? "T001" : null);
  }

  @ParameterizedTest
  @CsvSource({"DONE, T777, no-task", "ADD, T777, not-in-dialect", "ADD, T001, not-in-dialect"})
  void a_task_that_is_not_of_the_plan_is_refused(TaskStep step, String task, String code) {
    assertThat(Run.holding(PHASES).refused(new ChangeTask(step, task)).code()).isEqualTo(code);
  }

  @Test
  void where_no_phase_has_tasks_the_dialect_has_none() {
    var run = Run.of("implement", "auth").update("scope", "{\"status\":\"in_progress\"}");

    var blocker = run.refused(new ChangeTask(TaskStep.DONE, "T001"));

    assertThat(blocker.code()).isEqualTo("not-in-dialect");
    assertThat(blocker.reason()).doesNotContain("plan");
  }

  @Test
  @Proves("R-004-O6")
  void a_run_that_begins_with_a_plan_has_its_phases_and_tasks_ahead() {
    var run = Run.of("implement", "auth");
    run.plan = "tasks.md";
    run.planText = "## Phase 2\n- [ ] T002 b\n## Phase 1\n- [ ] T001 a\n## Phase 3\n";

    run.after(new StartRun("implement", "auth", List.of(new PhaseName("x")), false));

    assertThat(run.checkpoint().pending()).containsExactly("phase-2", "phase-1");
    assertThat(run.entry("phase-2").object("tasks").object("T002").string("status"))
        .isEqualTo("pending");
    assertThat(run.checkpoint().entries().members()).hasSize(2);
    assertThat(run.events)
        .containsExactly(
            Event.WorkflowStarted.given(
                List.of(new PhaseName("phase-2"), new PhaseName("phase-1"))));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {"none, no-plan", "'', no-tasks", "- [ ] Txx, no-tasks"})
  void a_plan_of_no_use_begins_nothing(String text, String code) {
    var run = Run.of("implement", "auth");
    run.plan = "tasks.md";
    run.planText = text;

    var blocker = run.refused(new StartRun("implement", "auth", List.of(), false));

    assertThat(blocker.code()).isEqualTo(code);
    assertThat(blocker.reason()).contains("tasks.md");
    assertThat(run.text).isEmpty();
  }

  @Test
  void only_a_start_reads_the_plan() {
    var run = Run.of("implement", "auth");
    run.plan = "tasks.md";

    run.update("scope", "{}");

    assertThat(run.checkpoint().entries().members()).hasSize(1);
  }

  @Test
  void a_phase_that_stands_there_again_after_another_takes_its_tasks() {
    var plan =
        TaskPlan.of("## Phase 1\n- [ ] T1 a\n## Phase 2\n- [ ] T2 b\n## Phase 1\n- [ ] T3 c\n");

    assertThat(plan.entries().object("phase-1").object("tasks").has("T3")).isTrue();
    assertThat(plan.entries().object("phase-2").object("tasks").members()).hasSize(1);
  }

  @Test
  void the_fence_that_is_never_closed_is_named_where_it_begins() {
    var notices = TaskPlan.of("- a\n  ```\n```\n- [ ] T1 a\n").notices("p.md");

    assertThat(notices.getFirst().text()).contains("begins in line 3 ");
  }
}
