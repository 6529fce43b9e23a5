package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.dialects.flow.format.FlowValidator;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker.Kind;
import dev.tidemark.workflow.change.Change;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The beginning of a workflow: a new one, the old one again, or a new one in its place.
class FlowStartTest {

  @Test
  @Proves({"R-003-02", "R-003-04", "T-003-B"})
  void without_a_state_a_workflow_begins_in_requirements() {
    var studio = Studio.started();

    assertThat(studio.phase())
        .isEqualTo(
            "{\"workflow_id\":\""
                + studio.checkpoint().workflow()
                + "\",\"started_at\":\"2026-11-20T10:01:00.000Z\""
                + ",\"last_updated\":\"2026-11-20T10:01:00.000Z\""
                + ",\"current_phase\":\"REQUIREMENTS\",\"phase_status\":\"in_progress\""
                + ",\"completed_phases\":[],\"user_checkpoints\":[],\"interruption_safe\":true}");
    assertThat(studio.checkpoint().workflow()).matches("wf-20261120-100100-[0-9a-f]{4}");
    assertThat(new FlowValidator().validate(studio.phase())).isEmpty();
    assertThat(studio.nextAction.action()).isEqualTo("SPAWN_PM");
  }

  @Test
  @Proves("R-003-02")
  void a_workflow_that_is_only_created_is_pending() {
    var studio = Studio.empty().after(Studio.starting(), "create-only", "");

    assertThat(studio.checkpoint().progress()).isEqualTo(FlowProgress.PENDING);
  }

  @Test
  void two_workflows_of_one_second_have_different_ids() {
    var studio = Studio.started();
    var first = studio.checkpoint().workflow();
    studio.now = studio.now.minusSeconds(60);

    studio.after(Studio.fresh());

    assertThat(studio.checkpoint().workflow())
        .startsWith(first.substring(0, 18))
        .isNotEqualTo(first);
  }

  @Test
  void the_phases_are_not_for_the_caller_to_choose() {
    var phases = List.of(FlowPhase.REFLECTION.phase());

    var blocker = Studio.empty().refused(new Change.StartRun("develop", null, phases, false));

    assertThat(blocker.code()).isEqualTo("phases-fixed");
  }

  @Test
  @Proves({"R-003-06", "R-COM-15"})
  void a_workflow_that_is_there_is_resumed_when_the_user_says_so() {
    var studio = Studio.started();
    var workflow = studio.checkpoint().workflow();

    var question = studio.refused(Studio.starting());

    assertThat(question.kind()).isEqualTo(Kind.CONFIRM);
    assertThat(question.code()).isEqualTo("resume");
    assertThat(question.reason()).isEqualTo("Resume workflow from REQUIREMENTS?");
    studio.after(Studio.starting(), "resume", "");
    assertThat(studio.checkpoint().workflow()).isEqualTo(workflow);
    assertThat(studio.nextAction.action()).isEqualTo("SPAWN_PM");
    assertThat(studio.archives()).isEmpty();
  }

  @Test
  @Proves({"R-003-06", "R-003-51"})
  void a_workflow_that_is_not_wanted_is_archived_and_another_begins() {
    var studio = Studio.started();
    var old = studio.phase();
    var workflow = studio.checkpoint().workflow();

    studio.after(Studio.starting(), "resume", "no");

    assertThat(studio.archives()).containsExactly(workflow + "_20261120T100200Z");
    assertThat(studio.archived(studio.archives().getFirst(), "phase.json")).isEqualTo(old);
    assertThat(studio.checkpoint().workflow()).isNotEqualTo(workflow);
  }

  @Test
  @Proves("A-61")
  void the_question_says_that_the_phase_has_failed() {
    var studio = Studio.started().after(Studio.fail(FlowPhase.REQUIREMENTS));

    assertThat(studio.refused(Studio.starting()).reason())
        .isEqualTo("Resume workflow from REQUIREMENTS (failed)?");
    assertThat(studio.after(Studio.resume()).checkpoint().progress())
        .isEqualTo(FlowProgress.IN_PROGRESS);
  }

  @Test
  @Proves({"R-003-05", "R-003-51"})
  void a_finished_workflow_is_archived_and_another_begins_without_a_question() {
    var studio = Studio.holding(Goldens.phase("finished.json"));

    studio.after(Studio.starting());

    assertThat(studio.archives()).containsExactly("wf-20261101-080000-00aa_20261120T100100Z");
    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.REQUIREMENTS);
  }

  @Test
  @Proves("R-003-05")
  void a_finished_workflow_that_is_resumed_is_archived() {
    var studio = Studio.holding(Goldens.phase("finished.json"));

    studio.after(Studio.resume());

    assertThat(studio.nextAction.action()).isEqualTo("WORKFLOW_COMPLETE");
    assertThat(studio.phase()).isEmpty();
    assertThat(studio.archives()).hasSize(1);
  }

  @Test
  @Proves("R-003-04")
  void tasks_without_a_workflow_are_archived_before_one_begins() {
    var studio = Studio.empty().editTasks("{\"workflow_id\":\"wf-old\",\"tasks\":[]}");

    studio.after(Studio.starting());

    assertThat(studio.archives()).containsExactly("wf-old_20261120T100100Z");
    assertThat(studio.tasks()).isEmpty();
    assertThat(studio.store.history(TasksFormat.ID)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[]", "{\"a\":", "nothing"})
  @Proves({"R-003-11", "R-003-12"})
  void a_state_that_cannot_be_read_is_left_alone_unless_the_user_begins_again(String text) {
    var studio = Studio.holding(text);

    var question = studio.refused(Studio.starting());
    assertThat(question.kind()).isEqualTo(Kind.OFFER);
    assertThat(question.reason()).isEqualTo("State appears corrupted. Start fresh?");
    assertThat(studio.codes()).containsExactly("unreadable");

    var no = studio.refused(Studio.starting(), "start-fresh", "no");
    assertThat(no.kind()).isEqualTo(Kind.INVALID);

    studio.after(Studio.starting(), "start-fresh", "");
    assertThat(studio.archives()).containsExactly("unknown_20261120T100300Z");
    assertThat(studio.archived("unknown_20261120T100300Z", "phase.json")).isEqualTo(text);
    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.REQUIREMENTS);
  }

  @Test
  @Proves("R-003-12")
  void after_one_fresh_start_nothing_more_is_asked() {
    var studio = Studio.holding(Goldens.phase("by-hand.json"));
    studio.now = studio.now.plus(Duration.ofDays(30));

    studio.after(Studio.starting(), "start-fresh", "");

    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.REQUIREMENTS);
    assertThat(studio.archives()).hasSize(1);
  }

  @Test
  @Proves("R-003-12")
  void asking_for_a_fresh_start_answers_every_question() {
    for (var text : List.of("{", Goldens.phase("by-hand.json"), Goldens.phase("created.json"))) {
      var studio = Studio.holding(text);
      studio.now = studio.now.plus(Duration.ofDays(30));

      studio.after(Studio.fresh());

      assertThat(studio.archives()).hasSize(1);
      assertThat(studio.checkpoint().finished()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"604800, true", "604799, false"})
  @Proves({"R-003-40", "A-62"})
  void an_old_workflow_is_asked_about_from_the_seventh_day_on(long age, boolean asked) {
    var studio = Studio.started();
    studio.now = studio.now.plusSeconds(age - 60);

    var question = studio.refused(Studio.starting());

    assertThat(question.reason())
        .isEqualTo(
            asked
                ? "Workflow started 7 days ago. Archive it and start fresh?"
                : "Resume workflow from REQUIREMENTS?");
  }

  @Test
  @Proves({"R-003-40", "A-62"})
  void an_old_workflow_goes_on_with_caution_or_is_archived() {
    var studio = Studio.started();
    var workflow = studio.checkpoint().workflow();
    studio.now = studio.now.plus(Duration.ofDays(8));

    studio.after(Studio.resume(), "archive", "no");
    assertThat(studio.codes()).contains("ancient", "caution");
    assertThat(studio.checkpoint().workflow()).isEqualTo(workflow);
    assertThat(studio.archives()).hasSize(1);

    studio.after(Studio.resume(), "archive", "");
    assertThat(studio.checkpoint().workflow()).isNotEqualTo(workflow);
    assertThat(studio.archives()).hasSize(1);
  }

  @Test
  @Proves("R-003-40")
  void how_old_is_too_old_is_for_the_project_to_say() {
    var studio =
        new Studio(new FlowSettings(List.of(), Duration.ofHours(1), 3)).after(Studio.starting());
    studio.now = studio.now.plus(Duration.ofMinutes(90));

    assertThat(studio.refused(Studio.starting()).code()).isEqualTo("archive");
  }

  @Test
  @Proves("R-003-40")
  void the_same_old_state_is_kept_once_however_often_it_is_resumed() {
    var studio = Studio.started();
    studio.now = studio.now.plus(Duration.ofDays(8));
    for (int i = 0; i < 7; i++) {
      studio.after(Studio.resume(), "archive", "no");
    }

    assertThat(studio.archives()).hasSize(1);
  }
}
