package dev.tidemark.handoff;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.RunPlan.Task;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which phases and tasks are to be done now.
class RunPlanTest {
  private static final Instant THEN = Instant.parse("2026-03-01T12:00:00Z");
  private static final List<String> NAMES = List.of("research", "phase-1", "phase-7", "ship");

  /// `research` is done, `phase-1` under way with three tasks, of which one is done, and `ship` was
  /// left out; `phase-7`, which nobody has begun, has a task.
  private static final Paper RUN =
      Paper.of(
          List.of(
              Phase.pending(new PhaseName("research"))
                  .started(THEN)
                  .completed(THEN, new ContextSummary("found")),
              Phase.pending(new PhaseName("phase-1")).started(THEN),
              new Phase(
                  new PhaseName("ship"), PhaseStatus.SKIPPED, null, null, null, null, List.of())),
          List.of());

  private static final TaskList TASKS =
      new TaskList(
          List.of(
              PlannedTask.of("T001", new PhaseName("phase-1"), "complete", "parse it"),
              PlannedTask.of("T002", new PhaseName("phase-1"), "pending", "check it"),
              PlannedTask.of("T003", new PhaseName("phase-1"), "failed", ""),
              PlannedTask.of("T008", new PhaseName("phase-7"), "pending", "")),
          null);

  private static RunPlan plan(@Nullable String phases, @Nullable String tasks, boolean resume) {
    var contractCheck = RunPlan.of(NAMES, RUN, TASKS, phases, tasks, resume);
    assertThat(contractCheck).isInstanceOf(Accepted.class);
    return ((Accepted<RunPlan>) contractCheck).value();
  }

  private static String chosen(RunPlan plan) {
    var stages = plan.stages().stream().filter(RunPlan.Stage::chosen).map(RunPlan.Stage::name);
    var tasks = plan.tasks().stream().filter(Task::chosen).map(Task::id);
    return stages.collect(joining(" ")) + ": " + tasks.collect(joining(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "         |           | false | research phase-1 phase-7 ship: T001 T002 T003 T008",
        "         |           | true  | phase-1 phase-7: T002 T003 T008",
        "Phase-1  |           | false | phase-1: T001 T002 T003",
        "research |           | true  | ':'",
        "1        |           | false | 'research phase-1: T001 T002 T003'",
        "7        |           | false | phase-7: T008",
        "4        |           | false | 'ship:'",
        "7,4      |           | false | phase-7 ship: T008",
        "         | T001      | false | phase-1: T001",
        "         | T001,T008 | true  | phase-7: T008",
        "ship     | t2-t3     | false | phase-1: T002 T003",
        "         | T1        | true  | ':'"
      })
  void what_is_picked_is_to_be_done_and_nothing_that_is_done_where_work_is_resumed(
      @Nullable String phases, @Nullable String tasks, boolean resume, String chosen) {
    assertThat(chosen(plan(phases, tasks, resume)).strip()).isEqualTo(chosen);
  }

  @Test
  void every_phase_and_task_is_told_with_how_far_it_has_come() {
    var plan = plan(null, "T002", false);

    assertThat(plan.stages())
        .containsExactly(
            new RunPlan.Stage("research", PhaseStatus.COMPLETE, false),
            new RunPlan.Stage("phase-1", PhaseStatus.IN_PROGRESS, true),
            new RunPlan.Stage("phase-7", PhaseStatus.PENDING, false),
            new RunPlan.Stage("ship", PhaseStatus.SKIPPED, false));
    assertThat(plan.tasks())
        .containsExactly(
            new Task("T001", "phase-1", "complete", "parse it", false),
            new Task("T002", "phase-1", "pending", "check it", true),
            new Task("T003", "phase-1", "failed", "", false),
            new Task("T008", "phase-7", "pending", "", false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "build | | invalid-phase | Invalid phase \"build\". Valid values: research, phase-1,"
            + " phase-7, ship",
        "2     | | invalid-phase | Invalid phase \"2\". Valid values: research, phase-1, phase-7,"
            + " ship",
        "      | T9 | invalid-task | Invalid task \"T9\". Valid values: T001, T002, T003, T008",
        "      | 1  | invalid-task | Invalid task \"1\". Valid values: T001, T002, T003, T008"
      })
  void what_picks_nothing_is_answered_with_what_could_be_picked(
      @Nullable String phases, @Nullable String tasks, String code, String reason) {
    var contractCheck = RunPlan.of(NAMES, RUN, TASKS, phases, tasks, false);

    assertThat(((Rejected<RunPlan>) contractCheck).blockers())
        .singleElement()
        .satisfies(
            blocker -> {
              assertThat(blocker.code()).isEqualTo(code);
              assertThat(blocker.reason()).isEqualTo(reason);
            });
  }

  @Test
  void a_run_without_phases_has_nothing_to_be_done() {
    var all = RunPlan.of(List.of(), null, TaskList.EMPTY, null, null, false);
    var one = RunPlan.of(List.of(), null, TaskList.EMPTY, "build", null, false);

    assertThat(((Accepted<RunPlan>) all).value().stages()).isEmpty();
    assertThat(((Rejected<RunPlan>) one).blockers().getFirst().reason())
        .isEqualTo("Invalid phase \"build\". Valid values: none, the run has no phases");
  }

  @Test
  void a_run_that_nobody_has_begun_has_phases_and_no_tasks() {
    var all = RunPlan.of(NAMES, null, TaskList.EMPTY, null, null, true);
    var none = RunPlan.of(NAMES, null, TaskList.EMPTY, null, "T001", true);

    assertThat(((Accepted<RunPlan>) all).value().stages())
        .containsOnly(
            new RunPlan.Stage("research", PhaseStatus.PENDING, true),
            new RunPlan.Stage("phase-1", PhaseStatus.PENDING, true),
            new RunPlan.Stage("phase-7", PhaseStatus.PENDING, true),
            new RunPlan.Stage("ship", PhaseStatus.PENDING, true));
    assertThat(((Accepted<RunPlan>) all).value().tasks()).isEmpty();
    assertThat(((Rejected<RunPlan>) none).blockers().getFirst().reason())
        .isEqualTo("Invalid task \"T001\". Valid values: none, the run has no tasks");
  }

  @ParameterizedTest
  @CsvSource({"20, ''", "21, ' and 1 more'", "23, ' and 3 more'"})
  void of_many_phases_twenty_are_named(int count, String more) {
    var names = IntStream.rangeClosed(1, count).mapToObj(i -> "p" + i).toList();

    var contractCheck = RunPlan.of(names, null, TaskList.EMPTY, "build", null, false);

    assertThat(((Rejected<RunPlan>) contractCheck).blockers().getFirst().reason())
        .isEqualTo(
            "Invalid phase \"build\". Valid values: "
                + String.join(", ", names.subList(0, 20))
                + more);
  }
}
