package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.history.Event;
import dev.tidemark.text.NearestWord;
import dev.tidemark.workflow.change.Change.AmendPhase;
import dev.tidemark.workflow.change.Change.CompletePhase;
import dev.tidemark.workflow.change.Change.FailPhase;
import dev.tidemark.workflow.change.Change.StartPhase;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Phase transitions: begin, complete, fail, approve.
final class PhaseSteps {
  /// The option of a caller that is about to start an expensive worker.
  static final String BEFORE_SPAWN = "before-spawn";

  private final FlowContext flowContext;
  private final FactTracker factTracker;
  private final FlowCheckpoint before;
  private final FlowPhase current;
  private final FlowUpdate flowUpdate;

  /// @param before the workflow, with a known phase
  PhaseSteps(FlowContext flowContext, FlowCheckpoint before, FlowPhase current) {
    this.flowContext = flowContext;
    this.factTracker = flowContext.factTracker();
    this.before = before;
    this.current = current;
    this.flowUpdate = new FlowUpdate(factTracker, before);
  }

  /// Begins the current phase, once those before are approved.
  Outcome<FlowCheckpoint> enter(StartPhase start) {
    var flowPhase = FlowPhase.find(start.phase());
    if (flowPhase != current) {
      return refuseOtherPhase(start.phase(), flowPhase);
    }
    if (before.finished()) {
      return finished();
    }
    var awaited = flowContext.awaited(flowPhase, before);
    if (awaited != null) {
      return FlowContext.open(
          flowContext.approval(awaited), flowUpdate.notices(), flowUpdate.formatLines());
    }
    if (before.progress() == FlowProgress.IN_PROGRESS) {
      flowUpdate.addNotice("in-progress", flowPhase + " is in progress already");
      return flowUpdate.outcome();
    }
    flowUpdate.begin(flowPhase);
    return flowUpdate.outcome();
  }

  /// Completes the current phase, whose output must exist (R-003-19).
  Outcome<FlowCheckpoint> complete(CompletePhase done) {
    var flowPhase = FlowPhase.find(done.phase());
    if (flowPhase != null && before.isCompleted(flowPhase)) {
      flowUpdate.addNotice("already-complete", flowPhase + " is complete already");
      return flowUpdate.outcome();
    }
    if (flowPhase != current) {
      return refuseOtherPhase(done.phase(), flowPhase);
    }
    var summary = done.report().summary();
    var objection = summary == null ? "" : factTracker.limit().objection(summary.text());
    if (!objection.isEmpty()) {
      return Outcome.refusal("summary-too-long", objection, "Shorten the summary");
    }
    if (before.progress() != FlowProgress.IN_PROGRESS) {
      return Outcome.refusal(
          "not-in-progress",
          flowPhase + " has not been begun",
          "Begin it: " + command("enter " + flowPhase));
    }
    var awaited = flowContext.awaited(flowPhase, before);
    if (awaited != null) {
      return FlowContext.open(
          flowContext.approval(awaited), flowUpdate.notices(), flowUpdate.formatLines());
    }
    var output = output(flowPhase);
    if (output.isEmpty()) {
      return Outcome.refusal(
          "no-output",
          "the output of " + flowPhase + " is missing: " + flowPhase.output(),
          "Write " + flowPhase.output() + " first");
    }
    openTasks(flowPhase);
    flowUpdate.complete(flowPhase, output);
    flowUpdate.progress(FlowProgress.COMPLETE);
    flowUpdate.addEvents(done.report().journalEvents(flowPhase.phase()));
    flowUpdate.addLine("Checkpoint saved: " + flowPhase + " complete");
    outlook(flowPhase, output);
    return flowUpdate.outcome();
  }

  private void openTasks(FlowPhase flowPhase) {
    var tasks = flowContext.tasks().checkpoint();
    if (flowPhase != FlowPhase.IMPLEMENTATION || tasks == null || !tasks.isPartOf(before)) {
      return;
    }
    var open = new TaskList(tasks.tasks(), tasks.currentTask().orElse(null)).open();
    if (!open.isEmpty()) {
      flowUpdate.addNotice(TaskList.OPEN_TASKS, TaskList.openText(flowPhase.phase(), open));
    }
  }

  private void outlook(FlowPhase flowPhase, String output) {
    if (!PhaseOutputs.isOwn(before, output, factTracker)) {
      flowUpdate.addNotice("old-output", output + " is unchanged since before this workflow began");
    }
    var next = flowPhase.next();
    if (next == null) {
      flowUpdate.addEvent(new Event.WorkflowCompleted());
      flowUpdate.addLine("Next: archive the workflow  (" + command("finish") + ")");
    } else if (flowContext.awaits(flowPhase, flowUpdate.checkpoint())) {
      flowUpdate.addLine("Next: the user's approval  (" + command("approve " + flowPhase) + ")");
    } else {
      flowUpdate.addLine("Next: " + next + "  (" + command("enter " + next) + ")");
    }
  }

  /// Returns the output of a phase that exists; empty if none does.
  private String output(FlowPhase flowPhase) {
    if (factTracker.exists(flowPhase.output())) {
      return flowPhase.output();
    }
    return flowPhase == FlowPhase.REFLECTION ? reflection() : "";
  }

  private String reflection() {
    var outputStatus =
        new PhaseOutputs(flowContext, new ArrayList<>()).of(FlowPhase.REFLECTION, before);
    return outputStatus.output() ? outputStatus.file() : "";
  }

  /// Gives the current phase up for now.
  Outcome<FlowCheckpoint> fail(FailPhase fail) {
    var flowPhase = FlowPhase.find(fail.phase());
    if (flowPhase != current || before.finished()) {
      return refuseOtherPhase(fail.phase(), flowPhase);
    }
    flowUpdate.progress(FlowProgress.FAILED);
    flowUpdate.addEvent(new Event.PhaseFailed(flowPhase.phase(), fail.reason()));
    return flowUpdate.outcome();
  }

  /// Records the user's approval of a phase that has been reached (R-003-18).
  Outcome<FlowCheckpoint> approve(PhaseName phase) {
    var flowPhase = FlowPhase.find(phase);
    if (flowPhase == null) {
      return unknown(phase);
    }
    if (flowPhase.number() > current.number()) {
      return Outcome.refusal(
          "not-reached",
          flowPhase + " is still ahead; the workflow is in " + current,
          "Approve it when there is something to approve");
    }
    if (PhaseOutputs.toApprove(flowPhase, factTracker).isEmpty()) {
      return Outcome.refusal(
          "no-output",
          "there is nothing to approve of " + flowPhase + ": " + flowPhase.output() + " is missing",
          "Write " + flowPhase.output() + " first, then: " + command("approve " + flowPhase));
    }
    flowUpdate.approve(flowPhase);
    flowUpdate.forceWrite();
    flowUpdate.addLine("Approved " + flowPhase);
    return flowUpdate.outcome();
  }

  /// Records notes, decisions and files in the journal, where the documents have no place for them.
  /// Before an agent is started, the time is recorded too, so that a resuming session can detect an
  /// interruption (R-003-23).
  Outcome<FlowCheckpoint> amend(AmendPhase amend) {
    flowUpdate.addEvents(amend.report().journalEvents(amend.phase()));
    if (factTracker.options().has(BEFORE_SPAWN)) {
      flowUpdate.forceWrite();
      flowUpdate.addLine(
          "Checkpoint saved before " + factTracker.options().value(BEFORE_SPAWN) + " starts");
    }
    return flowUpdate.outcome();
  }

  private Outcome<FlowCheckpoint> finished() {
    return Outcome.refusal(
        "finished",
        "the workflow is finished",
        "Archive it: " + command("finish") + ", or begin another: tidemark start flow/develop");
  }

  private Outcome<FlowCheckpoint> refuseOtherPhase(PhaseName word, @Nullable FlowPhase flowPhase) {
    return flowPhase == null
        ? unknown(word)
        : Outcome.refusal(
            "not-current",
            flowPhase + " is not the current phase, which is " + current,
            "Go on with " + current + ": phases come one after the other");
  }

  private static String command(String words) {
    return CommandLines.of(words, FlowFormat.ID);
  }

  private static Outcome<FlowCheckpoint> unknown(PhaseName word) {
    var near = NearestWord.find(word.value(), List.of(FlowPhase.ALL.split(", ")));
    return Outcome.refusal(
        "no-phase",
        "there is no phase " + word,
        (near == null ? "" : "Did you mean " + near + "? ") + "There are: " + FlowPhase.ALL);
  }
}
