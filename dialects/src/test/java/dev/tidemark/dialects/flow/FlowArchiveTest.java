package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialect.Naming;
import dev.tidemark.dialect.Place;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Change.TaskStep;
import dev.tidemark.workflow.Details;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.SummaryLimit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is kept of states that are gone, and where everything is.
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
    assertThat(studio.checkpoint().stage()).isEqualTo(Stage.REQUIREMENTS);
  }

  @Test
  @Proves("R-003-50")
  void only_what_exists_is_archived() {
    var studio = Studio.holding(Goldens.phase("finished.json")).after(FINISH);

    assertThat(studio.files.keySet())
        .containsExactly(Archives.FOLDER + "/" + studio.archives().getFirst() + "/phase.json");
  }

  @Test
  @Proves("R-003-50")
  void a_name_that_is_taken_is_counted_on() {
    var studio = Studio.holding(Goldens.phase("finished.json"));
    var base = Archives.FOLDER + "/wf-20261101-080000-00aa_20261120T100100Z";
    studio.write(base + "/other", "x").write(base + "-2/other", "x");

    studio.after(FINISH);

    assertThat(studio.files).containsKey(base + "-3/phase.json");
  }

  @ParameterizedTest
  @CsvSource({"../../etc, --etc", "a/b, a-b", "'<>', unknown", "'', unknown"})
  @Proves("R-003-50")
  void the_name_of_the_workflow_is_cleaned(String id, String name) {
    var studio = Studio.started().edit("workflow_id", "\"" + id + "\"");

    studio.after(FINISH, "force", "");

    assertThat(studio.archives()).containsExactly(name + "_20261120T100200Z");
  }

  @Test
  @Proves("R-003-52")
  void of_all_archives_the_five_newest_stay_and_other_folders_too() {
    var studio = Studio.holding(Goldens.phase("finished.json"));
    for (int day = 1; day <= 7; day++) {
      studio.write(Archives.FOLDER + "/wf-z_2026110" + day + "T000000Z/phase.json", "{}");
    }
    studio.write(Archives.FOLDER + "/keep-me/phase.json", "{}");
    studio.write(Archives.FOLDER + "/not_20261101T0000Z/phase.json", "{}");
    studio.write(Archives.FOLDER + "/loose.json", "{}");

    studio.after(FINISH);

    assertThat(studio.archives())
        .contains("keep-me", "not_20261101T0000Z", "wf-20261101-080000-00aa_20261120T100100Z")
        .filteredOn(name -> name.startsWith("wf-z"))
        .containsExactly(
            "wf-z_20261104T000000Z",
            "wf-z_20261105T000000Z",
            "wf-z_20261106T000000Z",
            "wf-z_20261107T000000Z");
  }

  @Test
  @Proves("R-003-52")
  void archives_of_one_second_are_ordered_by_when_they_were_made() {
    var studio = Studio.holding(Goldens.phase("finished.json"));
    for (int i = 2; i <= 7; i++) {
      studio.now = studio.now.plusSeconds(1);
      studio.write(Archives.FOLDER + "/a_20261101T000000Z-" + i + "/phase.json", "{}");
    }

    studio.after(FINISH);

    assertThat(studio.archives())
        .filteredOn(name -> name.startsWith("a_"))
        .containsExactly(
            "a_20261101T000000Z-4",
            "a_20261101T000000Z-5",
            "a_20261101T000000Z-6",
            "a_20261101T000000Z-7");
  }

  @Test
  void a_workflow_with_open_phases_is_archived_only_on_request() {
    var studio = Studio.in(Stage.IMPLEMENTATION).after(Studio.task(TaskStep.ADD, "task-001"));

    assertThat(studio.refused(FINISH).reason()).contains("IMPLEMENTATION, VERIFICATION");
    studio.after(FINISH, "force", "");
    assertThat(studio.said.getFirst()).contains("is given up; archived in ");
    assertThat(studio.refused(FINISH).code()).isEqualTo("no-checkpoint");
  }

  @Test
  @Proves("R-003-12")
  void a_state_that_cannot_be_read_can_be_archived() {
    var studio = Studio.holding("{").after(FINISH);

    assertThat(studio.archived("unknown_20261120T100100Z", "phase.json")).isEqualTo("{");
    assertThat(studio.phase()).isEmpty();
  }

  @Test
  void the_state_belongs_to_this_work_tree_only() {
    var place = new FlowPlace();

    assertThat(place.pathOf(FlowPlace.ID)).isEqualTo("memory/state/phase.json");
    assertThat(place.idOf("memory/state/phase.json")).contains(FlowPlace.ID);
    assertThat(place.idOf("memory/state/execution.json")).isEmpty();
    assertThat(place.tracking()).isEqualTo(Place.Tracking.IGNORED);
    assertThat(place.ignoreLines()).containsExactly("memory/state/");
    assertThat(place.name("develop", null)).isEqualTo(new Naming.Named(FlowPlace.ID));
    assertThat(place.name("develop", "auth")).isInstanceOf(Naming.Unnameable.class);
    assertThat(place.name("deploy", null)).isInstanceOf(Naming.Unnameable.class);
  }

  @Test
  void the_tasks_are_no_run_of_their_own() {
    var place = new TasksPlace();

    assertThat(place.listed()).isFalse();
    assertThat(place.idOf("memory/state/execution.json")).contains(TasksPlace.ID);
    assertThat(place.name("develop", null)).isEqualTo(new Naming.Named(TasksPlace.ID));
    assertThat(place.name("other", null)).isInstanceOf(Naming.Unnameable.class);
    var facts = new Facts(Studio.START, SummaryLimit.DEFAULT, Details.NONE, Map.of());
    assertThat(new TasksRules().decide(TasksPlace.ID, null, FINISH, facts))
        .isInstanceOf(Outcome.Refusal.class);
  }
}
