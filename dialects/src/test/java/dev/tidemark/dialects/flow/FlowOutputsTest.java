package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.testkit.Proves;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which outputs count when a workflow is resumed.
class FlowOutputsTest {

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[]", "1", "{\"half\":", ""})
  @Proves("R-003-14")
  void a_demand_that_is_not_an_object_with_something_in_it_counts_as_missing(String text) {
    var studio = Studio.started().write(Studio.DEMAND, text);

    assertThat(studio.after(Studio.resume()).nextAction.action()).isEqualTo("SPAWN_PM");
    assertThat(studio.codes()).contains("bad-output");
  }

  @ParameterizedTest
  @EnumSource(names = {"ARCHITECTURE", "VERIFICATION", "REFLECTION"})
  @Proves("R-003-15")
  void an_output_that_cannot_be_read_counts_as_missing_and_is_named(FlowPhase flowPhase) {
    var studio = Studio.in(flowPhase).write(flowPhase.output(), "{\"half\":");

    studio.after(Studio.resume());

    assertThat(studio.nextAction.phase()).isEqualTo(flowPhase.phase());
    assertThat(studio.notices).anyMatch(notice -> notice.text().contains(flowPhase.output()));
  }

  @Test
  @Proves("T-003-A")
  void a_reflection_may_be_any_file_among_the_reflections_but_the_digest_of_all() {
    var studio = Studio.in(FlowPhase.REFLECTION);
    studio.write("memory/reflections/_aggregate.json", "{\"all\":1}");
    assertThat(studio.after(Studio.resume()).nextAction.action()).isEqualTo("SPAWN_REFLECTOR");

    studio.write("memory/reflections/half.json", "{\"half\":");
    studio.write("memory/reflections/.draft.md", "not yet");
    assertThat(studio.after(Studio.resume()).nextAction.action()).isEqualTo("SPAWN_REFLECTOR");

    studio.write("memory/reflections/wf.json", "{\"learnt\":1}");
    assertThat(studio.after(Studio.resume()).nextAction.action()).isEqualTo("WORKFLOW_COMPLETE");
  }

  @Test
  @Proves("T-003-A")
  void a_reflection_may_be_a_text_of_any_kind() {
    var studio = Studio.in(FlowPhase.REFLECTION).write("memory/reflections/wf.md", "# Learnt");

    assertThat(studio.after(Studio.resume()).nextAction.action()).isEqualTo("WORKFLOW_COMPLETE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {"{\"half\": ; cannot be read", "[] ; is not an object with anything in it"})
  @Proves("R-003-14")
  void it_is_said_why_an_output_does_not_count(String text, String why) {
    var studio = Studio.started().write(Studio.DEMAND, text).after(Studio.resume());

    assertThat(studio.notices.getFirst().text())
        .isEqualTo("memory/reports/demand.json " + why + "; it counts as missing");
  }

  @Test
  @Proves({"R-003-50", "R-003-51"})
  void a_workflow_that_is_complete_is_archived_with_its_last_phase_and_its_tasks() {
    var studio = Studio.in(FlowPhase.REFLECTION).write(FlowPhase.REFLECTION);
    var tasks = studio.tasks();
    var workflow = studio.checkpoint().workflow();

    studio.after(Studio.resume());

    var folder = studio.archives().getFirst();
    assertThat(folder).startsWith(workflow + "_2026");
    assertThat(studio.archived(folder, "execution.json")).isEqualTo(tasks);
    var kept = new FlowFormat().decode(FlowFormat.ID, studio.archived(folder, "phase.json"));
    assertThat(kept.checkpoint().finished()).isTrue();
    assertThat(studio.phase()).isEmpty();
    assertThat(studio.tasks()).isEmpty();
  }

  @Test
  @Proves("R-003-53")
  void outputs_from_before_the_workflow_do_not_count_until_they_change() {
    var studio = Studio.empty().write(FlowPhase.REQUIREMENTS).after(Studio.starting());

    assertThat(studio.after(Studio.resume()).nextAction.action()).isEqualTo("SPAWN_PM");
    assertThat(studio.codes()).contains("old-output");
    assertThat(studio.checkpoint().root().array("baseline").elements()).hasSize(1);

    studio.write(Studio.DEMAND, "{\"new\":1}");
    studio.after(Studio.approve(FlowPhase.REQUIREMENTS)).after(Studio.resume());
    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.ARCHITECTURE);
  }

  @Test
  @Proves({"R-003-53", "A-65"})
  void without_a_baseline_every_output_counts() {
    var studio = Studio.holding(Goldens.phase("created.json")).write(FlowPhase.REQUIREMENTS);

    studio.after(Studio.approve(FlowPhase.REQUIREMENTS)).after(Studio.resume());

    assertThat(studio.nextAction.action()).isEqualTo("SPAWN_ARCHITECTS");
  }

  @Test
  @Proves("R-003-53")
  void reports_stay_where_they_are_when_the_state_is_archived() {
    var studio = Studio.in(FlowPhase.REFLECTION).write(FlowPhase.REFLECTION).after(Studio.resume());

    assertThat(studio.files)
        .containsKeys(Studio.DEMAND, Studio.DESIGN, Studio.VERIFICATION, Studio.REFLECTION);
  }

  @Test
  @Proves({"R-003-53", "T-003-D"})
  void designs_from_before_the_workflow_are_no_options() {
    var studio = Studio.empty().write("memory/reports/designs/old.json", "{\"a\":1}");
    studio.after(Studio.starting()).write(FlowPhase.REQUIREMENTS);
    studio.after(Studio.approve(FlowPhase.REQUIREMENTS)).after(Studio.resume());

    assertThat(studio.nextAction.action()).isEqualTo("SPAWN_ARCHITECTS");
  }
}
