package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowTaskStatus;
import dev.tidemark.testkit.Proves;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.change.Change.TaskStep;
import java.time.Duration;
import java.util.regex.Matcher;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What became of tasks that were running when work stopped.
class TaskRecoveryTest {
  private static final String OUTPUT = "memory/tasks/task-001/output.json";

  private Studio studio = Studio.empty();

  @BeforeEach
  void prepare() {
    studio = Studio.in(FlowPhase.IMPLEMENTATION).after(Studio.task(TaskStep.ADD, "task-001"));
    studio.after(Studio.task(TaskStep.START, "task-001"));
  }

  private Studio attempts(int attempts) {
    var tasks = studio.tasks().replace("\"attempts\":0", "\"attempts\":" + attempts);
    return studio.editTasks(tasks);
  }

  @Test
  @Proves("R-003-30")
  void a_task_that_was_cut_off_is_tried_again() {
    studio.after(Studio.resume());

    var flowTask = studio.task("task-001");
    assertThat(flowTask.status()).isEqualTo(FlowTaskStatus.PENDING);
    assertThat(flowTask.attempts()).isOne();
    assertThat(flowTask.json().has("started_at")).isFalse();
    assertThat(studio.nextAction.action()).isEqualTo("CONTINUE_EXECUTION");
    assertThat(studio.said).contains("Recovered task-001: pending, attempts 1");
    assertThat(studio.checkpoint().root().string("last_updated")).isEqualTo(studio.stamp());
  }

  @ParameterizedTest
  @CsvSource({"0, RUNNING", "59, RUNNING", "60, PENDING", "-1, PENDING"})
  void a_task_started_less_than_a_minute_ago_is_left_running(int seconds, FlowTaskStatus status) {
    startedBefore(seconds);

    studio.after(Studio.resume());

    assertThat(studio.task("task-001").status()).isEqualTo(status);
    assertThat(studio.task("task-001").attempts())
        .isEqualTo(status == FlowTaskStatus.RUNNING ? 0 : 1);
  }

  @Test
  void an_output_that_is_being_written_stays_where_it_is() {
    startedBefore(10);
    studio.files.put(OUTPUT, new Shelf.Found("{\"task_id\":", studio.now.plusSeconds(55)));

    studio.after(Studio.resume());

    assertThat(studio.task("task-001").status()).isEqualTo(FlowTaskStatus.RUNNING);
    assertThat(studio.said)
        .contains("Running task-001: started less than a minute ago, not recovered");
    assertThat(studio.codes()).isEmpty();
  }

  /// @param seconds how long before the next change, which the studio makes a minute later
  private void startedBefore(int seconds) {
    var started = Timestamps.millis(studio.now.plusSeconds(60 - seconds));
    studio.editTasks(
        studio
            .tasks()
            .replaceAll("(\"started_at\":\")[^\"]*", "$1" + Matcher.quoteReplacement(started)));
  }

  @ParameterizedTest
  @CsvSource({"1, PENDING, 2", "2, FAILED, 3", "7, FAILED, 8"})
  @Proves({"R-003-31", "A-72"})
  void a_task_is_not_tried_for_ever(int attempts, FlowTaskStatus status, int after) {
    attempts(attempts).after(Studio.resume());

    assertThat(studio.task("task-001").status()).isEqualTo(status);
    assertThat(studio.task("task-001").attempts()).isEqualTo(after);
    assertThat(studio.task("task-001").json().has("failure_reason"))
        .isEqualTo(status == FlowTaskStatus.FAILED);
    assertThat(studio.said)
        .contains(
            status == FlowTaskStatus.FAILED
                ? "Recovered task-001: failed, cut off " + after + " times"
                : "Recovered task-001: pending, attempts " + after);
  }

  @Test
  void the_output_of_another_task_completes_nothing() {
    studio.now = studio.now.plusSeconds(5);
    studio.write(OUTPUT, "{\"task_id\":\"task-999\",\"status\":\"complete\"}");

    studio.after(Studio.resume());

    assertThat(studio.task("task-001").status()).isEqualTo(FlowTaskStatus.PENDING);
    assertThat(studio.codes()).containsExactly("bad-output");
    assertThat(studio.files).containsKey(OUTPUT + ".bad");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pre_complete", "complete", "verified", "blocked", "failed"})
  @Proves({"R-003-32", "A-71"})
  void a_task_whose_output_is_there_has_come_to_its_end(String status) {
    studio.now = studio.now.plusSeconds(5);
    var written = studio.stamp();
    studio.write(OUTPUT, "{\"task_id\":\"task-001\",\"status\":\"" + status + "\"}");

    studio.after(Studio.resume());

    var task = studio.task("task-001").json();
    assertThat(task.string("status")).isEqualTo(status);
    assertThat(task.string("completed_at")).isEqualTo(written);
    assertThat(studio.task("task-001").attempts()).isZero();
    assertThat(studio.said).contains("Recovered task-001: " + status + ", according to its output");
    assertThat(studio.codes()).isEmpty();
  }

  @Test
  @Proves("R-003-32")
  void when_the_task_ended_is_for_its_output_to_say() {
    studio.write(OUTPUT, "{\"status\":\"complete\",\"completed_at\":\"2026-11-20T10:09:00.000Z\"}");

    studio.after(Studio.resume());

    assertThat(studio.task("task-001").json().string("completed_at"))
        .isEqualTo("2026-11-20T10:09:00.000Z");
  }

  @Test
  @Proves("R-003-32")
  void a_time_that_is_none_gives_way_to_when_the_output_was_written() {
    studio.now = studio.now.plusSeconds(5);
    var written = studio.stamp();
    studio.write(OUTPUT, "{\"status\":\"complete\",\"completed_at\":\"yesterday\"}");

    studio.after(Studio.resume());

    assertThat(studio.task("task-001").json().string("completed_at")).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"status\":",
        "[]",
        "{}",
        "{\"status\":\"running\"}",
        "{\"status\":\"fine\"}",
        ""
      })
  @Proves("R-003-33")
  void an_output_that_says_nothing_is_moved_aside_and_the_task_tried_again(String text) {
    studio.write(OUTPUT, text);

    studio.after(Studio.resume());

    assertThat(studio.task("task-001").status()).isEqualTo(FlowTaskStatus.PENDING);
    assertThat(studio.task("task-001").attempts()).isOne();
    assertThat(studio.files).doesNotContainKey(OUTPUT);
    assertThat(studio.files.get(OUTPUT + ".bad").text()).isEqualTo(text);
    assertThat(studio.codes()).contains("bad-output");
  }

  @Test
  @Proves({"R-003-32", "R-003-30"})
  void an_output_older_than_the_task_is_none_of_its_own() {
    studio.now = studio.now.minus(Duration.ofHours(1));
    studio.write(OUTPUT, "{\"status\":\"complete\"}");
    studio.now = studio.now.plus(Duration.ofHours(1));

    studio.after(Studio.resume());

    assertThat(studio.task("task-001").status()).isEqualTo(FlowTaskStatus.PENDING);
    assertThat(studio.files).containsKey(OUTPUT);
  }

  @Test
  @Proves({"R-003-32", "R-003-53"})
  void an_output_from_before_the_workflow_is_none_of_its_own() {
    studio.write(OUTPUT, "{\"status\":\"complete\"}");
    studio.after(Studio.fresh());
    var begun = Studio.in(FlowPhase.IMPLEMENTATION);
    begun.edit("baseline", String.valueOf(studio.checkpoint().root().array("baseline")));
    begun.after(Studio.task(TaskStep.ADD, "task-001"));
    begun.after(Studio.task(TaskStep.START, "task-001"));
    begun.now = begun.now.plusSeconds(1);
    begun.write(OUTPUT, "{\"status\":\"complete\"}");

    begun.after(Studio.resume());

    assertThat(begun.task("task-001").status()).isEqualTo(FlowTaskStatus.PENDING);
  }

  @Test
  @Proves({"R-003-11", "A-66"})
  void an_unknown_status_is_kept_with_a_notice() {
    studio.editTasks(studio.tasks().replace("running", "parked"));
    var before = studio.tasks();

    studio.after(Studio.resume());

    assertThat(studio.tasks()).isEqualTo(before);
    assertThat(studio.codes()).contains("unknown-status");
  }

  @Test
  @Proves({"R-003-11", "A-66"})
  void a_time_without_zone_is_read_as_utc_with_a_word() {
    var zoneless = studio.task("task-001").json().string("started_at").replace("Z", "");
    studio.editTasks(studio.tasks().replace(zoneless + "Z", zoneless));
    studio.write(OUTPUT, "{\"status\":\"complete\"}");

    studio.after(Studio.resume());

    assertThat(studio.task("task-001").status()).isEqualTo(FlowTaskStatus.COMPLETE);
    assertThat(studio.codes()).contains("no-zone");
  }

  @Test
  void an_output_outside_the_project_is_not_looked_at() {
    var tasks = studio.tasks().replace("\"attempts\":0", "\"output\":\"../x.json\"");
    studio.editTasks(tasks).after(Studio.resume());

    assertThat(studio.task("task-001").status()).isEqualTo(FlowTaskStatus.PENDING);
    assertThat(studio.codes()).contains("outside");
  }

  @Test
  void tasks_that_are_not_running_stay_as_they_are() {
    studio.after(Studio.task(TaskStep.FAIL, "task-001"));
    var before = studio.tasks();

    studio.after(Studio.resume());

    assertThat(studio.tasks()).isEqualTo(before);
  }

  @Test
  void a_running_task_that_does_not_say_when_it_began_is_tried_again() {
    var started = "\"started_at\":\"" + studio.task("task-001").json().string("started_at") + "\"";
    studio.editTasks(studio.tasks().replace(started, "\"by\":\"ann\""));

    studio.after(Studio.resume());

    assertThat(studio.task("task-001").status()).isEqualTo(FlowTaskStatus.PENDING);
    assertThat(studio.said).contains("Recovered task-001: pending, attempts 1");
  }
}
