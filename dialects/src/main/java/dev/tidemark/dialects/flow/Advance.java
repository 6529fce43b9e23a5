package dev.tidemark.dialects.flow;

import dev.tidemark.text.Plain;
import dev.tidemark.workflow.CommandLines;
import dev.tidemark.workflow.Outcome;
import java.util.ArrayList;
import java.util.List;

/// Phase advance: skips phases whose output exists (R-003-15), up to a phase that needs work or an
/// approval.
final class Advance {
  private final Matter matter;
  private final Inquiry inquiry;
  private final Draft draft;
  private final Outputs outputs;
  private final String lastActivity;
  private final List<String> advanced = new ArrayList<>();

  Advance(Matter matter, Draft draft) {
    this.matter = matter;
    this.inquiry = matter.inquiry();
    this.draft = draft;
    this.outputs = new Outputs(matter, draft.notices());
    var last = draft.now().root().string(Keys.LAST_UPDATED);
    this.lastActivity = last == null ? "unknown" : last;
  }

  /// Returns the transition with the next action. A phase is only begun or completed when those
  /// before it are approved (R-003-17).
  ///
  /// @param doubtful whether the document must be written, if only to mark it as complete
  Outcome<FlowCheckpoint> onward(boolean doubtful) {
    var stage = draft.now().stage();
    if (stage == null || draft.now().progress() == null) {
      return FlowRules.invalid(FlowPlace.FILE + " does not say in which phase the workflow is");
    }
    if (doubtful) {
      draft.touch();
    }
    var awaited = matter.awaited(stage, draft.now());
    if (awaited != null) {
      inform(stage);
      return Questions.open(matter.approval(awaited), draft.notices(), draft.said());
    }
    if (draft.now().progress() == Progress.IN_PROGRESS) {
      draft.say("Detected interrupted workflow: " + draft.now().shownName());
    } else {
      begun(stage);
    }
    return advance(stage);
  }

  private void begun(Stage stage) {
    if (draft.now().progress() == Progress.FAILED) {
      var reason = matter.failure(stage);
      draft.say("Trying again: " + stage + " failed" + (reason.isEmpty() ? "" : ": " + reason));
    }
    draft.begin(stage);
  }

  private Outcome<FlowCheckpoint> advance(Stage from) {
    var stage = from;
    while (true) {
      var sight = outputs.of(stage, draft.now());
      var action = ResumeTable.decide(stage, sight);
      if (action != Action.ADVANCE) {
        return settled(stage, action, sight);
      }
      if (matter.awaits(stage, draft.now())) {
        return awaiting(stage, sight);
      }
      draft.complete(stage, sight.file());
      advanced.add(stage.name());
      var next = stage.next();
      if (next == null) {
        throw new IllegalStateException("nothing comes after " + stage);
      }
      stage = next;
      draft.begin(stage);
    }
  }

  /// Skipped phases are recorded before the next one is asked about; without any, nothing changes
  /// until the user has answered.
  private Outcome<FlowCheckpoint> awaiting(Stage stage, Sight sight) {
    if (advanced.isEmpty()) {
      inform(stage);
      return Questions.open(matter.approval(stage), draft.notices(), draft.said());
    }
    return done(stage, Action.AWAIT_APPROVAL, sight, List.of(sight.file()));
  }

  private Outcome<FlowCheckpoint> settled(Stage stage, Action action, Sight sight) {
    return switch (action) {
      case WORKFLOW_COMPLETE -> {
        draft.complete(stage, sight.file());
        draft.progress(Progress.COMPLETE);
        yield complete();
      }
      case RECOVER_TASKS -> {
        new TaskRecovery(matter, draft).recover();
        yield done(stage, Action.CONTINUE_EXECUTION, sight, List.of(sight.file()));
      }
      case SPAWN_EXECUTOR -> {
        setTasksAside();
        yield done(stage, action, sight, List.of(sight.file()));
      }
      case PRESENT_OPTIONS, SPAWN_ROUNDTABLE -> done(stage, action, sight, sight.options());
      default -> done(stage, action, sight, List.of(sight.file()));
    };
  }

  /// Archived tasks cannot block the workflow, even if unusable.
  private void setTasksAside() {
    if (matter.tasks().exists()) {
      var to = new Archives(inquiry);
      var tasks = to.content(TasksPlace.ID, TasksPlace.FILE);
      if (tasks.isPresent()) {
        var folder = to.keep(draft.now().workflow(), List.of(tasks.get()));
        draft.effects(to.effects());
        draft.effect(Ending.removedTasks());
        draft.notice("tasks-archived", TasksPlace.FILE + " cannot be used; kept in " + folder);
      }
    }
  }

  /// Ends a workflow with a completed last phase.
  Outcome<FlowCheckpoint> complete() {
    var awaited = matter.awaited(null, draft.now());
    if (awaited != null) {
      inform(Stage.REFLECTION);
      return Questions.open(matter.approval(awaited), draft.notices(), draft.said());
    }
    inform(Stage.REFLECTION);
    inquiry.errand(Action.WORKFLOW_COMPLETE, Stage.REFLECTION, "every phase is done", List.of());
    var before = matter.before();
    return new Ending(matter).archived(draft, before == null ? draft.now() : before);
  }

  private Outcome<FlowCheckpoint> done(
      Stage stage, Action action, Sight sight, List<String> files) {
    inform(stage);
    var reason = ResumeTable.reason(action, sight);
    draft.say("Next: " + action + " (" + reason + ")");
    for (var option : sight.options()) {
      draft.say("  " + option);
    }
    if (action == Action.PRESENT_OPTIONS || action == Action.AWAIT_APPROVAL) {
      draft.say("To approve: " + CommandLines.of("approve " + stage, FlowPlace.ID));
    }
    inquiry.errand(action, stage, reason, files);
    return draft.outcome();
  }

  /// Reports the progress (R-003-16).
  private void inform(Stage stage) {
    draft.say("Resuming workflow " + draft.now().shownName() + " from " + stage + " phase");
    draft.say("Last activity: " + Plain.name(lastActivity));
    draft.say("Completed: " + draft.now().completedNames());
    if (!advanced.isEmpty()) {
      draft.say("Advanced: " + String.join(", ", advanced));
    }
  }
}
