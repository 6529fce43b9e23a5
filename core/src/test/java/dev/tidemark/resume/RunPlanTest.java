package dev.tidemark.resume;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Detail;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.resume.Checked.Accepted;
import dev.tidemark.resume.Checked.Rejected;
import dev.tidemark.resume.RunPlan.Choice;
import dev.tidemark.resume.RunPlan.Task;
import java.time.Instant;
import java.util.List;
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
          List.of(
              new Detail("phases.phase-1.tasks.T001.status", "complete"),
              new Detail("phases.phase-1.tasks.T001.description", "parse it"),
              new Detail("phases.phase-1.tasks.T002.description", "check it"),
              new Detail("phases.phase-1.tasks.T002.owner", "ann"),
              new Detail("phases.phase-1.tasks.T003.status", "failed"),
              new Detail("phases.phase-7.tasks.T008.status", "pending"),
              new Detail("phases.phase-7.tasks.T", "no field of a task"),
              new Detail("other.phase-7.tasks.T009.status", "pending"),
              new Detail("phases.phase-7.status", "pending")));

  private static RunPlan plan(Choice choice) {
    var checked = RunPlan.of(NAMES, RUN, List.of(), choice);
    assertThat(checked).isInstanceOf(Accepted.class);
    return ((Accepted<RunPlan>) checked).value();
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
    assertThat(chosen(plan(new Choice(phases, tasks, resume))).strip()).isEqualTo(chosen);
  }

  @Test
  void every_phase_and_task_is_told_with_how_far_it_has_come() {
    var plan = plan(new Choice(null, "T002", false));

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
        "      | T9 | invalid-task | Invalid task \"T9\". Valid values: T001, T001,T003, T001-T005",
        "      | 1  | invalid-task | Invalid task \"1\". Valid values: T001, T001,T003, T001-T005"
      })
  void what_picks_nothing_is_answered_with_what_could_be_picked(
      @Nullable String phases, @Nullable String tasks, String code, String reason) {
    var checked = RunPlan.of(NAMES, RUN, List.of(), new Choice(phases, tasks, false));

    assertThat(((Rejected<RunPlan>) checked).blockers())
        .singleElement()
        .satisfies(
            blocker -> {
              assertThat(blocker.code()).isEqualTo(code);
              assertThat(blocker.reason()).isEqualTo(reason);
            });
  }

  @Test
  void a_run_without_phases_has_nothing_to_be_done() {
    var all = RunPlan.of(List.of(), null, List.of(), new Choice(null, null, false));
    var one = RunPlan.of(List.of(), null, List.of(), new Choice("build", null, false));

    assertThat(((Accepted<RunPlan>) all).value().stages()).isEmpty();
    assertThat(((Rejected<RunPlan>) one).blockers().getFirst().reason())
        .isEqualTo("Invalid phase \"build\". Valid values: none, the run has no phases");
  }

  @Test
  void a_run_that_nobody_has_begun_has_phases_and_no_tasks() {
    var all = RunPlan.of(NAMES, null, List.of(), new Choice(null, null, true));
    var none = RunPlan.of(NAMES, null, List.of(), new Choice(null, "T001", true));

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

  @Test
  void tasks_of_another_document_of_the_run_are_told_behind_its_own() {
    var tasks =
        List.of(
            new PlannedTask("T010", new PhaseName("ship"), "complete", "tell them"),
            new PlannedTask("T011", new PhaseName("nowhere"), "open", ""));
    var part = new Paper(Paper.AUTH, List.of(), List.of(), List.of(), tasks);

    var checked = RunPlan.of(NAMES, RUN, List.of(part), new Choice("ship", null, false));

    assertThat(((Accepted<RunPlan>) checked).value().tasks())
        .hasSize(6)
        .endsWith(
            new Task("T010", "ship", "complete", "tell them", true),
            new Task("T011", "nowhere", "open", "", false));
  }
}
