package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowTaskStatus;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.dialects.flow.format.TasksValidator;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change.TaskStep;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tasks: listed, begun, done, failed. They are written before the workflow is.
class FlowTasksTest {
  private Studio studio = Studio.empty();

  @BeforeEach
  void prepare() {
    studio = Studio.in(FlowPhase.IMPLEMENTATION).after(Studio.task(TaskStep.ADD, "task-001"));
  }

  @Test
  @Proves({"R-003-01", "T-003-C"})
  void the_first_task_makes_the_file() {
    assertThat(studio.tasks())
        .isEqualTo(
            "{\"workflow_id\":\""
                + studio.checkpoint().workflow()
                + "\",\"tasks\":[{\"id\":\"task-001\",\"status\":\"pending\",\"attempts\":0}]}");
    assertThat(new TasksValidator().validate(studio.tasks())).isEmpty();
  }

  @Test
  @Proves("T-003-C")
  void a_task_runs_and_is_done() {
    studio.after(Studio.task(TaskStep.START, "task-001"));
    var begun = studio.stamp();
    assertThat(studio.task("task-001").status()).isEqualTo(FlowTaskStatus.RUNNING);
    studio.write("memory/tasks/task-001/output.json", "{\"task_id\":\"task-001\"}");

    studio.after(Studio.task(TaskStep.DONE, "task-001"));

    var task = studio.task("task-001").json();
    assertThat(task.string("status")).isEqualTo("complete");
    assertThat(task.string("started_at")).isEqualTo(begun);
    assertThat(task.string("completed_at")).isEqualTo(studio.stamp());
    assertThat(task.string("output")).isEqualTo("memory/tasks/task-001/output.json");
    assertThat(studio.said).containsExactly("Task task-001: complete");
  }

  @ParameterizedTest
  @CsvSource({"DONE, pre_complete", "DONE, verified", "FAIL, blocked", "FAIL, failed"})
  @Proves("T-003-C")
  void a_task_may_end_in_other_words(TaskStep step, String status) {
    studio.after(Studio.task(step, "task-001"), "status", status, "reason", "why not");

    assertThat(studio.task("task-001").json().string("status")).isEqualTo(status);
  }

  @Test
  @Proves("T-003-C")
  void why_a_task_failed_or_is_blocked_is_kept() {
    studio.after(Studio.task(TaskStep.ADD, "task-002"));
    studio.after(Studio.task(TaskStep.FAIL, "task-001"), "reason", "no network");
    studio.after(
        Studio.task(TaskStep.FAIL, "task-002"), "status", "blocked", "reason", "needs a key");

    var failed = studio.task("task-001").json();
    assertThat(failed.string("failure_reason")).isEqualTo("no network");
    assertThat(failed.string("last_error")).isEqualTo("no network");
    assertThat(studio.task("task-001").attempts()).isOne();
    assertThat(studio.task("task-002").json().string("blocked_reason")).isEqualTo("needs a key");
    assertThat(studio.task("task-002").attempts()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"DONE, failed", "DONE, nonsense", "FAIL, complete"})
  void a_step_does_not_lead_to_any_status(TaskStep step, String status) {
    assertThat(studio.refused(Studio.task(step, "task-001"), "status", status).code())
        .isEqualTo("bad-status");
  }

  @Test
  void a_task_waits_for_those_it_depends_on() {
    studio.after(Studio.task(TaskStep.ADD, "task-002"), "after", "task-001");
    assertThat(studio.task("task-002").dependencies()).containsExactly("task-001");

    assertThat(studio.refused(Studio.task(TaskStep.START, "task-002")).reason())
        .contains("task-001");
    studio.after(Studio.task(TaskStep.DONE, "task-001"));
    studio.after(Studio.task(TaskStep.START, "task-002"));
    assertThat(studio.task("task-002").status()).isEqualTo(FlowTaskStatus.RUNNING);
    assertThat(studio.refused(Studio.task(TaskStep.START, "task-001")).code())
        .isEqualTo("task-done");
  }

  @Test
  void all_the_tasks_that_a_task_waits_for_are_named() {
    studio.after(Studio.task(TaskStep.ADD, "task-002"));
    studio.after(Studio.task(TaskStep.ADD, "c"), "after", "task-001", "after", "task-002");

    assertThat(studio.refused(Studio.task(TaskStep.START, "c")).reason())
        .isEqualTo("c depends on tasks not done: task-001, task-002");
  }

  @Test
  void a_task_with_a_named_output_is_not_done_before_that_is_there() {
    studio.after(Studio.task(TaskStep.ADD, "task-002"), "output", "memory/tasks/two.json");

    assertThat(studio.refused(Studio.task(TaskStep.DONE, "task-002")).code())
        .isEqualTo("no-output");
    studio.write("memory/tasks/two.json", "{}");
    studio.after(Studio.task(TaskStep.DONE, "task-002"));
    assertThat(studio.refused(Studio.task(TaskStep.ADD, "task-003"), "output", "../x").code())
        .isEqualTo("outside");
  }

  @Test
  @Proves("R-USR-05")
  void a_step_taken_twice_leaves_the_tasks_alone_the_second_time() {
    studio.after(Studio.task(TaskStep.START, "task-001"));
    var tasks = studio.tasks();

    studio.after(Studio.task(TaskStep.START, "task-001"));
    studio.after(Studio.task(TaskStep.ADD, "task-001"));

    assertThat(studio.tasks()).isEqualTo(tasks);
    assertThat(studio.codes()).containsExactly("same-task");
    assertThat(studio.checkpoint().root().string("last_updated")).isEqualTo(studio.stamp());
    assertThat(studio.store.history(TasksFormat.ID)).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"DONE, complete", "FAIL, failed"})
  @Proves("R-USR-05")
  void a_task_that_has_ended_so_already_stays_as_it_is(TaskStep step, String status) {
    studio.after(Studio.task(step, "task-001"));
    var tasks = studio.tasks();

    studio.after(Studio.task(step, "task-001"));

    assertThat(studio.tasks()).isEqualTo(tasks);
    assertThat(studio.notices.getFirst().text()).isEqualTo("task-001 is " + status + " already");
  }

  @Test
  @Proves("R-003-23")
  void each_change_of_a_task_is_recorded_with_the_tasks_and_with_the_workflow() {
    int workflow = studio.store.history(FlowFormat.ID).size();

    studio.after(Studio.task(TaskStep.START, "task-001"));

    assertThat(studio.store.history(TasksFormat.ID).getLast().events())
        .containsExactly(
            new Event.TaskChanged(
                PlannedTask.of("task-001", FlowPhase.IMPLEMENTATION.phase(), "running", "")));
    assertThat(studio.store.history(FlowFormat.ID)).hasSize(workflow + 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../x", "a/b", "", "..", "a:b"})
  void an_id_that_cannot_be_the_name_of_a_folder_is_refused(String id) {
    assertThat(studio.refused(Studio.task(TaskStep.ADD, id)).code()).isEqualTo("bad-name");
  }

  @Test
  void a_task_that_nobody_knows_is_answered_with_those_there_are() {
    studio.after(Studio.task(TaskStep.ADD, "task-002"));

    assertThat(studio.refused(Studio.task(TaskStep.DONE, "task-9")).hint())
        .isEqualTo("There are: task-001, task-002");
    assertThat(studio.refused(Studio.task(TaskStep.ADD, "b"), "after", "c").code())
        .isEqualTo("no-task");
  }

  @Test
  void unknown_fields_of_tasks_stay() {
    studio.editTasks(
        "{\"waves\":[1],\"tasks\":[{\"id\":\"task-001\",\"x\":1.0,\"status\":\"pending\"}]}");

    studio.after(Studio.task(TaskStep.FAIL, "task-001"));

    assertThat(studio.tasks()).contains("\"waves\":[1]", "\"x\":1.0");
  }

  @Test
  void tasks_that_cannot_be_used_are_not_changed() {
    studio.editTasks("{\"tasks\":1}");

    assertThat(studio.refused(Studio.task(TaskStep.ADD, "task-002")).code()).isEqualTo("bad-tasks");
  }

  @Test
  void a_task_goes_by_the_number_that_its_id_begins_with() {
    studio.editTasks(
        "{\"tasks\":[{\"id\":\"T001 Read\",\"status\":\"pending\"},"
            + "{\"id\":\"T002 Write\",\"status\":\"pending\"}]}");

    studio.after(Studio.task(TaskStep.START, "T002"));

    assertThat(studio.said).containsExactly("Task T002 Write: running");
    assertThat(studio.task("T001 Read").status()).isEqualTo(FlowTaskStatus.PENDING);
    assertThat(studio.task("T002 Write").status()).isEqualTo(FlowTaskStatus.RUNNING);
  }

  @Test
  void a_task_of_exactly_that_id_comes_before_one_that_begins_with_it() {
    studio.editTasks(
        "{\"tasks\":[{\"id\":\"T001 Read\",\"status\":\"pending\"},"
            + "{\"id\":\"T001\",\"status\":\"pending\"}]}");

    studio.after(Studio.task(TaskStep.START, "T001"));

    assertThat(studio.said).containsExactly("Task T001: running");
  }

  @ParameterizedTest
  @EnumSource(names = {"START", "DONE", "FAIL", "BLOCK"})
  void a_step_of_a_task_that_does_not_exist_is_refused(TaskStep step) {
    assertThat(studio.refused(Studio.task(step, "task-9")).reason())
        .isEqualTo("there is no task task-9");
  }

  @Test
  void a_list_with_a_task_that_has_no_id_cannot_be_used() {
    studio.editTasks(
        "{\"tasks\":[{\"id\":\"a\",\"status\":\"pending\"},{\"status\":\"pending\"}]}");

    assertThat(studio.refused(Studio.task(TaskStep.START, "a")).reason())
        .isEqualTo(
            "memory/state/execution.json cannot be used: it has no list of tasks with an id and a"
                + " status each");
  }
}
