package dev.tidemark.dialects.flow.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialects.flow.FlowDialect;
import dev.tidemark.dialects.flow.Goldens;
import dev.tidemark.dialects.flow.RandomTrees;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.testkit.FormatContract;
import dev.tidemark.testkit.Proves;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The contract of all formats for `execution.json`, and what is special about it.
class TasksFormatTest extends FormatContract<TasksCheckpoint> {
  private final TasksFormat format = new TasksFormat();

  private static String golden(String name) {
    return Goldens.all("flow-tasks").stream()
        .filter(golden -> golden.name().equals(name))
        .findFirst()
        .orElseThrow()
        .text();
  }

  @Test
  @Proves({"R-003-01", "T-003-C"})
  void the_tasks_of_an_executor_are_valid_and_keep_every_byte() {
    var text = golden("executor.json");
    var tasks = format.decode(TasksFormat.ID, text).checkpoint();

    assertThat(new TasksValidator().validate(text)).isEmpty();
    assertThat(format.encode(tasks, "")).isEqualTo(text);
    assertThat(tasks.entries())
        .extracting(flowTask -> flowTask.id() + " " + flowTask.status() + " " + flowTask.attempts())
        .containsExactly("task-001 COMPLETE 0", "task-002 RUNNING 1", "task-003 PENDING 0");
    assertThat(tasks.entries().get(1).output()).isEqualTo("memory/tasks/task-002/output.json");
    assertThat(tasks.entries().get(2).dependencies()).containsExactly("task-001", "task-002");
  }

  @Test
  @Proves({"A-66", "R-003-11"})
  void odd_tasks_are_worth_a_warning_and_no_more() {
    assertThat(new TasksValidator().validate(golden("by-hand.json")))
        .extracting(violation -> violation.severity() + " " + violation.path())
        .containsExactly("WARNING $.tasks[0].status", "WARNING $.tasks[0].started_at");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{                                      ; $",
        "{}                                     ; $.tasks",
        "{\"tasks\":{}}                         ; $.tasks",
        "{\"tasks\":[1]}                        ; $.tasks[0]",
        "{\"tasks\":[{\"status\":\"pending\"}]} ; $.tasks[0].id",
        "{\"tasks\":[{\"id\":\"a\"}]}           ; $.tasks[0].status",
      })
  @Proves("T-003-C")
  void without_a_list_of_tasks_with_id_and_status_nobody_can_go_on(String text, String path) {
    assertThat(new TasksValidator().validate(text))
        .anySatisfy(
            violation -> {
              assertThat(violation.severity()).isEqualTo(Severity.ERROR);
              assertThat(violation.path()).isEqualTo(path);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "\"attempts\":\"two\"          ; attempts   ; is usually a whole number",
        "\"attempts\":1.5              ; attempts   ; is usually a whole number",
        "\"output\":1                  ; output     ; is usually a text",
        "\"started_at\":\"yesterday\"  ; started_at ; is usually a date and time with zone",
        "\"started_at\":5              ; started_at ; is usually a date and time with zone",
        "\"completed_at\":\"2026-11-20T12:00:00\" ; completed_at ; `has no zone; it is read as"
            + " UTC`",
      })
  @Proves({"A-66", "T-003-C"})
  void what_is_odd_about_a_task_is_told(String field, String key, String rule) {
    var text = "{\"tasks\":[{\"id\":\"a\",\"status\":\"pending\"," + field + "}]}";

    assertThat(new TasksValidator().validate(text))
        .containsExactly(
            new SchemaViolation(
                Severity.WARNING,
                "$.tasks[0]." + key,
                rule,
                field.substring(field.indexOf(':') + 1)));
  }

  @Test
  void tasks_are_told_with_what_is_known_of_them_and_have_no_phases_of_their_own() {
    var tasks = format.decode(TasksFormat.ID, golden("by-hand.json")).checkpoint();

    assertThat(tasks.details())
        .contains(
            new DocumentField("plan.waves", "2"),
            new DocumentField("task task-001", "parked"),
            new DocumentField("task task-001.last_error", "no network"))
        .noneMatch(documentField -> documentField.name().equals("tasks"));
    assertThat(tasks.finished()).isFalse();
    assertThat(FlowDialect.tasks().resumePolicy().resumePoint(tasks)).isEqualTo(ResumePoint.NONE);
  }

  @Test
  void planned_tasks_have_an_id_and_a_status_and_perhaps_a_description() {
    var text =
        "{\"tasks\":[{\"id\":\"a\",\"status\":\"parked\",\"description\":\"Do it\"},"
            + "{\"id\":\"b\",\"status\":\"pending\"},{\"id\":\"c\"},{\"status\":\"pending\"}]}";
    var phase = FlowPhase.IMPLEMENTATION.phase();

    assertThat(format.decode(TasksFormat.ID, text).checkpoint().tasks())
        .containsExactly(
            PlannedTask.of("a", phase, "parked", "Do it"),
            PlannedTask.of("b", phase, "pending", ""));
  }

  @ParameterizedTest
  @CsvSource({"wf-1, true", "wf-2, false", "'', true"})
  void tasks_belong_to_the_workflow_that_they_name_or_to_any(String workflow, boolean part) {
    var named = workflow.isEmpty() ? "" : "\"workflow_id\":\"" + workflow + "\",";
    var tasks = format.decode(TasksFormat.ID, "{" + named + "\"tasks\":[]}").checkpoint();
    var flow = new FlowFormat().decode(FlowFormat.ID, Goldens.phase("created.json")).checkpoint();

    assertThat(tasks.isPartOf(flow)).isEqualTo(part);
    assertThat(tasks.isPartOf(tasks)).isFalse();
  }

  @Test
  void two_readings_of_one_document_are_the_same_tasks() {
    var tasks = format.decode(TasksFormat.ID, golden("executor.json")).checkpoint();

    assertThat(tasks)
        .isEqualTo(format.decode(TasksFormat.ID, golden("executor.json")).checkpoint())
        .hasSameHashCodeAs(format.decode(TasksFormat.ID, golden("executor.json")).checkpoint())
        .isNotEqualTo(format.decode(TasksFormat.ID, golden("by-hand.json")).checkpoint())
        .isNotEqualTo(new TasksCheckpoint(FlowFormat.ID, tasks.root()));
  }

  @Override
  protected Format<TasksCheckpoint> format() {
    return format;
  }

  @Override
  protected CheckpointId id() {
    return TasksFormat.ID;
  }

  @Override
  protected List<Golden> goldens() {
    return Goldens.all("flow-tasks");
  }

  @Override
  protected List<Edit<TasksCheckpoint>> edits() {
    return List.of(
        new Edit<>(
            c -> new TasksCheckpoint(c.id(), c.root().with("new", "field")),
            line -> line.contains("new")),
        new Edit<>(
            c -> c.with(c.entries().getFirst().with("status", "blocked")),
            line -> line.contains("status")));
  }

  /// The protocol has no versions.
  @Override
  protected List<String> newerDocuments() {
    return List.of();
  }

  /// Whatever is no list of tasks is archived before the executor begins.
  @Override
  protected List<String> unusableDocuments() {
    return List.of();
  }

  @Provide
  @Override
  protected Arbitrary<TasksCheckpoint> checkpoints() {
    return RandomTrees.objects().map(root -> new TasksCheckpoint(TasksFormat.ID, root));
  }

  @Test
  void the_running_task_is_the_current_one_and_a_task_that_stopped_says_why() {
    var text =
        "{\"tasks\":[{\"id\":\"a\",\"status\":\"blocked\",%1$s},"
            + "{\"id\":\"b\",\"status\":\"failed\",%1$s},"
            + "{\"id\":\"c\",\"status\":\"running\",%1$s}]}";
    var reasons = "\"blocked_reason\":\"no key\",\"failure_reason\":\"no net\"";

    var tasks = format.decode(TasksFormat.ID, text.formatted(reasons)).checkpoint();

    assertThat(tasks.currentTask()).contains("c");
    assertThat(tasks.tasks())
        .extracting(task -> task.id() + " " + task.reason())
        .containsExactly("a no key", "b no net", "c null");
  }

  @Test
  void tasks_are_known_by_their_workflow_if_they_name_one() {
    var tasks = format.decode(TasksFormat.ID, golden("executor.json")).checkpoint();

    assertThat(tasks.identity()).containsExactly("wf-1");
    assertThat(tasks.currentTask()).contains("task-002");
    assertThat(tasks).hasToString("flow-tasks/develop " + golden("executor.json"));
    var unnamed = format.decode(TasksFormat.ID, golden("by-hand.json")).checkpoint();
    assertThat(unnamed.identity()).isEmpty();
    assertThat(unnamed.currentTask()).isEmpty();
  }
}
