package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How phases are called, what a project may choose, and what is recorded and said of each step.
class FlowRulesTest {
  private final FlowRules rules = new FlowRules(FlowSettings.USUAL);

  @ParameterizedTest
  @CsvSource({"verification, VERIFICATION", "4, VERIFICATION", "deploy, deploy"})
  @Proves("T-003-A")
  void evidence_of_a_phase_is_kept_under_its_name_however_it_was_called(String word, String name) {
    var key = rules.phaseKey(FlowFormat.ID, null, new PhaseName(word));

    assertThat(key.workflow()).isEqualTo("develop");
    assertThat(key.phase().value()).isEqualTo(name);
    assertThat(rules.numbersPhases()).isTrue();
  }

  @Test
  @Proves("T-003-A")
  void the_workflow_is_listed_with_its_five_phases_by_number() {
    assertThat(FlowDialect.builtIn()).hasSize(1);
    assertThat(FlowDialect.builtIn().getFirst().phases())
        .extracting(phase -> phase.number() + " " + phase.name())
        .containsExactly(
            "1 REQUIREMENTS",
            "2 ARCHITECTURE",
            "3 IMPLEMENTATION",
            "4 VERIFICATION",
            "5 REFLECTION");
  }

  @Test
  void a_judgement_for_a_gate_leaves_the_document_alone() {
    var workflow = Studio.started().checkpoint();
    var facts = new Facts(Studio.START, SummaryLimit.DEFAULT, DialectOptions.NONE, Map.of());
    var judged = new Change.SetGate("quality", Change.Judgement.PASSED, List.of());

    assertThat(rules.decide(FlowFormat.ID, workflow, judged, facts))
        .isEqualTo(Outcome.Transition.untouched(workflow));
  }

  @Test
  void it_is_said_why_no_phase_is_left_out_and_no_document_handed_over() {
    var studio = Studio.started();
    var phase = FlowPhase.REQUIREMENTS.phase();

    assertThat(studio.refused(new Change.SkipPhase(phase, "no time")).reason())
        .isEqualTo("no phase of a workflow can be left out");
    assertThat(studio.refused(new Change.SaveDocument(JsonObject.EMPTY)).reason())
        .isEqualTo("a workflow is changed step by step");
  }

  @Test
  @Proves("A-67")
  void the_phases_that_need_approval_are_chosen_by_their_names() {
    var chosen = FlowSettings.of(List.of("REQUIREMENTS", "REFLECTION"), Duration.ofDays(1), 2);

    assertThat(chosen.approvals()).containsExactly(FlowPhase.REQUIREMENTS, FlowPhase.REFLECTION);
    assertThat(chosen.approvalNames()).isEqualTo("REQUIREMENTS,REFLECTION");
    assertThatThrownBy(() -> FlowSettings.of(List.of("DEPLOYING"), Duration.ofDays(1), 2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Proves("R-003-02")
  void the_beginning_is_recorded_with_all_five_phases() {
    assertThat(Studio.started().events)
        .containsExactly(new Event.WorkflowStarted(FlowPhase.phases()));
    assertThat(FlowPhase.phases()).hasSize(5);
  }

  @Test
  void what_comes_next_is_said_when_a_phase_is_complete() {
    var studio =
        Studio.in(FlowPhase.VERIFICATION).write(FlowPhase.VERIFICATION).write(FlowPhase.REFLECTION);

    studio.after(Studio.complete(FlowPhase.VERIFICATION));
    assertThat(studio.said)
        .contains("Next: REFLECTION  (tidemark enter REFLECTION --run flow/develop)");
    assertThat(studio.events)
        .containsExactly(new Event.PhaseCompleted(FlowPhase.VERIFICATION.phase()));

    studio.after(Studio.enter(FlowPhase.REFLECTION)).after(Studio.complete(FlowPhase.REFLECTION));
    assertThat(studio.said)
        .contains("Next: archive the workflow  (tidemark finish --run flow/develop)");
  }

  @Test
  void an_approval_of_a_phase_that_nobody_knows_is_refused() {
    var unknown = new Change.ApprovePhase(new PhaseName("deploy"));

    assertThat(Studio.started().refused(unknown).code()).isEqualTo("no-phase");
  }

  @Test
  @Proves("R-003-18")
  void an_approval_leaves_those_of_other_phases_and_what_others_wrote_into_it() {
    var studio = Studio.in(FlowPhase.ARCHITECTURE);
    studio.edit("user_checkpoints", "[{\"phase\":\"REQUIREMENTS\",\"by\":\"ann\"}]");
    studio.write(FlowPhase.ARCHITECTURE);

    studio
        .after(Studio.approve(FlowPhase.ARCHITECTURE))
        .after(Studio.approve(FlowPhase.REQUIREMENTS));

    assertThat(studio.checkpoint().root().array("user_checkpoints").elements())
        .hasSize(2)
        .first()
        .isEqualTo(
            JsonObject.builder()
                .add("phase", "REQUIREMENTS")
                .add("by", "ann")
                .add("approved_at", studio.stamp())
                .build());
    assertThat(studio.checkpoint().isApproved(FlowPhase.ARCHITECTURE)).isTrue();
  }

  @Test
  @Proves("R-003-23")
  void that_a_worker_is_about_to_start_is_recorded_with_the_phase() {
    var studio = Studio.in(FlowPhase.ARCHITECTURE);

    studio.after(new Change.AmendPhase(PhaseReport.NONE), "before-spawn", "architect");

    assertThat(studio.events)
        .containsExactly(new Event.PhaseAmended(FlowPhase.ARCHITECTURE.phase()));
  }

  @Test
  void the_rules_tell_their_gates() {
    assertThat(rules.reordersPhases()).isFalse();
    assertThat(rules.builtInGates())
        .containsExactly(
            "mandatory: approval of REQUIREMENTS before the next phase, given by tidemark approve"
                + " REQUIREMENTS --run flow/develop",
            "mandatory: approval of ARCHITECTURE before the next phase, given by tidemark approve"
                + " ARCHITECTURE --run flow/develop");
    for (var step : Change.TaskStep.values()) {
      assertThat(rules.storesTask(step)).isTrue();
      assertThat(new TasksRules().storesTask(step)).isTrue();
    }
  }

  @Test
  void a_stated_goal_leaves_the_document_alone() {
    var studio = Studio.started();
    var before = studio.phase();

    studio.after(new Change.StateGoal("A shop"));

    assertThat(studio.phase()).isEqualTo(before);
  }
}
