package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.dialects.state.plan.PlanForm;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change.ChangeTask;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.Change.TaskStep;
import java.util.List;
import java.util.Map;
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
        "  - [ ] T001   Add  ",
        "- [ ] T001 Add\r",
        "* [ ] T001 Add",
        "+ [ ] T001 Add",
        "-  [ ] T001 Add",
        "1. [ ] T001 Add",
        "\ufeff- [ ] T001 Add",
        "\ufeff## Phase 1\n- [ ] T001 Add"
      })
  @Proves({"R-004-O6", "R-COM-04"})
  void a_line_with_a_box_and_a_number_is_a_task_of_phase_1(String line) {
    assertThat(PlanForm.read(line).entries())
        .hasToString(
            "{\"phase-1\":{\"status\":\"pending\",\"tasks\":{\"T001\":"
                + "{\"status\":\"pending\",\"description\":\"Add\"}}}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"- [x] T001 Add", "- [X] T001 Add"})
  void a_task_whose_box_is_checked_is_complete(String line) {
    assertThat(PlanForm.read(line).entries())
        .hasToString(
            "{\"phase-1\":{\"status\":\"complete\",\"tasks\":{\"T001\":"
                + "{\"status\":\"complete\",\"description\":\"Add\"}}}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"- [-] T001 Add", "T001 Add", "- [ ]T001", "## Phase 1: T001", ""})
  void what_lacks_the_box_is_no_task(String line) {
    assertThat(PlanForm.read(line).phases()).isEmpty();
    assertThat(PlanForm.read(line).entries()).isEqualTo(JsonObject.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"- [ ] T008: Add", "- [ ] T008 : Add", "- [ ] T008 Add", "- [ ] T008:Add"})
  void a_colon_after_the_number_is_no_part_of_the_task(String line) {
    var task = PlanForm.read(line).entries().object("phase-1").object("tasks").object("T008");

    assertThat(task.string("description")).isEqualTo("Add");
  }

  @ParameterizedTest
  @CsvSource({
    "- [ ] T0, T0",
    "- [ ] T9, T9",
    "- [ ] T09xy, T09",
    "- [ ] T005a Test it, T005a",
    "- [x] T1.2 Test it, T1.2",
    "- [ ] T1. Test it, T1"
  })
  void an_id_has_numbers_and_may_have_a_letter(String line, String id) {
    assertThat(PlanForm.read(line).entries().object("phase-1").object("tasks").has(id)).isTrue();
  }

  @Test
  @Proves("R-004-O6")
  void numbers_of_phases_may_have_parts() {
    var plan =
        PlanForm.read(
            """
            ## Phase 3.1: Setup
            - [ ] T001 A
            ### Phase 3.2 - Tests First
            - [ ] T002 B
            ### Phase 3.2 Verification
            - [ ] T003 still in 3.2
            ## Phase N: Polish
            - [ ] T004 D
            ## Phase Notes
            - [ ] T005 still in N
            """);

    assertThat(plan.phases()).containsExactly("phase-3.1", "phase-3.2", "phase-N");
    assertThat(plan.entries().object("phase-3.2").string("title")).isEqualTo("Tests First");
    assertThat(plan.entries().object("phase-3.2").object("tasks").has("T003")).isTrue();
    assertThat(plan.entries().object("phase-N").object("tasks").has("T005")).isTrue();
  }

  @Test
  void a_task_in_a_comment_is_none() {
    var plan =
        PlanForm.read(
            """
            <!-- a sample:
            - [ ] T090 Sample
            -->
            - [ ] T001 Real
            <!-- - [ ] T091 Sample -->
            ```
            <!--
            ```
            - [ ] T002 Real
            """);

    assertThat(plan.entries().object("phase-1").object("tasks").members())
        .extracting(task -> task.key())
        .containsExactly("T001", "T002");
    assertThat(plan.notices("tasks.md")).isEmpty();
  }

  @Test
  @Proves("R-004-O6")
  void tasks_belong_to_the_heading_above_them() {
    var plan =
        PlanForm.read(
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
    var plan = PlanForm.read("## Phase 1\n- [ ] T1 a\n## Phase 1: Again\n- [ ] T2 b\n");

    assertThat(plan.phases()).containsExactly("phase-1");
    assertThat(plan.entries().object("phase-1").object("tasks").members()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"```", "~~~", "```text"})
  void what_stands_in_code_is_no_task_and_no_heading(String fence) {
    var other = fence.startsWith("`") ? "~~~" : "```";
    var end = fence.substring(0, 3);
    var plan =
        PlanForm.read(
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
    assertThat(PlanForm.read(text).entries().object("phase-1").object("tasks").members())
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

  @Test
  void a_task_that_does_not_exist_is_refused_with_the_command_that_adds_it() {
    var blocker = Run.holding(PHASES).refused(new ChangeTask(TaskStep.DONE, "T777"));

    assertThat(blocker.code()).isEqualTo("no-task");
    assertThat(blocker.hint())
        .isEqualTo("Add it: tidemark task add T777 --run state/implement/auth");
  }

  @Test
  void a_task_is_added_to_a_phase_of_a_run_with_or_without_a_plan() {
    var phase = new PhaseName("phase-2");
    var planned = Run.holding(PHASES).after(added("T777: Say so", phase));
    var other = Run.of("implement", "auth").update("scope", "{\"status\":\"in_progress\"}");
    other.after(added("Write the tests", new PhaseName("scope")));
    other.after(added("Write the tests", new PhaseName("scope")));

    assertThat(planned.entry("phase-2").object("tasks").object("T777"))
        .hasToString("{\"status\":\"pending\",\"description\":\"Say so\",\"planned\":false}");
    assertThat(other.entry("scope").object("tasks"))
        .hasToString(
            "{\"T001\":{\"status\":\"pending\",\"description\":\"Write the tests\","
                + "\"planned\":false}}");
    assertThat(other.notices).extracting(Notice::code).containsExactly("same-task");
  }

  @Test
  void a_task_that_ends_is_no_longer_the_current_one_and_its_reason_is_kept() {
    var run = Run.of("implement", "auth").update("scope", "{\"status\":\"in_progress\"}");
    run.after(added("One", new PhaseName("scope"))).after(new ChangeTask(TaskStep.START, "one"));
    assertThat(run.checkpoint().currentTask()).contains("T001");

    run.after(new ChangeTask(TaskStep.BLOCK, "T001", "no key", null));

    assertThat(run.checkpoint().currentTask()).isEmpty();
    assertThat(run.checkpoint().tasks())
        .containsExactly(
            new PlannedTask(
                "T001", new PhaseName("scope"), "blocked", TaskStatus.BLOCKED, "One", "no key"));
    run.after(new ChangeTask(TaskStep.START, "T001"));
    assertThat(run.entry("scope").object("tasks").object("T001").has("reason")).isFalse();
  }

  private static ChangeTask added(String words, PhaseName phase) {
    return new ChangeTask(TaskStep.ADD, words, null, phase);
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
      value = {"none, no-plan", "'', no-tasks", "- [-] Txx, no-tasks"})
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
  void a_plan_that_has_grown_is_merged_into_the_open_run_and_progress_is_kept() {
    var run = Run.of("implement", "auth");
    run.plan = "tasks.md";
    run.planText = "## Phase 1: Setup\n- [ ] T001 a\n- [ ] T002 b\n";
    var start = new StartRun("implement", "auth", List.of(), false);
    run.after(start).update("phase-1", "{\"status\":\"in_progress\"}");
    run.after(new ChangeTask(TaskStep.DONE, "T001")).after(new ChangeTask(TaskStep.START, "T002"));
    run.planText =
        "## Phase 1: Set up\n- [ ] T001 a\n- [ ] T002 bb\n- [ ] T003 c\n"
            + "## Phase 2: Code\n- [ ] T004 d\n";

    run.after(start);

    assertThat(run.checkpoint().tasks())
        .extracting(task -> task.id() + " " + task.word() + " " + task.description())
        .containsExactly(
            "T001 complete a", "T002 in_progress bb", "T003 pending c", "T004 pending d");
    assertThat(run.checkpoint().currentTask()).contains("T002");
    assertThat(run.checkpoint().current()).contains(new PhaseName("phase-1"));
    assertThat(run.checkpoint().pending()).contains("phase-2");
    assertThat(run.checkpoint().title(new PhaseName("phase-1"))).contains("Set up");
    assertThat(run.notices.getFirst().text())
        .isEqualTo(
            "the plan was merged into state/implement/auth: 2 new tasks, 1 new phase; progress is"
                + " kept; tasks with another text now: T002 (was \"b\"); done here and not ticked"
                + " in the plan: T001 a");
    assertThat(run.events)
        .containsExactly(
            new Event.PlanChanged(
                List.of(new PhaseName("phase-1"), new PhaseName("phase-2")), Map.of(), List.of()),
            new Event.PhaseAmended(new PhaseName("phase-1")),
            new Event.PhaseQueued(new PhaseName("phase-2")));
    var text = run.text;
    assertThat(run.after(start).events).isEmpty();
    assertThat(run.text).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "## Phase 1: Setup       | Setup",
        "## Phase 1 - Set: up    | Set: up",
        "## Phase 1 Setup ##     | Setup",
        "## Phase 1              | ''",
      })
  void the_heading_of_a_phase_is_its_title(String heading, String title) {
    var entry = PlanForm.read(heading + "\n- [ ] T001 a\n").entries().object("phase-1");

    assertThat(entry.string("title")).isEqualTo(title.isEmpty() ? null : title);
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
        PlanForm.read("## Phase 1\n- [ ] T1 a\n## Phase 2\n- [ ] T2 b\n## Phase 1\n- [ ] T3 c\n");

    assertThat(plan.entries().object("phase-1").object("tasks").has("T3")).isTrue();
    assertThat(plan.entries().object("phase-2").object("tasks").members()).hasSize(1);
  }

  @Test
  void the_fence_that_is_never_closed_is_named_where_it_begins() {
    var notices = PlanForm.read("- a\n  ```\n```\n- [ ] T1 a\n").notices("p.md");

    assertThat(notices.getFirst().text()).contains("begins in line 3 ");
  }

  @ParameterizedTest
  @CsvSource({"100, 100", "101, 100"})
  void a_title_has_at_most_a_hundred_characters(int length, int kept) {
    var plan = PlanForm.read("## Phase 1: " + "x".repeat(length) + "\n- [ ] T001 a\n");

    assertThat(plan.entries().object("phase-1").string("title"))
        .isEqualTo("x".repeat(kept) + (length > kept ? "\u2026" : ""));
  }
}
