package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker.Kind;
import dev.tidemark.workflow.change.Change.TaskStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The checks before a workflow is resumed, and what becomes of a state that fails them.
class FlowIntegrityTest {

  private static void doubted(Studio studio, String finding) {
    var question = studio.refused(Studio.resume());

    assertThat(question.kind()).isEqualTo(Kind.OFFER);
    assertThat(question.reason()).isEqualTo("State appears corrupted. Start fresh?");
    assertThat(studio.notices)
        .anySatisfy(
            notice -> {
              assertThat(notice.code()).isEqualTo("integrity");
              assertThat(notice.text()).contains(finding);
            });
  }

  @Test
  @Proves("R-003-07")
  void every_completed_phase_has_its_output() {
    var studio = Studio.in(FlowPhase.ARCHITECTURE);
    studio.files.remove(Studio.DEMAND);

    doubted(studio, "the output of REQUIREMENTS is missing: memory/reports/demand.json");
  }

  @ParameterizedTest
  @CsvSource({"../../etc/passwd", "/etc/passwd", "a/../../b", "C:/x"})
  @Proves("R-003-07")
  void an_output_outside_the_project_is_none(String path) {
    var studio = Studio.in(FlowPhase.ARCHITECTURE);
    studio.edit(
        "completed_phases",
        "[{\"phase\":\"REQUIREMENTS\",\"completed_at\":\"2026-11-20T10:00:00Z\",\"output\":\""
            + path
            + "\"}]");

    doubted(studio, "must be a path inside the project");
  }

  @ParameterizedTest
  @CsvSource({"complete", "pre_complete", "verified"})
  @Proves("R-003-07")
  void every_task_that_is_done_has_its_output(String status) {
    var studio = Studio.in(FlowPhase.VERIFICATION);
    studio.editTasks(
        "{\"tasks\":[{\"id\":\"task-001\",\"status\":\""
            + status
            + "\",\"output\":\"memory/tasks/task-001/output.json\"}]}");

    doubted(studio, "the output of task-001 is missing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "started_at   ; \"yesterday\"                ; must be a date and time with zone",
        "started_at   ; \"2026-11-20T11:00:00\"      ; must be a date and time with zone",
        "started_at   ; \"2026-11-21T10:00:00.000Z\" ; started_at is in the future",
        "last_updated ; \"2026-11-20T10:08:01.000Z\" ; last_updated is in the future",
        "last_updated ; \"2026-11-20T09:00:00.000Z\" ; last_updated is before started_at",
      })
  @Proves("R-003-08")
  void times_are_past_and_in_order(String key, String json, String finding) {
    doubted(Studio.started().edit(key, json), finding);
  }

  @Test
  @Proves("R-003-08")
  void no_phase_is_completed_in_the_future() {
    var studio = Studio.in(FlowPhase.ARCHITECTURE);
    var completed = String.valueOf(studio.checkpoint().root().find("completed_phases"));
    studio.edit("completed_phases", completed.replace("2026-11-20", "2026-11-21"));

    doubted(studio, "completed_at of REQUIREMENTS is in the future");
  }

  @Test
  @Proves("R-003-08")
  void a_clock_may_be_five_minutes_ahead() {
    var studio = Studio.started().edit("last_updated", "\"2026-11-20T10:07:00.000Z\"");

    assertThat(studio.after(Studio.resume()).codes()).containsExactly("edited-outside");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ARCHITECTURE               ; IMPLEMENTATION ; are not the first ones in order",
        "REQUIREMENTS,REQUIREMENTS  ; IMPLEMENTATION ; are not the first ones in order",
        "REQUIREMENTS               ; IMPLEMENTATION ; after REQUIREMENTS comes ARCHITECTURE, but",
        "REQUIREMENTS               ; REQUIREMENTS   ; after REQUIREMENTS comes ARCHITECTURE, but",
        "REQUIREMENTS,ARCHITECTURE,IMPLEMENTATION,VERIFICATION,REFLECTION            ; VERIFICATION"
            + " ; comes REFLECTION, but the phase is VERIFICATION",
        "REQUIREMENTS,ARCHITECTURE,IMPLEMENTATION,VERIFICATION,REFLECTION,REFLECTION ; REFLECTION"
            + " ; are not the first ones in order",
      })
  @Proves("R-003-09")
  void phases_come_one_after_the_other(String completed, String current, String finding) {
    var entries = new StringBuilder();
    for (var phase : completed.split(",")) {
      entries
          .append(entries.isEmpty() ? "" : ",")
          .append("{\"phase\":\"" + phase + "\",\"completed_at\":\"2026-11-20T10:00:00Z\",")
          .append("\"output\":\"memory/reports/demand.json\"}");
    }
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);
    studio.edit("completed_phases", "[" + entries + "]");
    studio.edit("current_phase", "\"" + current + "\"");

    doubted(studio, finding);
  }

  @Test
  @Proves({"R-003-10", "A-64"})
  void an_interrupted_write_is_told_by_its_flag() {
    doubted(Studio.started().edit("interruption_safe", "false"), "a write was interrupted");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "workflow_id       ; null         ; $.workflow_id",
        "current_phase     ; \"DEPLOYING\" ; $.current_phase must be one of",
        "phase_status      ; \"running\"   ; $.phase_status must be one of",
        "completed_phases  ; null         ; $.completed_phases",
        "completed_phases  ; [1]          ; $.completed_phases[0]",
        "user_checkpoints  ; {}           ; $.user_checkpoints",
        "interruption_safe ; \"yes\"       ; $.interruption_safe",
      })
  @Proves("R-003-11")
  void every_field_must_be_there_with_a_word_that_is_known(
      String key, String json, String finding) {
    doubted(Studio.started().edit(key, json), finding);
  }

  @Test
  @Proves({"R-003-12", "R-003-10", "A-64"})
  void keeping_the_state_continues_with_an_archived_copy_and_the_flag_set() {
    var studio = Studio.in(FlowPhase.ARCHITECTURE).edit("interruption_safe", "false");
    studio.edit("mine", "[1, 2]");
    var before = studio.phase();

    studio.after(Studio.resume(), "start-fresh", "no");

    assertThat(studio.checkpoint().isSafe()).isTrue();
    assertThat(studio.checkpoint().root().array("mine")).isNotNull();
    assertThat(studio.codes()).contains("integrity", "caution");
    assertThat(studio.archived(studio.archives().getFirst(), "phase.json")).isEqualTo(before);
    assertThat(studio.after(Studio.resume()).codes()).isEmpty();
  }

  @Test
  @Proves("R-003-12")
  void beginning_again_archives_the_bad_state() {
    var studio = Studio.in(FlowPhase.IMPLEMENTATION).after(Studio.task(TaskStep.ADD, "task-001"));
    studio.edit("current_phase", "\"VERIFICATION\"");
    var before = studio.phase();
    var workflow = studio.checkpoint().workflow();

    studio.after(Studio.resume(), "start-fresh", "");

    var folder = studio.archives().getFirst();
    assertThat(folder).startsWith(workflow + "_");
    assertThat(studio.archived(folder, "phase.json")).isEqualTo(before);
    assertThat(studio.archived(folder, "execution.json")).contains("task-001");
    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.REQUIREMENTS);
    assertThat(studio.tasks()).isEmpty();
  }

  @Test
  @Proves("R-003-12")
  void a_state_without_a_phase_is_kept_but_cannot_be_resumed() {
    var studio = Studio.started().edit("current_phase", "\"DEPLOYING\"");

    assertThat(studio.refused(Studio.resume(), "start-fresh", "no").kind()).isEqualTo(Kind.INVALID);
    assertThat(studio.refused(Studio.complete(FlowPhase.REQUIREMENTS)).kind())
        .isEqualTo(Kind.INVALID);
  }

  @Test
  @Proves("R-003-22")
  void a_left_over_file_beside_a_readable_state_is_archived() {
    var studio = Studio.started().write(FlowFormat.PASSAGE, "{\"half\":");

    studio.after(Studio.resume());

    assertThat(studio.files).doesNotContainKey(FlowFormat.PASSAGE);
    assertThat(studio.archived(studio.archives().getFirst(), "phase.json.tmp"))
        .isEqualTo("{\"half\":");
    assertThat(studio.codes()).containsExactly("leftover");
  }

  @ParameterizedTest
  @CsvSource({"'', 0", "'{', 1"})
  @Proves("R-003-22")
  void a_left_over_file_that_is_valid_is_offered_where_the_state_is_gone(String text, int kept) {
    var studio = text.isEmpty() ? Studio.empty() : Studio.holding(text);
    var whole = Goldens.phase("created.json");
    studio.write(FlowFormat.PASSAGE, whole.replace("true}", "false}"));

    assertThat(studio.refused(Studio.starting()).code()).isEqualTo("recover");
    studio.after(Studio.resume(), "recover", "");

    assertThat(studio.checkpoint().workflow()).isEqualTo("wf-1");
    assertThat(studio.checkpoint().isSafe()).isTrue();
    assertThat(studio.files).doesNotContainKey(FlowFormat.PASSAGE);
    assertThat(studio.archives().stream().filter(name -> name.startsWith("unknown_")))
        .hasSize(kept);
  }

  @Test
  @Proves("R-003-22")
  void a_left_over_file_that_is_not_wanted_is_archived_with_the_fresh_start() {
    var studio = Studio.empty().write(FlowFormat.PASSAGE, Goldens.phase("created.json"));

    studio.after(Studio.starting(), "recover", "no");

    assertThat(studio.files).doesNotContainKey(FlowFormat.PASSAGE);
    assertThat(studio.archives()).hasSize(1);
    assertThat(studio.checkpoint().workflow()).startsWith("wf-2026");
  }

  @Test
  @Proves("R-003-07")
  void the_output_of_a_task_is_inside_the_project() {
    var studio = Studio.in(FlowPhase.VERIFICATION);
    studio.editTasks(
        "{\"tasks\":[{\"id\":\"task-001\",\"status\":\"complete\",\"output\":\"../x.json\"}]}");

    doubted(studio, "the output of task-001 is outside the project: ../x.json");
  }

  @Test
  void of_many_findings_twenty_are_told_and_the_others_counted() {
    var studio = Studio.started().edit("completed_phases", "[" + "1,".repeat(21) + "1]");

    doubted(studio, "$.completed_phases[19] must be an object, but is 1");

    // The others: two entries, and the order of the phases.
    assertThat(studio.codes().stream().filter("integrity"::equals)).hasSize(21);
    assertThat(studio.notices.getLast().text())
        .isEqualTo("and 3 more: tidemark validate --run flow/develop");
  }
}
