package dev.tidemark.dialects.flow;

import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowArchives;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowKeys;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.dialects.flow.format.ResumeAction;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;

/// Phase advance: skips phases whose output exists (R-003-15), up to a phase that needs work or an
/// approval.
final class PhaseAdvance {
  private final FlowContext flowContext;
  private final FactTracker factTracker;
  private final FlowUpdate flowUpdate;
  private final PhaseOutputs phaseOutputs;
  private final String lastActivity;
  private final List<String> advanced = new ArrayList<>();

  PhaseAdvance(FlowContext flowContext, FlowUpdate flowUpdate) {
    this.flowContext = flowContext;
    this.factTracker = flowContext.factTracker();
    this.flowUpdate = flowUpdate;
    this.phaseOutputs = new PhaseOutputs(flowContext, flowUpdate.notices());
    var last = flowUpdate.checkpoint().root().string(FlowKeys.LAST_UPDATED);
    this.lastActivity = last == null ? "unknown" : last;
  }

  /// Returns the transition with the next action. A phase is only begun or completed when those
  /// before it are approved (R-003-17).
  ///
  /// @param doubtful whether the document must be written, if only to mark it as complete
  Outcome<FlowCheckpoint> advanceToNextAction(boolean doubtful) {
    var flowPhase = flowUpdate.checkpoint().flowPhase();
    if (flowPhase == null || flowUpdate.checkpoint().progress() == null) {
      return FlowRules.invalid(
          FlowFormat.FILE + " does not name the current phase of the workflow");
    }
    if (doubtful) {
      flowUpdate.forceWrite();
    }
    var awaited = flowContext.awaited(flowPhase, flowUpdate.checkpoint());
    if (awaited != null) {
      inform(flowPhase);
      return FlowContext.open(
          flowContext.approval(awaited), flowUpdate.notices(), flowUpdate.formatLines());
    }
    if (flowUpdate.checkpoint().progress() == FlowProgress.IN_PROGRESS) {
      flowUpdate.addLine("Detected interrupted workflow: " + flowUpdate.checkpoint().shownName());
    } else {
      beginPhase(flowPhase);
    }
    return advance(flowPhase);
  }

  private void beginPhase(FlowPhase flowPhase) {
    if (flowUpdate.checkpoint().progress() == FlowProgress.FAILED) {
      var reason = flowContext.failure(flowPhase);
      flowUpdate.addLine(
          "Trying again: " + flowPhase + " failed" + (reason.isEmpty() ? "" : ": " + reason));
    }
    flowUpdate.begin(flowPhase);
  }

  private Outcome<FlowCheckpoint> advance(FlowPhase from) {
    var flowPhase = from;
    while (true) {
      var outputStatus = phaseOutputs.of(flowPhase, flowUpdate.checkpoint());
      var resumeAction = outputStatus.action(flowPhase);
      if (resumeAction != ResumeAction.ADVANCE) {
        return applyResumeAction(flowPhase, resumeAction, outputStatus);
      }
      if (flowContext.awaits(flowPhase, flowUpdate.checkpoint())) {
        return awaiting(flowPhase, outputStatus);
      }
      flowUpdate.complete(flowPhase, outputStatus.file());
      advanced.add(flowPhase.name());
      var next = flowPhase.next();
      if (next == null) {
        throw new IllegalStateException("nothing comes after " + flowPhase);
      }
      flowPhase = next;
      flowUpdate.begin(flowPhase);
    }
  }

  /// Skipped phases are recorded before the next one is asked about; without any, nothing changes
  /// until the user has answered.
  private Outcome<FlowCheckpoint> awaiting(FlowPhase flowPhase, OutputStatus outputStatus) {
    if (advanced.isEmpty()) {
      inform(flowPhase);
      return FlowContext.open(
          flowContext.approval(flowPhase), flowUpdate.notices(), flowUpdate.formatLines());
    }
    return done(flowPhase, ResumeAction.AWAIT_APPROVAL, outputStatus, List.of(outputStatus.file()));
  }

  private Outcome<FlowCheckpoint> applyResumeAction(
      FlowPhase flowPhase, ResumeAction resumeAction, OutputStatus outputStatus) {
    return switch (resumeAction) {
      case WORKFLOW_COMPLETE -> {
        flowUpdate.complete(flowPhase, outputStatus.file());
        flowUpdate.progress(FlowProgress.COMPLETE);
        yield complete();
      }
      case RECOVER_TASKS -> {
        new TaskRecovery(flowContext, flowUpdate).recover();
        yield done(
            flowPhase, ResumeAction.CONTINUE_EXECUTION, outputStatus, List.of(outputStatus.file()));
      }
      case SPAWN_EXECUTOR -> {
        setTasksAside();
        yield done(flowPhase, resumeAction, outputStatus, List.of(outputStatus.file()));
      }
      case PRESENT_OPTIONS, SPAWN_ROUNDTABLE ->
          done(flowPhase, resumeAction, outputStatus, outputStatus.options());
      default -> done(flowPhase, resumeAction, outputStatus, List.of(outputStatus.file()));
    };
  }

  /// Archived tasks cannot block the workflow, even if unusable.
  private void setTasksAside() {
    if (flowContext.tasks().exists()) {
      var to = new FlowArchives(factTracker);
      var tasks = to.content(TasksFormat.ID, TasksFormat.FILE);
      if (tasks.isPresent()) {
        var folder = to.keep(flowUpdate.checkpoint().workflow(), List.of(tasks.get()));
        flowUpdate.addEffects(to.effects());
        flowUpdate.addEffect(WorkflowArchiver.removedTasks());
        flowUpdate.addNotice(
            "tasks-archived", TasksFormat.FILE + " cannot be used; kept in " + folder);
      }
    }
  }

  /// Ends a workflow with a completed last phase.
  Outcome<FlowCheckpoint> complete() {
    var awaited = flowContext.awaited(null, flowUpdate.checkpoint());
    if (awaited != null) {
      inform(FlowPhase.REFLECTION);
      return FlowContext.open(
          flowContext.approval(awaited), flowUpdate.notices(), flowUpdate.formatLines());
    }
    inform(FlowPhase.REFLECTION);
    factTracker.nextAction(
        ResumeAction.WORKFLOW_COMPLETE, FlowPhase.REFLECTION, "every phase is done", List.of());
    var before = flowContext.before();
    return new WorkflowArchiver(flowContext)
        .archived(flowUpdate, before == null ? flowUpdate.checkpoint() : before);
  }

  private Outcome<FlowCheckpoint> done(
      FlowPhase flowPhase,
      ResumeAction resumeAction,
      OutputStatus outputStatus,
      List<String> files) {
    inform(flowPhase);
    var reason = outputStatus.reason(resumeAction);
    flowUpdate.addLine("Next: " + resumeAction + " (" + reason + ")");
    for (var option : outputStatus.options()) {
      flowUpdate.addLine("  " + option);
    }
    if (resumeAction == ResumeAction.PRESENT_OPTIONS
        || resumeAction == ResumeAction.AWAIT_APPROVAL) {
      flowUpdate.addLine("To approve: " + CommandLines.of("approve " + flowPhase, FlowFormat.ID));
    }
    factTracker.nextAction(resumeAction, flowPhase, reason, files);
    return flowUpdate.outcome();
  }

  /// Reports the progress (R-003-16).
  private void inform(FlowPhase flowPhase) {
    flowUpdate.addLine(
        "Resuming workflow "
            + flowUpdate.checkpoint().shownName()
            + " from "
            + flowPhase
            + " phase");
    flowUpdate.addLine("Last activity: " + PlainText.name(lastActivity));
    flowUpdate.addLine("Completed: " + flowUpdate.checkpoint().completedNames());
    if (!advanced.isEmpty()) {
      flowUpdate.addLine("Advanced: " + String.join(", ", advanced));
    }
  }
}
