package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Rules;
import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.history.Event;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.AmendPhase;
import dev.tidemark.workflow.change.Change.ApprovePhase;
import dev.tidemark.workflow.change.Change.ChangeTask;
import dev.tidemark.workflow.change.Change.CompletePhase;
import dev.tidemark.workflow.change.Change.FailPhase;
import dev.tidemark.workflow.change.Change.FinishRun;
import dev.tidemark.workflow.change.Change.ResumeRun;
import dev.tidemark.workflow.change.Change.StartPhase;
import dev.tidemark.workflow.change.Change.StartRun;
import dev.tidemark.workflow.change.Change.StateGoal;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.NextAction;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseKey;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rules of workflows in five phases. Each decision lists the facts that it needs.
public final class FlowRules implements Rules<FlowCheckpoint> {
  private final FlowSettings settings;
  private final Set<String> words;

  public FlowRules(FlowSettings settings) {
    this.settings = settings;
    this.words = new HashSet<>(FlowContext.words());
    words.add(ResumeDecision.CREATE_ONLY);
    words.add(PhaseSteps.BEFORE_SPAWN);
    words.add(TaskSteps.STATUS);
    words.add(TaskSteps.OUTPUT);
    words.add(TaskSteps.AFTER);
    words.add(TaskSteps.REASON);
  }

  @Override
  public Set<String> options() {
    return words;
  }

  @Override
  public boolean storesTask(TaskStep step) {
    return true;
  }

  @Override
  public boolean numbersPhases() {
    return true;
  }

  @Override
  public boolean reordersPhases() {
    return false;
  }

  @Override
  public List<String> builtInGates() {
    var gates = new ArrayList<String>();
    for (var flowPhase : settings.approvals()) {
      gates.add(
          "mandatory: approval of "
              + flowPhase
              + " before the next phase, given by "
              + CommandLines.of("approve " + flowPhase, FlowFormat.ID));
    }
    return gates;
  }

  /// A phase goes by its name in any case, or by its number.
  @Override
  public PhaseKey phaseKey(CheckpointId id, @Nullable FlowCheckpoint checkpoint, PhaseName word) {
    var flowPhase = FlowPhase.find(word);
    return new PhaseKey(id.workflow(), flowPhase == null ? word : flowPhase.phase());
  }

  @Override
  public List<FactQuery<?>> asks(@Nullable FlowCheckpoint checkpoint, Change change) {
    return List.of();
  }

  @Override
  public List<FactQuery<?>> asks(
      CheckpointId id, @Nullable FlowCheckpoint checkpoint, Change change, Facts known) {
    var factTracker = new FactTracker(known);
    answer(new FlowContext(checkpoint, factTracker, settings), change);
    return factTracker.open();
  }

  @Override
  public Outcome<FlowCheckpoint> decide(
      CheckpointId id, @Nullable FlowCheckpoint checkpoint, Change change, Facts facts) {
    return answer(new FlowContext(checkpoint, new FactTracker(facts), settings), change);
  }

  /// The document can be edited; the journal keeps which phases were begun, their approvals given.
  @Override
  public List<Claim> evidence(
      @Nullable FlowCheckpoint before,
      Change change,
      Transition<FlowCheckpoint> made,
      Facts facts) {
    var claims = new ArrayList<Claim>();
    for (var event : made.events()) {
      if (event instanceof Event.PhaseStarted started) {
        claims.add(new Claim.GatePassed(started.phase(), false, null));
      }
    }
    return claims;
  }

  @Override
  public List<String> outputs(PhaseName phase, Facts facts) {
    var flowPhase = FlowPhase.find(phase);
    return flowPhase == null
        ? List.of()
        : PhaseOutputs.toApprove(flowPhase, new FactTracker(facts));
  }

  @Override
  public Optional<NextAction> nextAction(
      @Nullable FlowCheckpoint checkpoint, Change change, Facts facts) {
    var factTracker = new FactTracker(facts);
    answer(new FlowContext(checkpoint, factTracker, settings), change);
    return Optional.ofNullable(factTracker.nextAction());
  }

  private static Outcome<FlowCheckpoint> answer(FlowContext flowContext, Change change) {
    if (change instanceof StartRun start) {
      return new ResumeDecision(flowContext).start(start);
    }
    if (change instanceof ResumeRun) {
      return new ResumeDecision(flowContext).resume();
    }
    if (change instanceof FinishRun) {
      return new WorkflowArchiver(flowContext).finish();
    }
    var before = flowContext.before();
    if (change instanceof StateGoal) {
      return Transition.untouched(before);
    }
    if (before == null) {
      return new WorkflowArchiver(flowContext).missing();
    }
    var flowPhase = before.flowPhase();
    if (flowPhase == null || before.progress() == null) {
      return invalid(FlowFormat.FILE + " does not name the current phase of the workflow");
    }
    return step(flowContext, new PhaseSteps(flowContext, before, flowPhase), before, change);
  }

  private static Outcome<FlowCheckpoint> step(
      FlowContext flowContext, PhaseSteps phases, FlowCheckpoint before, Change change) {
    return switch (change.kind()) {
      case START_PHASE -> phases.enter((StartPhase) change);
      case COMPLETE_PHASE -> phases.complete((CompletePhase) change);
      case CHANGE_TASK -> new TaskSteps(flowContext, before).outcome((ChangeTask) change);
      case APPROVE_PHASE -> phases.approve(((ApprovePhase) change).phase());
      case FAIL_PHASE -> phases.fail((FailPhase) change);
      case AMEND_PHASE -> phases.amend((AmendPhase) change);
      case SET_GATE -> Transition.untouched(before);
      case SKIP_PHASE ->
          Outcome.refusal(
              "not-in-format",
              "no phase of a workflow can be left out",
              "Write its output, however short, and complete it");
      // The first four are decided before.
      case START_RUN,
          RESUME_RUN,
          FINISH_RUN,
          STATE_GOAL,
          FORCE_GATE,
          KEEP_REPORT,
          MERGE_PHASE,
          SAVE_DOCUMENT ->
          Outcome.refusal(
              "not-in-format",
              "a workflow is changed step by step",
              "Record the change: tidemark done PHASE, or tidemark task");
    };
  }

  /// Returns the refusal for an invalid document.
  static Outcome<FlowCheckpoint> invalid(String reason) {
    var hint =
        "Fix the file, put a recorded state back with tidemark restore --run flow/develop, or"
            + " begin again with tidemark start flow/develop --fresh";
    return new Outcome.Refusal<>(
        List.of(new Blocker(Blocker.Kind.INVALID, "invalid", reason, hint)), List.of());
  }
}
