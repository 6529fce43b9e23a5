package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.dialect.JournalNotes;
import dev.tidemark.workflow.Change.AmendPhase;
import dev.tidemark.workflow.Change.CompletePhase;
import dev.tidemark.workflow.Change.FailPhase;
import dev.tidemark.workflow.Change.StartPhase;
import dev.tidemark.workflow.CommandLines;
import dev.tidemark.workflow.Outcome;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Phase transitions: begin, complete, fail, approve.
final class PhaseSteps {
  /// The option of a caller that is about to start an expensive worker.
  static final String BEFORE_SPAWN = "before-spawn";

  private final Matter matter;
  private final Inquiry inquiry;
  private final FlowCheckpoint before;
  private final Stage current;
  private final Draft draft;

  /// @param before the workflow, with a known phase
  PhaseSteps(Matter matter, FlowCheckpoint before, Stage current) {
    this.matter = matter;
    this.inquiry = matter.inquiry();
    this.before = before;
    this.current = current;
    this.draft = new Draft(inquiry, before);
  }

  /// Begins the current phase, once those before are approved.
  Outcome<FlowCheckpoint> enter(StartPhase start) {
    var stage = Stage.find(start.phase());
    if (stage != current) {
      return elsewhere(start.phase(), stage);
    }
    if (before.finished()) {
      return finished();
    }
    if (before.progress() == Progress.IN_PROGRESS) {
      draft.notice("in-progress", stage + " is in progress already");
      return draft.outcome();
    }
    var awaited = matter.awaited(stage, before);
    if (awaited != null) {
      return Questions.open(matter.approval(awaited), draft.notices(), draft.said());
    }
    draft.begin(stage);
    return draft.outcome();
  }

  /// Completes the current phase, whose output must exist (R-003-19).
  Outcome<FlowCheckpoint> complete(CompletePhase done) {
    var stage = Stage.find(done.phase());
    if (stage != null && before.isCompleted(stage)) {
      draft.notice("already-complete", stage + " is complete already");
      return draft.outcome();
    }
    if (stage != current) {
      return elsewhere(done.phase(), stage);
    }
    var summary = done.report().summary();
    var objection = summary == null ? "" : inquiry.limit().objection(summary.text());
    if (!objection.isEmpty()) {
      return Outcome.no("summary-too-long", objection, "Shorten the summary");
    }
    if (before.progress() != Progress.IN_PROGRESS) {
      return Outcome.no(
          "not-in-progress",
          stage + " has not been begun",
          "Begin it: " + command("enter " + stage));
    }
    var awaited = matter.awaited(stage, before);
    if (awaited != null) {
      return Questions.open(matter.approval(awaited), draft.notices(), draft.said());
    }
    var output = output(stage);
    if (output.isEmpty()) {
      return Outcome.no(
          "no-output",
          "the output of " + stage + " is missing: " + stage.output(),
          "Write " + stage.output() + " first");
    }
    openTasks(stage);
    draft.complete(stage, output);
    draft.progress(Progress.COMPLETE);
    draft.happened(JournalNotes.events(stage.phase(), done.report()));
    draft.say("Checkpoint saved: " + stage + " complete");
    outlook(stage, output);
    return draft.outcome();
  }

  private void openTasks(Stage stage) {
    var tasks = matter.tasks().checkpoint();
    if (stage != Stage.IMPLEMENTATION || tasks == null || !tasks.isPartOf(before)) {
      return;
    }
    var open = new TaskList(tasks.tasks(), tasks.currentTask().orElse(null)).open();
    if (!open.isEmpty()) {
      draft.notice(TaskList.OPEN_TASKS, TaskList.openText(stage.phase(), open));
    }
  }

  private void outlook(Stage stage, String output) {
    if (!Baseline.isOwn(before, output, inquiry)) {
      draft.notice("old-output", output + " is unchanged since before this workflow began");
    }
    var next = stage.next();
    if (next == null) {
      draft.happened(new Event.WorkflowCompleted());
      draft.say("Next: archive the workflow  (" + command("finish") + ")");
    } else if (matter.awaits(stage, draft.now())) {
      draft.say("Next: the user's approval  (" + command("approve " + stage) + ")");
    } else {
      draft.say("Next: " + next + "  (" + command("enter " + next) + ")");
    }
  }

  /// Returns the output of a phase that exists; empty if none does.
  private String output(Stage stage) {
    if (inquiry.exists(stage.output())) {
      return stage.output();
    }
    return stage == Stage.REFLECTION ? reflection() : "";
  }

  private String reflection() {
    var sight = new Outputs(matter, new ArrayList<>()).of(Stage.REFLECTION, before);
    return sight.output() ? sight.file() : "";
  }

  /// Gives the current phase up for now.
  Outcome<FlowCheckpoint> fail(FailPhase fail) {
    var stage = Stage.find(fail.phase());
    if (stage != current || before.finished()) {
      return elsewhere(fail.phase(), stage);
    }
    draft.progress(Progress.FAILED);
    draft.happened(new Event.PhaseFailed(stage.phase(), fail.reason()));
    return draft.outcome();
  }

  /// Records the user's approval of a phase that has been reached (R-003-18).
  Outcome<FlowCheckpoint> approve(PhaseName phase) {
    var stage = Stage.find(phase);
    if (stage == null) {
      return unknown(phase);
    }
    if (stage.number() > current.number()) {
      return Outcome.no(
          "not-reached",
          stage + " is still ahead; the workflow is in " + current,
          "Approve it when there is something to approve");
    }
    if (Outputs.toApprove(stage, inquiry).isEmpty()) {
      return Outcome.no(
          "no-output",
          "there is nothing to approve of " + stage + ": " + stage.output() + " is missing",
          "Write " + stage.output() + " first, then: " + command("approve " + stage));
    }
    draft.approve(stage);
    draft.touch();
    draft.say("Approved " + stage);
    return draft.outcome();
  }

  /// Records notes, decisions and files in the journal, where the documents have no place for them.
  /// Before an agent is started, the time is recorded too, so that a resuming session can detect an
  /// interruption (R-003-23).
  Outcome<FlowCheckpoint> amend(AmendPhase amend) {
    draft.happened(JournalNotes.events(amend.phase(), amend.report()));
    if (inquiry.details().has(BEFORE_SPAWN)) {
      draft.touch();
      draft.say("Checkpoint saved before " + inquiry.details().value(BEFORE_SPAWN) + " starts");
    }
    return draft.outcome();
  }

  private Outcome<FlowCheckpoint> finished() {
    return Outcome.no(
        "finished",
        "the workflow is finished",
        "Archive it: " + command("finish") + ", or begin another: tidemark start flow/develop");
  }

  private Outcome<FlowCheckpoint> elsewhere(PhaseName word, @Nullable Stage stage) {
    return stage == null
        ? unknown(word)
        : Outcome.no(
            "not-current",
            stage + " is not the current phase, which is " + current,
            "Go on with " + current + ": phases come one after the other");
  }

  private static String command(String words) {
    return CommandLines.of(words, FlowPlace.ID);
  }

  private static Outcome<FlowCheckpoint> unknown(PhaseName word) {
    return Outcome.no("no-phase", "there is no phase " + word, "There are: " + Stage.ALL);
  }
}
