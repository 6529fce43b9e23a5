package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Effect;
import dev.tidemark.workflow.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// End of a workflow: its state is archived and removed (R-003-50, -51).
final class Ending {
  /// The option to discard unfinished work.
  static final String FORCE = "force";

  private final Matter matter;
  private final Inquiry inquiry;

  Ending(Matter matter) {
    this.matter = matter;
    this.inquiry = matter.inquiry();
  }

  /// Answers the wish to end the workflow.
  Outcome<FlowCheckpoint> finish() {
    var before = matter.before();
    if (before == null) {
      return absent();
    }
    if (!before.finished() && !inquiry.details().has(FORCE)) {
      var open = new StringBuilder();
      for (var stage : Stage.values()) {
        if (!before.isCompleted(stage)) {
          open.append(open.isEmpty() ? "" : ", ").append(stage);
        }
      }
      return Outcome.no(
          "open-phases",
          "not every phase is done: " + open,
          "Complete the phases, or archive the workflow all the same with --force");
    }
    var awaited = inquiry.details().has(FORCE) ? null : matter.awaited(null, before);
    return awaited == null
        ? archived(new Draft(inquiry, before), before)
        : Questions.open(matter.approval(awaited), List.of(), List.of());
  }

  /// Returns that there is nothing to finish; a run that has ended is finished already.
  private Outcome<FlowCheckpoint> over() {
    var begun = inquiry.fact(Ask.Begun.HOW).orElse(Optional.empty());
    if (!matter.damage().isEmpty() || begun.isEmpty() || !begun.get().ended()) {
      return missing();
    }
    var already = new Notice("already-complete", FlowPlace.ID + " is finished already");
    return new Outcome.Transition<>(
        null, List.of(), List.of(already), List.of(), List.of(), Outcome.Fate.UNTOUCHED);
  }

  /// Returns that there is nothing to work on.
  Outcome<FlowCheckpoint> missing() {
    var damage = matter.damage();
    return damage.isEmpty()
        ? Outcome.no(
            "no-checkpoint",
            "there is no " + FlowPlace.FILE,
            "Begin a workflow: tidemark start flow/develop")
        : FlowRules.invalid(FlowPlace.FILE + " cannot be read (" + damage + ")");
  }

  /// A document that cannot be read can still be archived; without any, the tasks may be left.
  private Outcome<FlowCheckpoint> absent() {
    boolean damaged = !matter.damage().isEmpty();
    if (!damaged && !matter.tasks().exists()) {
      return over();
    }
    var archives = new Archives(inquiry);
    var contents = new ArrayList<Archives.Content>();
    archives.content(FlowPlace.ID, FlowPlace.FILE).ifPresent(contents::add);
    archives.content(TasksPlace.ID, TasksPlace.FILE).ifPresent(contents::add);
    var folder = archives.keep("", contents);
    var effects = new ArrayList<>(archives.effects());
    if (matter.tasks().exists()) {
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
  Outcome<FlowCheckpoint> archived(Draft draft, FlowCheckpoint before) {
    // A doubtful state may be kept in the same step; both stay.
    var archives = new Archives(inquiry, draft.effects());
    var contents = new ArrayList<Archives.Content>();
    var own = archives.content(FlowPlace.ID, FlowPlace.FILE);
    if (own.isPresent()) {
      var text = own.get().text();
      boolean changed = text != null && !draft.now().root().equals(before.root());
      contents.add(
          changed && text != null
              ? new Archives.Content(
                  own.get().name(), own.get().path(), new FlowFormat().encode(draft.closed(), text))
              : own.get());
    }
    var tasks = archives.content(TasksPlace.ID, TasksPlace.FILE);
    tasks.ifPresent(contents::add);
    var folder = archives.keep(before.workflow(), contents);
    draft.effects(archives.effects());
    if (tasks.isPresent()) {
      draft.effect(removedTasks());
    }
    boolean done = draft.now().finished();
    draft.say(
        "Workflow "
            + before.workflow()
            + (done ? " is complete" : " is given up")
            + "; archived in "
            + folder);
    return draft.removed();
  }

  /// Returns the removal of the tasks, which are archived by then.
  static Effect removedTasks() {
    return new Effect.ReplaceDocument(TasksPlace.ID, null, List.of(new Event.WorkflowCompleted()));
  }
}
