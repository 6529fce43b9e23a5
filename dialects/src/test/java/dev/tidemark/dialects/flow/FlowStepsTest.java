package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.dialects.flow.format.CompletedPhase;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker.Kind;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One phase after the other, as the workers report them.
class FlowStepsTest {

  @Test
  @Proves({"R-003-19", "A-69"})
  void a_completed_phase_makes_the_next_one_current_and_leaves_it_to_be_begun() {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);

    studio.after(Studio.complete(FlowPhase.REQUIREMENTS));

    assertThat(studio.checkpoint().completed())
        .containsExactly(new CompletedPhase("REQUIREMENTS", studio.stamp(), Studio.DEMAND));
    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.ARCHITECTURE);
    assertThat(studio.checkpoint().progress()).isEqualTo(FlowProgress.COMPLETE);
    assertThat(studio.checkpoint().current()).isEmpty();
    assertThat(studio.said)
        .containsExactly(
            "Checkpoint saved: REQUIREMENTS complete",
            "Next: the user's approval  (tidemark approve REQUIREMENTS --run flow/develop)");
  }

  @Test
  void a_completed_phase_waits_for_its_approval_and_then_no_more() {
    var resumption = new FlowResumePolicy(FlowSettings.USUAL);
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);
    assertThat(resumption.pendingAction(studio.checkpoint(), Evidence.NONE)).isEmpty();

    studio.after(Studio.complete(FlowPhase.REQUIREMENTS));
    assertThat(resumption.pendingAction(studio.checkpoint(), Evidence.NONE))
        .contains(
            new PendingHumanAction(
                "approval of REQUIREMENTS",
                "approve REQUIREMENTS",
                FlowPhase.ARCHITECTURE.phase()));

    studio.after(Studio.approve(FlowPhase.REQUIREMENTS));
    assertThat(resumption.pendingAction(studio.checkpoint(), Evidence.NONE)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  @Proves({"R-003-19", "T-003-A"})
  void a_phase_without_its_output_is_not_complete(FlowPhase flowPhase) {
    var blocker = Studio.in(flowPhase).refused(Studio.complete(flowPhase));

    assertThat(blocker.code()).isEqualTo("no-output");
    assertThat(blocker.reason()).contains(flowPhase.output());
  }

  @Test
  @Proves("R-003-19")
  void after_the_reflection_the_workflow_stays_there_and_is_finished() {
    var studio = Studio.in(FlowPhase.REFLECTION).write("memory/reflections/wf.json", "{\"a\":1}");

    studio.after(Studio.complete(FlowPhase.REFLECTION));

    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.REFLECTION);
    assertThat(studio.checkpoint().progress()).isEqualTo(FlowProgress.COMPLETE);
    assertThat(studio.checkpoint().finished()).isTrue();
    assertThat(studio.checkpoint().completed().getLast().output())
        .isEqualTo("memory/reflections/wf.json");
    assertThat(studio.events).contains(new Event.WorkflowCompleted());
    assertThat(studio.refused(Studio.enter(FlowPhase.REFLECTION)).code()).isEqualTo("finished");
  }

  @Test
  @Proves("R-003-19")
  void beginning_the_next_phase_puts_it_in_progress() {
    var studio = Studio.in(FlowPhase.ARCHITECTURE);

    assertThat(studio.checkpoint().progress()).isEqualTo(FlowProgress.IN_PROGRESS);
    assertThat(studio.checkpoint().current()).contains(FlowPhase.ARCHITECTURE.phase());
  }

  @Test
  @Proves("R-USR-05")
  void a_step_taken_twice_changes_nothing_the_second_time() {
    var studio = Studio.in(FlowPhase.ARCHITECTURE);
    var before = studio.phase();

    studio.after(Studio.enter(FlowPhase.ARCHITECTURE));
    assertThat(studio.codes()).containsExactly("in-progress");
    studio.after(Studio.complete(FlowPhase.REQUIREMENTS));
    assertThat(studio.codes()).containsExactly("already-complete");

    assertThat(studio.phase()).isEqualTo(before);
  }

  @Test
  void a_phase_that_was_not_begun_cannot_be_completed() {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS).write(FlowPhase.ARCHITECTURE);
    studio.after(Studio.complete(FlowPhase.REQUIREMENTS));

    assertThat(studio.refused(Studio.complete(FlowPhase.ARCHITECTURE)).code())
        .isEqualTo("not-in-progress");
  }

  @Test
  void phases_cannot_be_taken_out_of_order() {
    var studio = Studio.started().write(FlowPhase.VERIFICATION);

    assertThat(studio.refused(Studio.enter(FlowPhase.VERIFICATION)).code())
        .isEqualTo("not-current");
    assertThat(studio.refused(Studio.complete(FlowPhase.VERIFICATION)).code())
        .isEqualTo("not-current");
    assertThat(studio.refused(Studio.fail(FlowPhase.VERIFICATION)).code()).isEqualTo("not-current");
  }

  @ParameterizedTest
  @ValueSource(strings = {"requirements", "REQUIREMENTS", "1"})
  void a_phase_goes_by_its_name_in_any_case_or_by_its_number(String word) {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);

    studio.after(new Change.CompletePhase(new PhaseName(word), PhaseReport.NONE));

    assertThat(studio.checkpoint().isCompleted(FlowPhase.REQUIREMENTS)).isTrue();
  }

  @Test
  void a_phase_that_nobody_knows_is_answered_with_those_there_are() {
    var unknown = new Change.StartPhase(new PhaseName("deploy"), PhaseReport.NONE);

    assertThat(Studio.started().refused(unknown).hint()).contains("REQUIREMENTS, ARCHITECTURE");
  }

  @Test
  void a_failed_phase_can_be_begun_again() {
    var studio = Studio.started().after(Studio.fail(FlowPhase.REQUIREMENTS));

    assertThat(studio.checkpoint().progress()).isEqualTo(FlowProgress.FAILED);
    assertThat(studio.events)
        .containsExactly(new Event.PhaseFailed(FlowPhase.REQUIREMENTS.phase(), "no idea"));
    studio.after(Studio.enter(FlowPhase.REQUIREMENTS));
    assertThat(studio.checkpoint().progress()).isEqualTo(FlowProgress.IN_PROGRESS);
  }

  @Test
  @Proves("R-003-18")
  void a_phase_approved_twice_has_one_entry_with_the_second_time() {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);
    studio.after(Studio.approve(FlowPhase.REQUIREMENTS));
    var first = studio.stamp();

    studio.after(Studio.approve(FlowPhase.REQUIREMENTS));

    var entries = studio.checkpoint().root().array("user_checkpoints");
    assertThat(entries.size()).isOne();
    assertThat(((JsonObject) entries.get(0)).string("approved_at"))
        .isEqualTo(studio.stamp())
        .isNotEqualTo(first);
    assertThat(studio.said).containsExactly("Approved REQUIREMENTS");
  }

  @Test
  void what_is_still_ahead_cannot_be_approved() {
    assertThat(Studio.started().refused(Studio.approve(FlowPhase.REFLECTION)).code())
        .isEqualTo("not-reached");
  }

  @Test
  @Proves("R-003-23")
  void completing_approving_tasks_and_expensive_workers_all_move_the_last_activity() {
    var studio = Studio.in(FlowPhase.IMPLEMENTATION);
    var changes =
        List.of(
            Studio.task(Change.TaskStep.ADD, "task-001"),
            Studio.task(Change.TaskStep.START, "task-001"),
            Studio.task(Change.TaskStep.DONE, "task-001"),
            Studio.complete(FlowPhase.IMPLEMENTATION),
            Studio.approve(FlowPhase.IMPLEMENTATION));
    for (var change : changes) {
      studio.after(change);

      assertThat(studio.checkpoint().root().string("last_updated")).isEqualTo(studio.stamp());
    }
    studio.after(new Change.AmendPhase(PhaseReport.NONE), "before-spawn", "opus");
    assertThat(studio.checkpoint().root().string("last_updated")).isEqualTo(studio.stamp());
    assertThat(studio.said).containsExactly("Checkpoint saved before opus starts");
  }

  @Test
  void a_report_that_the_documents_have_no_place_for_is_kept_by_the_journal() {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);
    var phase = FlowPhase.REQUIREMENTS.phase();
    studio.write("notes.md", "N");
    var files = List.of(new Artifact("notes.md", Artifact.Kind.CREATED));
    var report = new PhaseReport(new ContextSummary("All clear."), files, List.of("No SQL"), null);

    studio.after(new Change.CompletePhase(phase, report));

    assertThat(studio.events)
        .contains(
            new Event.PhaseCompleted(phase),
            new Event.NoteRecorded(new Note(Note.Kind.SUMMARY, phase, "All clear.")),
            new Event.DecisionRecorded(new Decision(phase, "No SQL")),
            new Event.NoteRecorded(new Note(Note.Kind.CREATED, phase, "notes.md")));
  }

  @Test
  void a_summary_that_is_too_long_is_refused() {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);
    var summary = new ContextSummary("word ".repeat(3_000));
    var report = new PhaseReport(summary, List.of(), List.of(), null);

    assertThat(
            studio.refused(new Change.CompletePhase(FlowPhase.REQUIREMENTS.phase(), report)).code())
        .isEqualTo("summary-too-long");
  }

  @Test
  void what_no_workflow_can_do_is_refused() {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);
    var changes =
        List.of(
            new Change.SkipPhase(FlowPhase.REQUIREMENTS.phase(), "no time"),
            new Change.SaveDocument(JsonObject.EMPTY));

    for (var change : changes) {
      assertThat(studio.refused(change).code()).isEqualTo("not-in-format");
    }
  }

  @Test
  @Proves("R-003-53")
  void completing_a_phase_with_an_output_from_before_is_worth_a_word() {
    var studio = Studio.empty().write(FlowPhase.REQUIREMENTS).after(Studio.starting());

    studio.after(Studio.complete(FlowPhase.REQUIREMENTS));

    assertThat(studio.codes()).containsExactly("old-output");
  }

  @Test
  void without_a_workflow_no_step_can_be_taken() {
    assertThat(Studio.empty().refused(Studio.enter(FlowPhase.REQUIREMENTS)).code())
        .isEqualTo("no-checkpoint");
    assertThat(Studio.holding("{").refused(Studio.enter(FlowPhase.REQUIREMENTS)).kind())
        .isEqualTo(Kind.INVALID);
  }

  @Test
  void an_implementation_that_is_completed_with_open_tasks_is_told_of_them() {
    var studio = Studio.in(FlowPhase.IMPLEMENTATION).write(FlowPhase.IMPLEMENTATION);
    var foreign = studio.copy();
    foreign.editTasks(foreign.tasks().replace(studio.checkpoint().workflow(), "wf-2"));
    var done = studio.copy().after(Studio.task(Change.TaskStep.DONE, "task-001"));

    assertThat(studio.after(Studio.complete(FlowPhase.IMPLEMENTATION)).notices)
        .extracting(Notice::text)
        .containsExactly("IMPLEMENTATION has an open task: task-001");
    assertThat(foreign.after(Studio.complete(FlowPhase.IMPLEMENTATION)).codes())
        .doesNotContain(TaskList.OPEN_TASKS);
    assertThat(done.after(Studio.complete(FlowPhase.IMPLEMENTATION)).codes()).isEmpty();
  }

  @Test
  void tasks_are_no_matter_of_another_phase() {
    var studio = Studio.in(FlowPhase.VERIFICATION).write(FlowPhase.VERIFICATION);
    studio.editTasks(studio.tasks().replace("complete", "pending"));

    assertThat(studio.after(Studio.complete(FlowPhase.VERIFICATION)).codes())
        .doesNotContain(TaskList.OPEN_TASKS);
  }

  @Test
  void a_report_about_a_phase_is_kept_by_the_journal_without_any_other_change() {
    var studio = Studio.started();
    var phase = FlowPhase.REQUIREMENTS.phase();
    var report = new PhaseReport(null, List.of(), List.of("No SQL"), null);
    var before = studio.phase();

    studio.after(new Change.AmendPhase(phase, report, List.of(), List.of()));

    assertThat(studio.events)
        .containsExactly(new Event.DecisionRecorded(new Decision(phase, "No SQL")));
    assertThat(studio.phase()).isEqualTo(before);
  }

  @Test
  void a_phase_that_is_misspelled_is_answered_with_the_one_that_may_be_meant() {
    var misspelled = new Change.StartPhase(new PhaseName("REFLECTON"), PhaseReport.NONE);

    assertThat(Studio.started().refused(misspelled).hint())
        .isEqualTo("Did you mean REFLECTION? There are: " + FlowPhase.ALL);
  }
}
