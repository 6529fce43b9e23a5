package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.OpenPhases;
import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowArchives;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.history.Event;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// End of a workflow: its state is archived and removed (R-003-50, -51).
final class WorkflowArchiver {
  private final FlowContext flowContext;
  private final FactTracker factTracker;

  WorkflowArchiver(FlowContext flowContext) {
    this.flowContext = flowContext;
    this.factTracker = flowContext.factTracker();
  }

  /// Answers the wish to end the workflow.
  Outcome<FlowCheckpoint> finish() {
    var before = flowContext.before();
    if (before == null) {
      return archiveWithoutState();
    }
    var open = OpenPhases.blockers(FlowFormat.ID, before.phases());
    if (!before.finished() && !open.isEmpty()) {
      return new Outcome.Refusal<>(open, List.of());
    }
    var awaited = flowContext.awaited(null, before);
    return awaited == null
        ? archived(new FlowUpdate(factTracker, before), before)
        : FlowContext.open(flowContext.approval(awaited), List.of(), List.of());
  }

  /// Returns that there is nothing to finish; a run that has ended is finished already.
  private Outcome<FlowCheckpoint> refuseNothingToFinish() {
    var begun = factTracker.fact(FactQuery.NEWEST_START).orElse(Optional.empty());
    if (!flowContext.damage().isEmpty() || begun.isEmpty() || !begun.get().ended()) {
      return missing();
    }
    var already = new Notice("already-complete", FlowFormat.ID + " is finished already");
    return new Outcome.Transition<>(
        null, List.of(), List.of(already), List.of(), List.of(), Outcome.Fate.UNTOUCHED);
  }

  /// Returns that there is nothing to work on.
  Outcome<FlowCheckpoint> missing() {
    var damage = flowContext.damage();
    return damage.isEmpty()
        ? Outcome.refusal(
            "no-checkpoint",
            "there is no " + FlowFormat.FILE,
            "Begin a workflow: tidemark start flow/develop")
        : FlowRules.invalid(FlowFormat.FILE + " cannot be read (" + damage + ")");
  }

  /// A document that cannot be read can still be archived; without any, the tasks may be left.
  private Outcome<FlowCheckpoint> archiveWithoutState() {
    boolean damaged = !flowContext.damage().isEmpty();
    if (!damaged && !flowContext.tasks().exists()) {
      return refuseNothingToFinish();
    }
    var flowArchives = new FlowArchives(factTracker);
    var contents = flowArchives.contents();
    var folder = flowArchives.keep("", contents);
    var effects = new ArrayList<>(flowArchives.effects());
    if (flowContext.tasks().exists()) {
      effects.add(removedTasks());
    }
    return new Outcome.Transition<>(
        null,
        List.of(new Event.WorkflowCompleted()),
        List.of(),
        List.of("Archived the state in " + folder),
        effects,
        damaged ? Outcome.Fate.REMOVED : Outcome.Fate.UNTOUCHED);
  }

  /// Archives a workflow as it stands in a draft.
  ///
  /// @param before the workflow as its document has it
  Outcome<FlowCheckpoint> archived(FlowUpdate flowUpdate, FlowCheckpoint before) {
    // A doubtful state may be kept in the same step; both stay.
    var flowArchives = new FlowArchives(factTracker, flowUpdate.effects());
    var contents = new ArrayList<FlowArchives.Content>();
    var own = flowArchives.content(FlowFormat.ID, FlowFormat.FILE);
    if (own.isPresent()) {
      var text = own.get().text();
      boolean changed = text != null && !flowUpdate.checkpoint().root().equals(before.root());
      contents.add(
          changed && text != null
              ? new FlowArchives.Content(
                  own.get().name(),
                  own.get().path(),
                  new FlowFormat().encode(flowUpdate.closed(), text))
              : own.get());
    }
    var tasks = flowArchives.content(TasksFormat.ID, TasksFormat.FILE);
    tasks.ifPresent(contents::add);
    var folder = flowArchives.keep(before.workflow(), contents);
    flowUpdate.addEffects(flowArchives.effects());
    if (tasks.isPresent()) {
      flowUpdate.addEffect(removedTasks());
    }
    flowUpdate.addLine("Workflow " + before.workflow() + " is complete; archived in " + folder);
    return flowUpdate.removed();
  }

  /// Returns the removal of the tasks, which are archived by then.
  static Effect removedTasks() {
    return new Effect.ReplaceDocument(TasksFormat.ID, null, List.of(new Event.WorkflowCompleted()));
  }
}
