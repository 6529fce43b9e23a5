package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.history.Event;
import dev.tidemark.workflow.change.Change.ChangeTask;
import dev.tidemark.workflow.change.Change.CompletePhase;
import dev.tidemark.workflow.change.Change.ResumeRun;
import dev.tidemark.workflow.change.Change.StartPhase;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Changes of tasks, and what their events and refusals tell.
class StateTasksTest {
  private static final PhaseName SCOPE = new PhaseName("scope");

  private static final String DOCUMENT =
      """
      {"command":"implement","feature":"auth","version":1,
       "state":{"current_phase":"scope","completed_phases":[],"pending_phases":["build"],
                "current_task":"T001"},
       "phases":{"scope":{"status":"in_progress","tasks":{
         "T001":{"status":"in_progress","description":"One"},
         "T002":{"status":"complete","description":"Two"}}}}}
      """;

  private static ChangeTask added(String words, PhaseName phase) {
    return new ChangeTask(TaskStep.ADD, words, null, phase);
  }

  private static PlannedTask task(String id, TaskStatus status, String description, String reason) {
    return new PlannedTask(id, SCOPE, status.word(), status, description, reason);
  }

  @ParameterizedTest
  @CsvSource({
    "START, t001, T001 is in progress already",
    "DONE, two, T002 is complete already",
    "ADD, One, T001 is on the list already"
  })
  void a_task_that_is_there_already_is_told_by_its_number(
      TaskStep step, String words, String notice) {
    var run = Run.holding(DOCUMENT).after(new ChangeTask(step, words, null, SCOPE));

    assertThat(run.notices).containsExactly(new Notice("same-task", notice));
    assertThat(run.events).isEmpty();
    assertThat(run.text).isEqualTo(DOCUMENT);
  }

  @Test
  void the_event_of_a_task_takes_the_place_of_that_of_its_phase() {
    var run = Run.holding(DOCUMENT);

    run.after(new ChangeTask(TaskStep.START, "T001", "again", null));
    assertThat(run.events)
        .containsExactly(
            new Event.TaskChanged(task("T001", TaskStatus.IN_PROGRESS, "One", "again")));

    run.after(new ChangeTask(TaskStep.FAIL, "T002", "red", null));
    assertThat(run.events)
        .containsExactly(new Event.TaskChanged(task("T002", TaskStatus.FAILED, "Two", "red")));
    assertThat(run.checkpoint().currentTask()).contains("T001");
  }

  @Test
  void a_task_for_a_phase_that_has_none_yet_opens_a_finished_run_again() {
    var build = new PhaseName("build");
    var run =
        Run.holding(DOCUMENT.replace("\"version\":1", "\"version\":1,\"completed_at\":\"x\""));

    run.after(added("T007: Seven", build));

    assertThat(run.events)
        .containsExactly(
            new Event.WorkflowReopened(),
            new Event.TaskChanged(PlannedTask.of("T007", build, "pending", "Seven")));
    assertThat(run.entry("build").string("status")).isEqualTo("pending");
    assertThat(run.codes()).containsExactly("reopened");
  }

  @Test
  void a_task_without_a_text_or_a_phase_or_that_is_not_there_is_refused() {
    var run = Run.holding(DOCUMENT);

    var blank = run.refused(added(" ", SCOPE));
    assertThat(blank.reason()).isEqualTo("the task has no text");
    assertThat(blank.hint()).isEqualTo("State it: tidemark task add \"Write the tests\"");
    var homeless = run.refused(added("Three", null));
    assertThat(homeless.code()).isEqualTo("no-phase");
    assertThat(homeless.hint())
        .isEqualTo("Begin one: tidemark enter PHASE --run state/implement/auth");
    var unknown = run.refused(new ChangeTask(TaskStep.DONE, " T777 "));
    assertThat(unknown.reason())
        .isEqualTo(
            "state/implement/auth has no task T777; there are: T001 One (in"
                + " progress), T002 Two (complete)");
    var none = Run.holding("{\"version\":1,\"state\":{},\"phases\":{}}");
    assertThat(none.refused(new ChangeTask(TaskStep.DONE, "T777")).reason())
        .isEqualTo("state/implement/auth has no task T777");
    assertThat(run.refused(added("x".repeat(5 * 1024 * 1024), SCOPE)).code())
        .isEqualTo("too-large");
  }

  @Test
  void a_change_that_the_schema_has_no_place_for_is_refused() {
    for (var change : List.of(new ResumeRun(), new ChangeTask(TaskStep.DONE, "T001"))) {
      var blocker = Run.of("implement", "auth").refused(change);

      assertThat(blocker.code()).isEqualTo("not-in-format");
      assertThat(blocker.reason()).isEqualTo("this schema keeps notes with a phase only");
    }
  }

  @Test
  void a_phase_may_begin_with_one_of_its_tasks() {
    var run =
        Run.holding(
            DOCUMENT.replace("\"status\":\"in_progress\",\"desc", "\"status\":\"x\",\"desc"));
    run.task = " T001 ";
    run.after(new StartPhase(SCOPE, PhaseReport.NONE));
    assertThat(run.checkpoint().currentTask()).contains("T001");
    assertThat(run.checkpoint().tasks().getFirst())
        .isEqualTo(task("T001", TaskStatus.IN_PROGRESS, "One", null));

    run.task = "T009";
    run.after(new StartPhase(SCOPE, PhaseReport.NONE));
    assertThat(run.checkpoint().currentTask()).contains("T009");
    assertThat(run.checkpoint().tasks()).hasSize(2);

    run.after(new StartPhase(new PhaseName("build"), PhaseReport.NONE));
    assertThat(run.checkpoint().currentTask()).contains("T009");
    assertThat(run.entry("build").has("tasks")).isFalse();

    run.task = " ";
    run.after(new CompletePhase(new PhaseName("build"), PhaseReport.NONE));
    run.after(new StartPhase(SCOPE, PhaseReport.NONE));
    assertThat(run.checkpoint().currentTask()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    // when two phases failed, the one that is skipped then, and whether its task goes with it
    "10:00, 11:00, a, false",
    "10:00, 11:00, b, true",
    "11:00, 10:00, a, true",
    "11:00, 10:00, b, false",
    "10:00, 10:00, b, true",
    ", 10:00, b, true",
    "10:00, , b, false",
    ", , b, true"
  })
  void the_task_in_hand_is_that_of_the_phase_that_failed_last(
      String one, String other, String skipped, boolean lost) {
    var run =
        Run.holding(
            "{\"version\":1,\"state\":{\"current_task\":\"T1\"},\"phases\":{\"a\":"
                + failed(one)
                + ",\"b\":"
                + failed(other)
                + ",\"c\":{\"status\":\"complete\",\"updated_at\":\"2026-01-29T12:00Z\"}}}");

    run.update(skipped, "{\"status\":\"skipped\"}");

    assertThat(run.checkpoint().currentTask().isEmpty()).isEqualTo(lost);
  }

  private static String failed(String at) {
    var time = at == null ? "" : ",\"updated_at\":\"2026-01-29T" + at + "Z\"";
    return "{\"status\":\"failed\"" + time + "}";
  }

  private static Run planned(String document, String plan) {
    var run = Run.holding(document);
    run.plan = "tasks.md";
    run.planText = plan;
    return run;
  }

  private static final StartRun START = new StartRun("implement", "auth", List.of(), false);

  @Test
  void a_plan_gives_the_status_of_the_lists_to_phases_without_an_entry() {
    var run =
        planned(
                "{\"version\":1,\"state\":{\"completed_phases\":[\"phase-1\"]},\"phases\":{}}",
                "## Phase 1\n- [ ] T001 a\n- [ ] T002 b\n## Phase 2\n- [ ] T003 c\n")
            .after(START);

    assertThat(run.entry("phase-1").string("status")).isEqualTo("complete");
    assertThat(run.root().object("state"))
        .hasToString("{\"completed_phases\":[\"phase-1\"],\"pending_phases\":[\"phase-2\"]}");
    assertThat(run.notices.getFirst().text())
        .isEqualTo(
            "the plan was merged into state/implement/auth: 3 new tasks, 1 new phase; progress is"
                + " kept; new tasks in phases that are over: phase-1");
  }

  @ParameterizedTest
  @CsvSource({"complete, true", "skipped, true", "in_progress, false", "failed, false"})
  void new_tasks_of_a_phase_that_is_over_are_named_and_new_texts_are_not(
      String status, boolean over) {
    var document =
        """
        {"version":1,"state":{"pending_phases":["x"]},
         "phases":{"phase-1":{"status":"%s","tasks":{"T001":{"status":"complete",
           "description":"a"}}}}}
        """
            .formatted(status);
    var grown = planned(document, "## Phase 1\n- [ ] T001 a\n- [ ] T002 b\n").after(START);
    var renamed = planned(document, "## Phase 1\n- [x] T001 aa\n## Phase 2\n- [ ] T2 b\n");

    var begun = "the plan was merged into state/implement/auth: ";
    assertThat(grown.notices.getFirst().text())
        .isEqualTo(
            begun
                + "1 new task, 0 new phases; progress is kept"
                + "; done here and not ticked in the plan: T001 a"
                + (over ? "; new tasks in phases that are over: phase-1" : ""));
    assertThat(renamed.after(START).notices.getFirst().text())
        .isEqualTo(
            begun
                + "1 new task, 1 new phase; progress is kept; tasks with another text now: T001"
                + " (was \"a\")");
    assertThat(renamed.checkpoint().pending()).containsExactly("phase-2", "x");
  }

  @Test
  void of_many_tasks_with_another_text_five_are_named() {
    var plan = new StringBuilder("## Phase 1\n");
    for (int i = 1; i <= 7; i++) {
      plan.append("- [ ] T").append(i).append(" a\n");
    }
    var run = planned("{\"version\":1,\"state\":{},\"phases\":{}}", plan.toString()).after(START);

    run.planText = plan.toString().replace(" a\n", " b\n");

    assertThat(run.after(START).notices.getFirst().text())
        .endsWith(
            "now: T1 (was \"a\"), T2 (was \"a\"), T3 (was \"a\"), T4 (was \"a\"), T5 (was \"a\"),"
                + " 2 more");
  }

  @Test
  void a_plan_of_no_use_leaves_an_open_run_as_it_is() {
    var run = planned("{\"version\":1,\"state\":{},\"phases\":{}}", "# Nothing\n");

    assertThat(run.refused(START).code()).isEqualTo("no-tasks");
  }

  @Test
  void a_plan_whose_document_no_reader_would_accept_is_refused_and_a_large_one_is_told() {
    for (var document : List.of("", "{\"version\":1,\"state\":{},\"phases\":{}}")) {
      var run = planned(document, "## Phase 1\n- [ ] T001 " + "x".repeat(5 * 1024 * 1024) + "\n");
      assertThat(run.refused(START).code()).isEqualTo("too-large");

      run.planText = "## Phase 1\n- [ ] T001 " + "x".repeat(51 * 1024) + "\n";
      assertThat(run.after(START).codes()).contains("large-document");
      assertThat(planned(document, "## Phase 1\n- [ ] T001 a\n").after(START).codes())
          .doesNotContain("large-document");
    }
  }
}
