package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialects.flow.format.FlowArchives;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is kept of states that are gone.
class FlowArchiveTest {
  private static final Change FINISH = new Change.FinishRun();

  @Test
  @Proves({"R-003-50", "A-68"})
  void a_finished_workflow_is_archived_under_its_name_and_the_time() {
    var studio = Studio.holding(Goldens.phase("finished.json")).editTasks("{\"tasks\":[]}");

    studio.after(FINISH);

    var folder = "wf-20261101-080000-00aa_20261120T100100Z";
    assertThat(studio.archives()).containsExactly(folder);
    assertThat(studio.archived(folder, "phase.json")).isEqualTo(Goldens.phase("finished.json"));
    assertThat(studio.archived(folder, "execution.json")).isEqualTo("{\"tasks\":[]}");
    assertThat(studio.phase()).isEmpty();
    assertThat(studio.tasks()).isEmpty();
    studio.after(Studio.starting());
    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.REQUIREMENTS);
  }

  @Test
  @Proves("R-003-50")
  void only_what_exists_is_archived() {
    var studio = Studio.holding(Goldens.phase("finished.json")).after(FINISH);

    assertThat(studio.files.keySet())
        .containsExactly(FlowArchives.FOLDER + "/" + studio.archives().getFirst() + "/phase.json");
  }

  @Test
  @Proves("R-003-50")
  void a_name_that_is_taken_is_counted_on() {
    var studio = Studio.holding(Goldens.phase("finished.json"));
    var base = FlowArchives.FOLDER + "/wf-20261101-080000-00aa_20261120T100100Z";
    studio.write(base + "/other", "x").write(base + "-2/other", "x");

    studio.after(FINISH);

    assertThat(studio.files).containsKey(base + "-3/phase.json");
  }

  @ParameterizedTest
  @CsvSource({"../../etc, --etc", "a/b, a-b", "'<>', unknown", "'', unknown"})
  @Proves("R-003-50")
  void the_name_of_the_workflow_is_cleaned(String id, String name) {
    var studio =
        Studio.holding(Goldens.phase("finished.json")).edit("workflow_id", "\"" + id + "\"");

    studio.after(FINISH);

    assertThat(studio.archives()).containsExactly(name + "_20261120T100100Z");
  }

  @Test
  @Proves("R-003-52")
  void of_all_archives_the_five_newest_stay_and_other_folders_too() {
    var studio = Studio.holding(Goldens.phase("finished.json"));
    for (int day = 3; day <= 9; day++) {
      // Neither the names of the workflows nor when the folders were touched tell their age.
      var name = "old-" + (char) ('z' - day) + "_2026110" + day + "T000000Z";
      studio.files.put(
          FlowArchives.FOLDER + "/" + name + "/phase.json",
          new Shelf.Found("{}", Studio.START.minusSeconds(day)));
    }
    studio.write(FlowArchives.FOLDER + "/loose.json", "{}");

    studio.after(FINISH);

    assertThat(studio.archives())
        .contains("wf-20261101-080000-00aa_20261120T100100Z")
        .filteredOn(name -> name.startsWith("old-"))
        .containsExactly(
            "old-q_20261109T000000Z",
            "old-r_20261108T000000Z",
            "old-s_20261107T000000Z",
            "old-t_20261106T000000Z");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "keep-me",
        "_20261101T000000Z",
        "short_20261101T0000Z",
        "no-digit_2026110xT000000Z",
        "no-time_20261101x000000Z",
        "no-zone_20261101T000000X",
        "no-number_20261101T000000Z-",
        "no-number_20261101T000000Z-x",
        "glued_20261101T000000Z2",
      })
  @Proves("R-003-52")
  void a_folder_whose_name_is_none_of_ours_is_left_alone(String name) {
    var studio = Studio.holding(Goldens.phase("finished.json"));
    for (int day = 3; day <= 9; day++) {
      studio.write(FlowArchives.FOLDER + "/wf_2026110" + day + "T000000Z/phase.json", "{}");
    }
    studio.write(FlowArchives.FOLDER + "/" + name + "/phase.json", "{}");

    studio.after(FINISH);

    assertThat(studio.archives()).contains(name).hasSize(FlowArchives.KEPT + 1);
  }

  @Test
  @Proves("R-003-52")
  void archives_of_one_second_are_ordered_by_when_they_were_made() {
    var studio = Studio.holding(Goldens.phase("finished.json"));
    for (int i = 2; i <= 7; i++) {
      studio.now = studio.now.minusSeconds(1);
      studio.write(FlowArchives.FOLDER + "/a_20261101T000000Z-" + i + "/phase.json", "{}");
    }

    studio.after(FINISH);

    assertThat(studio.archives())
        .filteredOn(name -> name.startsWith("a_"))
        .containsExactly(
            "a_20261101T000000Z-2",
            "a_20261101T000000Z-3",
            "a_20261101T000000Z-4",
            "a_20261101T000000Z-5");
  }

  @Test
  @Proves("R-003-52")
  void archives_that_nothing_else_tells_apart_are_ordered_by_name() {
    var studio = Studio.holding(Goldens.phase("finished.json"));
    for (int i = 7; i >= 2; i--) {
      studio.write(FlowArchives.FOLDER + "/a_20261101T000000Z-" + i + "/phase.json", "{}");
    }

    studio.after(FINISH);

    assertThat(studio.archives())
        .contains("a_20261101T000000Z-4", "a_20261101T000000Z-7")
        .doesNotContain("a_20261101T000000Z-2", "a_20261101T000000Z-3");
  }

  @Test
  @Proves("R-003-51")
  void an_abandoned_workflow_stays_until_the_next_start_archives_it() {
    var studio = Studio.in(FlowPhase.IMPLEMENTATION).after(Studio.task(TaskStep.ADD, "task-001"));
    var text = studio.phase();

    assertThat(studio.refused(FINISH).reason()).endsWith(", VERIFICATION, REFLECTION");
    studio.after(Change.FinishRun.abandon("No budget"));
    assertThat(studio.events).containsExactly(new Event.WorkflowAbandoned("No budget"));
    assertThat(studio.phase()).isEqualTo(text);
    studio.after(Studio.starting());

    assertThat(studio.archived(studio.archives().getFirst(), "phase.json")).isEqualTo(text);
    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.REQUIREMENTS);
  }

  @Test
  @Proves("R-003-51")
  void a_workflow_of_which_only_the_journal_has_notes_is_archived_by_a_fresh_start() {
    var decided = new PhaseReport(null, List.of(), List.of("Use X"), null);
    for (var change : List.of(new Change.AmendPhase(decided), new Change.StateGoal("All day"))) {
      var studio = Studio.started().after(change);

      studio.after(Studio.fresh());

      assertThat(studio.archives()).hasSize(1);
      assertThat(studio.said).contains("Back to it: tidemark undo --run flow/develop");
    }
  }

  @Test
  @Proves("R-003-12")
  void a_state_that_cannot_be_read_can_be_archived() {
    var studio = Studio.holding("{").after(FINISH);

    assertThat(studio.archived("unknown_20261120T100100Z", "phase.json")).isEqualTo("{");
    assertThat(studio.phase()).isEmpty();
    assertThat(studio.said)
        .containsExactly("Archived the state in memory/state/.archive/unknown_20261120T100100Z");
  }

  @ParameterizedTest
  @CsvSource({"'{', 2", "'', 1"})
  @Proves("R-003-12")
  void tasks_are_archived_with_a_state_that_cannot_be_read_or_without_any(String text, int kept) {
    var studio = text.isEmpty() ? Studio.empty() : Studio.holding(text);
    studio.editTasks("{\"tasks\":[]}");

    studio.after(FINISH);

    assertThat(studio.archived("unknown_20261120T100100Z", "execution.json"))
        .isEqualTo("{\"tasks\":[]}");
    assertThat(studio.files).hasSize(kept);
    assertThat(studio.tasks()).isEmpty();
    assertThat(studio.phase()).isEmpty();
  }

  @Test
  @Proves("R-003-12")
  void what_is_no_text_is_archived_byte_for_byte() {
    Fact<Optional<String>> none = Fact.unknown("it is not UTF-8");
    var answers =
        Map.<FactQuery<?>, Fact<?>>of(
            FactQuery.PARSE_ERROR,
            Fact.known(Optional.of("it is not UTF-8")),
            FactQuery.document(FlowFormat.ID),
            none,
            FactQuery.document(TasksFormat.ID),
            none,
            FactQuery.files(FlowArchives.FOLDER),
            Fact.known(List.of()));
    var facts = new Facts(Studio.START, SummaryLimit.DEFAULT, DialectOptions.NONE, answers);

    var outcome = new FlowRules(FlowSettings.USUAL).decide(FlowFormat.ID, null, FINISH, facts);

    var folder = "memory/state/.archive/unknown_20261120T100000Z/";
    assertThat(((Outcome.Transition<FlowCheckpoint>) outcome).effects())
        .startsWith(
            new Effect.CopyFile("memory/state/phase.json", folder + "phase.json"),
            new Effect.CopyFile("memory/state/execution.json", folder + "execution.json"))
        .hasSize(3);
  }

  @Test
  void where_there_is_no_workflow_nothing_is_finished() {
    assertThat(Studio.empty().refused(FINISH).reason())
        .isEqualTo("there is no memory/state/phase.json");
  }
}
