package dev.tidemark.dialects.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Proof;
import dev.tidemark.testkit.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Where a workflow goes on and what is told of it, by its document alone.
class FlowResumePolicyTest {
  private final FlowResumePolicy resumption = new FlowResumePolicy(FlowSettings.USUAL);

  private static FlowCheckpoint golden(String name) {
    return new FlowFormat().decode(FlowFormat.ID, Goldens.phase(name)).checkpoint();
  }

  @Test
  @Proves("R-COM-12")
  void a_workflow_goes_on_in_its_phase_with_those_behind_it_done() {
    var point = resumption.resumePoint(golden("source-example.json"));

    assertThat(point.phase()).isEqualTo(FlowPhase.ARCHITECTURE.phase());
    assertThat(point.next()).isEqualTo(FlowPhase.ARCHITECTURE.phase());
    assertThat(point.done())
        .extracting(Phase::name)
        .containsExactly(FlowPhase.REQUIREMENTS.phase());
    assertThat(point.finished()).isFalse();
  }

  @Test
  void a_phase_that_was_not_begun_is_next_but_not_under_way() {
    var point = resumption.resumePoint(golden("created.json"));

    assertThat(point.phase()).isNull();
    assertThat(point.next()).isEqualTo(FlowPhase.REQUIREMENTS.phase());
    assertThat(point.done()).isEmpty();
  }

  @Test
  @Proves("R-003-05")
  void after_the_last_phase_nothing_is_next() {
    var point = resumption.resumePoint(golden("finished.json"));

    assertThat(point.next()).isNull();
    assertThat(point.finished()).isTrue();
    assertThat(point.done()).hasSize(5);
  }

  @Test
  @Proves("R-003-16")
  void the_lines_of_the_protocol_say_where_it_goes_on() {
    var protocolHandover = resumption.handover(golden("source-example.json"), FlowFormat.FILE);

    assertThat(protocolHandover.formatLines())
        .containsExactly(
            "Resuming workflow wf-20261120-101500-3fa9 from ARCHITECTURE phase",
            "Last activity: 2026-11-20T11:02:31.250Z",
            "Completed: REQUIREMENTS");
    assertThat(protocolHandover.warnings()).isEmpty();
    assertThat(resumption.changesRun()).isTrue();
  }

  @Test
  @Proves("R-003-16")
  void what_the_document_does_not_say_is_unknown() {
    var root = golden("created.json").root().without("current_phase").without("last_updated");
    var workflow = new FlowCheckpoint(FlowFormat.ID, root);

    assertThat(resumption.handover(workflow, FlowFormat.FILE).formatLines())
        .containsExactly(
            "Resuming workflow wf-1 from unknown phase",
            "Last activity: unknown",
            "Completed: none");
    assertThat(resumption.resumePoint(workflow).next()).isNull();
  }

  @Test
  @Proves("R-003-30")
  void tasks_that_are_said_to_be_running_are_told_and_no_others() {
    var tasks = new TasksFormat().decode(TasksFormat.ID, Goldens.tasks("executor.json"));

    var protocolHandover =
        FlowDialect.tasks().resumePolicy().handover(tasks.checkpoint(), TasksFormat.FILE);

    assertThat(protocolHandover.warnings())
        .extracting(ResumeWarning::code)
        .containsExactly("task-orphaned");
    assertThat(protocolHandover.warnings().getFirst())
        .isEqualTo(
            new ResumeWarning(
                ResumeWarning.Kind.NOTE,
                "task-orphaned",
                "task task-002 is recorded as running",
                "memory/state/execution.json, tasks",
                "tidemark resume --run flow/develop determines its outcome",
                FlowPhase.IMPLEMENTATION.phase()));
  }

  @Test
  @Proves("R-003-10")
  void a_write_that_was_interrupted_is_for_the_user_to_judge() {
    var doubts = resumption.handover(golden("by-hand.json"), FlowFormat.FILE).warnings();

    assertThat(doubts).extracting(ResumeWarning::code).containsExactly("unsafe-interruption");
    assertThat(doubts.getFirst().kind()).isEqualTo(ResumeWarning.Kind.ASK);
  }

  @Test
  void a_completed_phase_waits_for_its_approval_until_the_journal_has_it() {
    var root = golden("source-example.json").root().with("phase_status", "complete");
    var workflow = new FlowCheckpoint(FlowFormat.ID, root);
    var phase = FlowPhase.REQUIREMENTS.phase();
    var approval = new Claim.Approval(phase, "terminal", "d1");
    var approved =
        Evidence.NONE.with(List.of(new Proof(Studio.START, Actor.tool("ann"), approval)));
    var begun =
        Evidence.NONE.with(
            List.of(
                new Proof(
                    Studio.START, Actor.tool("ann"), new Claim.GatePassed(phase, false, null))));

    assertThat(resumption.pendingAction(workflow, begun))
        .contains(
            new PendingHumanAction(
                "approval of REQUIREMENTS",
                "approve REQUIREMENTS",
                FlowPhase.ARCHITECTURE.phase()));
    assertThat(resumption.pendingAction(workflow, approved)).isEmpty();
    assertThat(resumption.pendingAction(workflow, Evidence.NONE)).isEmpty();
  }
}
