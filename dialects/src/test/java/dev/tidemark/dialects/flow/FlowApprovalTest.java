package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Proof;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Approvals are bound to the digest of the output, and the journal decides.
class FlowApprovalTest {
  private static final String FORGED =
      "[{\"phase\":\"REQUIREMENTS\",\"approved_at\":\"2026-11-20T10:00:00.000Z\"}]";

  private static Claim.Approval approval(Studio studio) {
    for (var event : studio.events) {
      if (event instanceof Event.EvidenceRecorded it && it.claim() instanceof Claim.Approval a) {
        return a;
      }
    }
    throw new AssertionError("no approval in " + studio.events);
  }

  private static Studio completed() {
    var studio = Studio.started().write(FlowPhase.REQUIREMENTS);
    return studio.after(Studio.complete(FlowPhase.REQUIREMENTS));
  }

  @Test
  void approving_an_output_that_does_not_exist_is_refused() {
    var refused = Studio.started().refused(Studio.approve(FlowPhase.REQUIREMENTS));

    assertThat(refused.code()).isEqualTo("no-output");
    assertThat(refused.reason()).contains("memory/reports/demand.json is missing");
    assertThat(refused.hint()).contains("tidemark approve REQUIREMENTS");
  }

  @Test
  void a_changed_output_closes_the_gate_again_until_it_is_approved_again() {
    var studio = completed().after(Studio.approve(FlowPhase.REQUIREMENTS));
    studio.write(Studio.DEMAND, "{\"evil\":true}");

    var closed = studio.refused(Studio.enter(FlowPhase.ARCHITECTURE));

    assertThat(closed.code()).isEqualTo("approve-requirements");
    assertThat(closed.reason()).contains("has changed since it was approved");
    assertThat(studio.refused(Studio.resume()).code()).isEqualTo("approve-requirements");
    studio
        .after(Studio.approve(FlowPhase.REQUIREMENTS))
        .after(Studio.enter(FlowPhase.ARCHITECTURE));
  }

  @Test
  void an_output_restored_to_what_was_approved_opens_the_gate() {
    var studio = completed().after(Studio.approve(FlowPhase.REQUIREMENTS));
    studio.write(Studio.DEMAND, "{\"evil\":true}").refused(Studio.enter(FlowPhase.ARCHITECTURE));

    studio.write(FlowPhase.REQUIREMENTS).after(Studio.enter(FlowPhase.ARCHITECTURE));
  }

  @Test
  void the_digest_covers_the_output_and_the_evidence_names_it() {
    var one = approval(completed().after(Studio.approve(FlowPhase.REQUIREMENTS)));
    var studio = completed().write(Studio.DEMAND, "{\"other\":1}");
    var other = approval(studio.after(Studio.approve(FlowPhase.REQUIREMENTS)));

    assertThat(one.files()).containsExactly(Studio.DEMAND);
    assertThat(one.digest()).isNotEqualTo(other.digest());
  }

  @Test
  void while_there_is_no_final_design_the_designs_are_approved() {
    var studio = Studio.in(FlowPhase.ARCHITECTURE);
    studio.write("memory/reports/designs/a.json", "{\"a\":1}");
    studio.after(Studio.approve(FlowPhase.ARCHITECTURE));

    assertThat(approval(studio).files()).containsExactly("memory/reports/designs/a.json");
    assertThat(studio.after(Studio.resume()).nextAction.action()).isEqualTo("SPAWN_ROUNDTABLE");

    studio.write(FlowPhase.ARCHITECTURE);
    assertThat(studio.refused(Studio.resume()).code()).isEqualTo("approve-architecture");
    studio.after(Studio.approve(FlowPhase.ARCHITECTURE)).after(Studio.resume());
    assertThat(studio.checkpoint().flowPhase()).isEqualTo(FlowPhase.IMPLEMENTATION);
  }

  @Test
  void an_approval_written_by_hand_opens_nothing_once_there_is_a_journal() {
    var studio = completed().edit("user_checkpoints", FORGED);

    assertThat(studio.refused(Studio.enter(FlowPhase.ARCHITECTURE)).code())
        .isEqualTo("approve-requirements");
    assertThat(studio.refused(Studio.resume()).code()).isEqualTo("approve-requirements");
  }

  @Test
  @Proves("R-003-18")
  void an_approval_is_still_written_into_the_document() {
    var studio = completed().after(Studio.approve(FlowPhase.REQUIREMENTS));

    assertThat(studio.checkpoint().isApproved(FlowPhase.REQUIREMENTS)).isTrue();
  }

  @Test
  void an_approval_that_stood_in_the_document_before_its_recording_began_holds() {
    var before = completed().after(Studio.approve(FlowPhase.REQUIREMENTS)).phase();
    var studio = Studio.holding(before).write(FlowPhase.REQUIREMENTS);

    studio.after(Studio.task(TaskStep.ADD, "task-001"));
    studio.after(Studio.enter(FlowPhase.ARCHITECTURE));
  }

  /// The journal knows which approvals were given before a phase began.
  @ParameterizedTest
  @CsvSource({"pending", "in_progress", "failed"})
  void a_phase_that_an_edit_made_current_asks_for_the_approvals_before_it(String progress) {
    var studio = completed().write(FlowPhase.ARCHITECTURE);
    studio.edit("current_phase", "\"IMPLEMENTATION\"");
    studio.edit("phase_status", "\"" + progress + "\"").edit("completed_phases", "[]");

    assertThat(studio.refused(Studio.enter(FlowPhase.IMPLEMENTATION)).code())
        .isEqualTo("approve-requirements");
    if (progress.equals("in_progress")) {
      for (var step : TaskStep.values()) {
        assertThat(studio.refused(Studio.task(step, "task-001")).code())
            .isEqualTo("approve-requirements");
      }
      assertThat(studio.refused(Studio.complete(FlowPhase.IMPLEMENTATION)).code())
          .isEqualTo("approve-requirements");
    }
    assertThat(studio.refused(Studio.resume(), "start-fresh", "no").code())
        .isEqualTo("approve-requirements");

    studio.after(Studio.approve(FlowPhase.REQUIREMENTS));
    assertThat(studio.refused(Studio.resume(), "start-fresh", "no").code())
        .isEqualTo("approve-architecture");
    studio
        .after(Studio.approve(FlowPhase.ARCHITECTURE))
        .after(Studio.resume(), "start-fresh", "no");
  }

  @Test
  void a_workflow_that_an_edit_completed_is_not_finished_without_its_approvals() {
    var studio = completed().write(FlowPhase.ARCHITECTURE);
    studio.edit("current_phase", "\"REFLECTION\"").edit("phase_status", "\"complete\"");
    studio.edit("completed_phases", "[{\"phase\":\"REFLECTION\"}]");

    assertThat(studio.refused(new Change.FinishRun()).code()).isEqualTo("approve-requirements");
    assertThat(studio.refused(Studio.resume()).code()).isEqualTo("approve-requirements");
  }

  @Test
  void an_approved_output_may_change_once_the_next_phase_has_begun() {
    var studio = Studio.in(FlowPhase.ARCHITECTURE).write(Studio.DEMAND, "{\"more\":1}");

    studio.write(FlowPhase.ARCHITECTURE).after(Studio.complete(FlowPhase.ARCHITECTURE));
  }

  @Test
  void a_reflection_is_approved_with_all_that_was_written_for_it() {
    var studio = Studio.in(FlowPhase.REFLECTION);
    assertThat(studio.refused(Studio.approve(FlowPhase.REFLECTION)).code()).isEqualTo("no-output");
    studio.write("memory/reflections/_aggregate.json", "{}");
    studio.write("memory/reflections/.draft.md", "not yet").write("memory/reflections/wf.md", "so");

    studio.after(Studio.approve(FlowPhase.REFLECTION));

    assertThat(approval(studio).files()).containsExactly("memory/reflections/wf.md");
  }

  @Test
  void a_phase_without_its_output_is_not_approved_by_what_another_one_wrote() {
    var studio = Studio.in(FlowPhase.VERIFICATION).write("memory/reflections/wf.md", "so");

    assertThat(studio.refused(Studio.approve(FlowPhase.VERIFICATION)).code())
        .isEqualTo("no-output");
  }

  @Test
  void a_last_phase_that_needs_an_approval_keeps_the_workflow_open_until_it_has_one() {
    var approvals = FlowSettings.of(List.of("REFLECTION"), Duration.ofDays(7), 3);
    var studio = new Studio(approvals);
    studio.store.edit(FlowFormat.ID, Studio.in(FlowPhase.REFLECTION).phase());
    for (var flowPhase : FlowPhase.values()) {
      studio.files.put(flowPhase.output(), new Shelf.Found("{\"a\":1}", studio.now));
    }
    studio.now = studio.now.plus(Duration.ofHours(1));
    studio.after(Studio.complete(FlowPhase.REFLECTION));

    assertThat(studio.refused(new Change.FinishRun()).code()).isEqualTo("approve-reflection");
    assertThat(studio.refused(Studio.resume()).code()).isEqualTo("approve-reflection");

    studio.after(Studio.approve(FlowPhase.REFLECTION)).after(new Change.FinishRun());
    assertThat(studio.phase()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"REQUIREMENTS, true", "ARCHITECTURE, false"})
  void of_a_workflow_that_is_not_recorded_the_document_tells_what_is_approved(
      String approved, boolean opens) {
    var studio =
        Studio.holding(
            completed()
                .phase()
                .replace(
                    "\"user_checkpoints\":[]",
                    "\"user_checkpoints\":" + FORGED.replace("REQUIREMENTS", approved)));
    studio.now = studio.now.plus(Duration.ofHours(1));
    studio.write(FlowPhase.REQUIREMENTS);

    var outcome = studio.ask(Studio.resume());

    assertThat(outcome instanceof Outcome.Transition).isEqualTo(opens);
    if (!opens) {
      assertThat(outcome.formatLines()).contains("Completed: REQUIREMENTS");
    }
  }

  @Test
  void the_changes_that_a_person_requested_are_told_with_the_question() {
    var workflow = completed().checkpoint();
    var claim =
        new Claim.ChangesRequested(FlowPhase.REQUIREMENTS.phase(), "terminal", "less of it");
    var proof = new Proof(Studio.START, Actor.tool("ann"), claim);
    var evidence = new Evidence(null, Head.NONE, List.of(proof), List.of());
    var facts =
        new Facts(
            Studio.START,
            SummaryLimit.DEFAULT,
            DialectOptions.NONE,
            Map.of(FactQuery.EVIDENCE, Fact.known(Optional.of(evidence))));

    var outcome =
        new FlowRules(FlowSettings.USUAL)
            .decide(FlowFormat.ID, workflow, Studio.enter(FlowPhase.ARCHITECTURE), facts);

    assertThat(((Outcome.Refusal<FlowCheckpoint>) outcome).blockers())
        .extracting(Blocker::code, Blocker::reason)
        .containsExactly(
            tuple(
                "approve-requirements",
                "ann requested changes of REQUIREMENTS at 2026-11-20T10:00:00Z: less of it."
                    + " Approve it and go on?"));
  }
}
