package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialects.flow.format.FlowArchives;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.PhaseReport;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What becomes of a left-over file, and of a state that is kept because of a doubt: where it is in
/// the archive, and what is said.
@Proves({"R-003-22", "R-003-50"})
class FlowLeftoverTest {

  @Test
  void a_workflow_that_is_recovered_in_mid_phase_is_written_though_nothing_has_changed() {
    var studio = Studio.empty().write(FlowPhase.REQUIREMENTS);
    studio.now = studio.now.plus(Duration.ofHours(2));
    studio.write(FlowFormat.PASSAGE, Goldens.phase("source-example.json"));

    studio.after(Studio.resume(), "recover", "");

    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.ARCHITECTURE);
    assertThat(studio.checkpoint().root().string("last_updated")).isEqualTo(studio.stamp());
    assertThat(studio.codes()).contains("recovered");
  }

  @Test
  void a_damaged_state_and_the_file_it_is_recovered_from_are_archived_together() {
    var studio = Studio.holding("{").write(FlowFormat.PASSAGE, Goldens.phase("created.json"));

    studio.after(Studio.resume(), "recover", "");

    assertThat(studio.archived("unknown_20261120T100100Z", "phase.json")).isEqualTo("{");
    assertThat(studio.archived("unknown_20261120T100100Z", "phase.json.tmp"))
        .isEqualTo(Goldens.phase("created.json"));
  }

  @Test
  void where_the_left_over_file_is_now_is_told() {
    var studio = Studio.started().write(FlowFormat.PASSAGE, "{\"half\":");

    studio.after(Studio.resume());

    var there = FlowArchives.FOLDER + "/" + studio.archives().getFirst() + "/phase.json.tmp";
    assertThat(studio.notices.getFirst().text()).endsWith("; now " + there);
  }

  @Test
  @Proves("R-003-52")
  void a_left_over_file_pushes_out_the_oldest_archive_too() {
    var studio = Studio.started().write(FlowFormat.PASSAGE, "{\"half\":");
    for (int day = 1; day <= 5; day++) {
      studio.write(FlowArchives.FOLDER + "/wf_2026110" + day + "T000000Z/phase.json", "{}");
    }

    studio.after(Studio.resume());

    assertThat(studio.archives())
        .hasSize(FlowArchives.KEPT)
        .contains("wf_20261102T000000Z")
        .doesNotContain("wf_20261101T000000Z");
  }

  @Test
  void a_fresh_start_archives_the_state_and_what_is_left_over_together() {
    var studio = Studio.started().write(FlowFormat.PASSAGE, "{\"half\":");
    var workflow = studio.checkpoint().workflow();

    studio.after(Studio.fresh());

    var folder = workflow + "_20261120T100200Z";
    assertThat(studio.archives()).containsExactly(folder);
    assertThat(studio.archived(folder, "phase.json")).contains(workflow);
    assertThat(studio.archived(folder, "phase.json.tmp")).isEqualTo("{\"half\":");
    assertThat(studio.said)
        .contains("Archived the old state in " + FlowArchives.FOLDER + "/" + folder);
  }

  @Test
  void nothing_is_added_to_an_archive_of_before() {
    var studio = Studio.started();
    studio.now = studio.now.plus(Duration.ofDays(8));
    studio.after(Studio.resume(), "archive", "no").write(FlowFormat.PASSAGE, "{\"half\":");
    var kept = studio.archives().getFirst();

    studio.after(Studio.fresh());

    assertThat(studio.files)
        .doesNotContainKey(FlowArchives.FOLDER + "/" + kept + "/phase.json.tmp");
    assertThat(studio.archives()).hasSize(2);
  }

  @Test
  @Proves("R-003-12")
  void a_doubtful_state_is_kept_with_its_tasks() {
    var studio = Studio.in(FlowPhase.IMPLEMENTATION).after(Studio.task(TaskStep.ADD, "task-001"));
    var tasks = studio.tasks();
    studio.edit("interruption_safe", "false");

    studio.after(Studio.resume(), "start-fresh", "no");

    assertThat(studio.archived(studio.archives().getFirst(), "execution.json")).isEqualTo(tasks);
  }

  @Test
  @Proves("R-003-52")
  void of_two_archives_made_at_once_both_count_among_the_five() {
    var studio = Studio.in(FlowPhase.REFLECTION).write(FlowPhase.REFLECTION);
    studio.edit("interruption_safe", "false");
    for (int day = 1; day <= 5; day++) {
      studio.write(FlowArchives.FOLDER + "/a_2026110" + day + "T000000Z/phase.json", "{}");
    }

    studio.after(Studio.resume(), "start-fresh", "no");

    assertThat(studio.archives()).hasSize(FlowArchives.KEPT).contains("a_20261103T000000Z");
  }

  @Test
  @Proves("R-003-12")
  void a_doubtful_state_that_turns_out_to_be_complete_is_kept_beside_what_became_of_it() {
    var studio = Studio.in(FlowPhase.REFLECTION).write(FlowPhase.REFLECTION);
    var doubtful = studio.edit("interruption_safe", "false").phase();

    studio.after(Studio.resume(), "start-fresh", "no");

    assertThat(studio.phase()).isEmpty();
    var folders = studio.archives().stream().sorted().toList();
    assertThat(folders).hasSize(2);
    assertThat(studio.archived(folders.getFirst(), "phase.json")).isEqualTo(doubtful);
    var last = studio.archived(folders.getLast(), "phase.json");
    var ended = new FlowFormat().decode(FlowFormat.ID, last).checkpoint();
    assertThat(ended.finished()).isTrue();
    assertThat(ended.isSafe()).isTrue();
    assertThat(ended.root().string("last_updated")).isEqualTo(studio.stamp());
    assertThat(studio.said.getLast()).endsWith(FlowArchives.FOLDER + "/" + folders.getLast());
  }

  @Test
  @Proves("R-003-40")
  void a_state_that_is_in_the_archive_already_is_not_kept_again_when_the_workflow_ends() {
    var studio = Studio.started();
    studio.now = studio.now.plus(Duration.ofDays(8));
    studio.after(Studio.resume(), "archive", "no");
    studio.after(new Change.AmendPhase(PhaseReport.NONE), "before-spawn", "opus");

    studio.after(Studio.fresh());

    assertThat(studio.archives()).hasSize(1);
    assertThat(studio.said.getFirst()).endsWith("/" + studio.archives().getFirst());
  }

  @Test
  @Proves("R-003-40")
  void a_state_that_has_changed_since_it_was_archived_is_kept_again() {
    var studio = Studio.started();
    studio.now = studio.now.plus(Duration.ofDays(8));
    studio.after(Studio.resume(), "archive", "no").write(FlowPhase.REQUIREMENTS);
    studio.after(Studio.approve(FlowPhase.REQUIREMENTS));

    studio.after(Studio.fresh());

    assertThat(studio.archives()).hasSize(2);
  }

  @Test
  void a_workflow_without_any_work_is_not_archived_by_a_fresh_start() {
    var studio = Studio.started();

    studio.after(Studio.fresh());

    assertThat(studio.archives()).isEmpty();
    assertThat(studio.after(Studio.resume()).codes()).isEmpty();
  }

  @Test
  void a_workflow_with_tasks_is_archived_by_a_fresh_start_with_them() {
    var studio = Studio.started().editTasks("{\"tasks\":[]}");
    var before = studio.phase();

    studio.after(Studio.fresh());

    assertThat(studio.archives()).hasSize(1);
    assertThat(studio.archived(studio.archives().getFirst(), "phase.json")).isEqualTo(before);
    assertThat(studio.archived(studio.archives().getFirst(), "execution.json"))
        .isEqualTo("{\"tasks\":[]}");
    assertThat(studio.tasks()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"true, 0", "false, 1"})
  void a_left_over_file_is_archived_by_a_fresh_start_unless_it_was_published(
      boolean published, int archives) {
    var studio = Studio.started();
    var half = studio.phase().replace("\"interruption_safe\":true", "\"interruption_safe\":false");
    studio.write(
        FlowFormat.PASSAGE, published ? half : half.replace("REQUIREMENTS", "ARCHITECTURE"));

    studio.after(Studio.fresh());

    assertThat(studio.archives()).hasSize(archives);
  }
}
