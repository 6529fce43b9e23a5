package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialects.flow.format.CompletedPhase;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker.Kind;
import dev.tidemark.workflow.change.Change.TaskStep;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Going on with a workflow that was interrupted.
class FlowResumeTest {

  @Test
  @Proves({"R-003-03", "R-003-16"})
  void it_is_said_what_is_resumed_and_from_where() {
    var studio = Studio.in(FlowPhase.ARCHITECTURE);
    var workflow = studio.checkpoint().workflow();

    studio.after(Studio.resume());

    assertThat(studio.said)
        .startsWith(
            "Detected interrupted workflow: " + workflow,
            "Resuming workflow " + workflow + " from ARCHITECTURE phase",
            "Last activity: 2026-11-20T10:04:00.000Z",
            "Completed: REQUIREMENTS");
  }

  @Test
  @Proves("R-003-16")
  void where_nothing_is_completed_yet_that_is_said_too() {
    assertThat(Studio.started().after(Studio.resume()).said).contains("Completed: none");
  }

  @Test
  @Proves("T-003-D")
  void where_nothing_has_changed_nothing_is_written() {
    var studio = Studio.started();
    var before = studio.phase();
    var entries = studio.store.history(FlowFormat.ID).size();

    studio.after(Studio.resume());

    assertThat(studio.phase()).isEqualTo(before);
    assertThat(studio.store.history(FlowFormat.ID)).hasSize(entries);
  }

  @Test
  void without_a_workflow_there_is_nothing_to_resume() {
    assertThat(Studio.empty().refused(Studio.resume()).code()).isEqualTo("no-checkpoint");
  }

  @Test
  @Proves({"R-003-05", "A-60"})
  void a_crash_between_two_phases_is_resumed_in_the_next() {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);
    studio
        .after(Studio.complete(FlowPhase.REQUIREMENTS))
        .after(Studio.approve(FlowPhase.REQUIREMENTS));

    studio.after(Studio.resume());

    assertThat(studio.nextAction.action()).isEqualTo("SPAWN_ARCHITECTS");
    assertThat(studio.checkpoint().progress()).isEqualTo(FlowProgress.IN_PROGRESS);
    assertThat(studio.said).noneMatch(line -> line.startsWith("Detected"));
  }

  @Test
  @Proves("R-003-15")
  void a_phase_whose_output_is_there_is_completed_and_the_next_one_begun() {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);

    studio.after(Studio.approve(FlowPhase.REQUIREMENTS)).after(Studio.resume());

    assertThat(studio.checkpoint().completed())
        .containsExactly(new CompletedPhase("REQUIREMENTS", studio.stamp(), Studio.DEMAND));
    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.ARCHITECTURE);
    assertThat(studio.checkpoint().progress()).isEqualTo(FlowProgress.IN_PROGRESS);
    assertThat(studio.checkpoint().root().string("last_updated")).isEqualTo(studio.stamp());
    assertThat(studio.events)
        .contains(
            new Event.PhaseCompleted(FlowPhase.REQUIREMENTS.phase()),
            new Event.PhaseStarted(FlowPhase.ARCHITECTURE.phase()));
    assertThat(studio.said).contains("Advanced: REQUIREMENTS");
  }

  @Test
  @Proves({"R-003-15", "T-003-D"})
  void phases_are_passed_over_until_there_is_something_to_do() {
    var studio = Studio.in(FlowPhase.ARCHITECTURE).write(FlowPhase.ARCHITECTURE);
    studio.after(Studio.approve(FlowPhase.ARCHITECTURE));
    var verification = Studio.in(FlowPhase.VERIFICATION).write(FlowPhase.VERIFICATION);
    verification.write(FlowPhase.REFLECTION);

    studio.after(Studio.resume());
    assertThat(studio.said).contains("Advanced: ARCHITECTURE");
    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.IMPLEMENTATION);

    verification.after(Studio.resume());
    assertThat(verification.nextAction.action()).isEqualTo("WORKFLOW_COMPLETE");
    assertThat(verification.said).contains("Advanced: VERIFICATION");
  }

  @Test
  @Proves("R-003-17")
  void a_finished_phase_without_approval_is_asked_about_before_the_next() {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);

    var question = studio.refused(Studio.resume());

    assertThat(question.kind()).isEqualTo(Kind.ASK);
    assertThat(question.code()).isEqualTo("approve-requirements");
    assertThat(question.hint()).contains("tidemark approve REQUIREMENTS");
    assertThat(studio.said)
        .contains("Last activity: 2026-11-20T10:01:00.000Z", "Completed: none")
        .anyMatch(line -> line.endsWith("from REQUIREMENTS phase"));
    studio.after(Studio.approve(FlowPhase.REQUIREMENTS)).after(Studio.resume());
    assertThat(studio.checkpoint().isApproved(FlowPhase.REQUIREMENTS)).isTrue();
  }

  @Test
  @Proves("R-003-17")
  void a_completed_phase_without_approval_is_asked_about_before_the_next_begins() {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);
    studio.after(Studio.complete(FlowPhase.REQUIREMENTS));

    assertThat(studio.refused(Studio.resume()).code()).isEqualTo("approve-requirements");
    assertThat(studio.said).contains("Completed: REQUIREMENTS");
    assertThat(studio.refused(Studio.enter(FlowPhase.ARCHITECTURE)).code())
        .isEqualTo("approve-requirements");
    studio
        .after(Studio.approve(FlowPhase.REQUIREMENTS))
        .after(Studio.enter(FlowPhase.ARCHITECTURE));
    assertThat(studio.checkpoint().isApproved(FlowPhase.REQUIREMENTS)).isTrue();
    assertThat(studio.checkpoint().progress()).isEqualTo(FlowProgress.IN_PROGRESS);
  }

  @Test
  @Proves({"R-003-15", "R-003-17"})
  void what_was_passed_over_stays_so_when_the_next_phase_waits_for_approval() {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS).write(FlowPhase.ARCHITECTURE);

    studio.after(Studio.approve(FlowPhase.REQUIREMENTS)).after(Studio.resume());

    assertThat(studio.nextAction.action()).isEqualTo("AWAIT_APPROVAL");
    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.ARCHITECTURE);
    assertThat(studio.said)
        .contains("To approve: tidemark approve ARCHITECTURE --run flow/develop");
  }

  @Test
  @Proves({"R-003-17", "A-67"})
  void which_phases_need_approval_is_for_the_project_to_say() {
    var none = new FlowSettings(List.of(), FlowSettings.USUAL.ancient(), 3);
    var studio = new Studio(none).after(Studio.starting()).write(FlowPhase.REQUIREMENTS);

    assertThat(studio.after(Studio.resume()).nextAction.action()).isEqualTo("SPAWN_ARCHITECTS");
  }

  @Test
  @Proves({"R-003-34", "A-63", "R-003-17"})
  void designs_without_a_choice_are_presented_again() {
    var studio = Studio.in(FlowPhase.ARCHITECTURE);
    studio.write("memory/reports/designs/b.json", "{}").write("memory/reports/designs/a.json", "1");
    studio.write("memory/reports/designs/notes.md", "text");

    studio.after(Studio.resume());

    assertThat(studio.nextAction.action()).isEqualTo("PRESENT_OPTIONS");
    assertThat(studio.nextAction.files())
        .containsExactly("memory/reports/designs/a.json", "memory/reports/designs/b.json");
    assertThat(studio.said)
        .contains(
            "  memory/reports/designs/a.json",
            "To approve: tidemark approve ARCHITECTURE --run flow/develop");
  }

  @Test
  void where_nothing_is_there_to_approve_nobody_is_told_how_to() {
    assertThat(Studio.started().after(Studio.resume()).said)
        .noneMatch(line -> line.startsWith("To approve"));
  }

  @Test
  @Proves({"T-003-D", "R-003-12"})
  void tasks_that_cannot_be_used_are_archived_before_the_executor_begins_again() {
    var studio = Studio.in(FlowPhase.IMPLEMENTATION).editTasks("{\"tasks\":");

    assertThat(studio.refused(Studio.resume()).code()).isEqualTo("start-fresh");
    studio.after(Studio.resume(), "start-fresh", "no");

    assertThat(studio.nextAction.action()).isEqualTo("SPAWN_EXECUTOR");
    assertThat(studio.tasks()).isEmpty();
    assertThat(studio.archived(studio.archives().getFirst(), "execution.json"))
        .isEqualTo("{\"tasks\":");
  }

  @Test
  @Proves({"T-003-D", "R-003-15"})
  void tasks_that_cannot_be_used_are_archived_where_their_phase_is_reached_by_passing_over() {
    var studio = Studio.in(FlowPhase.ARCHITECTURE).write(FlowPhase.ARCHITECTURE);
    studio.after(Studio.approve(FlowPhase.ARCHITECTURE)).editTasks("{\"tasks\":");

    studio.after(Studio.resume());

    assertThat(studio.nextAction.action()).isEqualTo("SPAWN_EXECUTOR");
    assertThat(studio.tasks()).isEmpty();
    assertThat(studio.codes()).contains("tasks-archived");
    assertThat(studio.archived(studio.archives().getFirst(), "execution.json"))
        .isEqualTo("{\"tasks\":");
  }

  @Test
  void tasks_are_listed_and_the_executor_goes_on() {
    var studio = Studio.in(FlowPhase.IMPLEMENTATION).after(Studio.task(TaskStep.ADD, "task-001"));

    assertThat(studio.after(Studio.resume()).nextAction.action()).isEqualTo("CONTINUE_EXECUTION");
  }

  @Test
  @Proves("R-003-16")
  void a_failed_phase_is_tried_again_with_its_reason_if_that_is_recorded() {
    var studio = Studio.started().after(Studio.fail(FlowPhase.REQUIREMENTS));

    assertThat(studio.after(Studio.resume()).said.getFirst())
        .isEqualTo("Trying again: REQUIREMENTS failed: no idea");

    var other = Studio.holding(Goldens.phase("created.json").replace("pending", "failed"));
    assertThat(other.after(Studio.resume()).said.getFirst())
        .isEqualTo("Trying again: REQUIREMENTS failed");
  }

  @Test
  void a_failure_that_is_recorded_of_another_phase_is_no_reason() {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);
    studio.after(Studio.fail(FlowPhase.REQUIREMENTS)).after(Studio.approve(FlowPhase.REQUIREMENTS));
    studio.edit("current_phase", "\"ARCHITECTURE\"");
    studio.edit(
        "completed_phases",
        "[{\"phase\":\"REQUIREMENTS\",\"completed_at\":\"2026-11-20T10:00:00Z\","
            + "\"output\":\"memory/reports/demand.json\"}]");

    assertThat(studio.after(Studio.resume()).said.getFirst())
        .isEqualTo("Trying again: ARCHITECTURE failed");
  }

  @Test
  void the_end_of_a_workflow_is_told_line_by_line() {
    var studio = Studio.in(FlowPhase.REFLECTION).write(FlowPhase.REFLECTION);
    var workflow = studio.checkpoint().workflow();
    var last = studio.checkpoint().root().string("last_updated");

    studio.after(Studio.resume());

    assertThat(studio.said)
        .containsExactly(
            "Detected interrupted workflow: " + workflow,
            "Resuming workflow " + workflow + " from REFLECTION phase",
            "Last activity: " + last,
            "Completed: REQUIREMENTS, ARCHITECTURE, IMPLEMENTATION, VERIFICATION, REFLECTION",
            "Workflow "
                + workflow
                + " is complete; archived in memory/state/.archive/"
                + studio.archives().getFirst());
  }
}
