package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.change.Change.ChangeTask;
import dev.tidemark.workflow.change.Change.MergePhase;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules of tasks: add them to phases and change their status (R-004-O6). A task is data of its
/// phase, merged key by key, so that two processes that report different tasks keep both.
final class TaskRules {
  private static final int LISTED_MAX = 5;

  private final StateCheckpoint before;
  private final ChangeTask change;
  private final TaskList tasks;
  private final @Nullable PlannedTask found;

  TaskRules(StateCheckpoint before, ChangeTask change) {
    this.before = before;
    this.change = change;
    this.tasks = new TaskList(before.tasks(), before.currentTask().orElse(null));
    this.found = tasks.find(change.task());
  }

  /// Returns whether the task already has the requested state.
  boolean isSame() {
    if (found == null) {
      return false;
    }
    boolean adds = change.step() == TaskStep.ADD;
    return adds || (found.status() == change.step().status() && change.reason() == null);
  }

  /// Returns the outcome for a task that already has the requested state.
  Outcome<StateCheckpoint> alreadyInState() {
    var task = found == null ? change.task() : found.id();
    var what =
        change.step() == TaskStep.ADD
            ? " is on the list already"
            : " is " + change.step().status().word().replace('_', ' ') + " already";
    return new Transition<>(
        before,
        List.of(),
        List.of(new Notice("same-task", task + what)),
        List.of(),
        List.of(),
        Outcome.Fate.UNTOUCHED);
  }

  /// Returns the change of the phase that the task is in; null if there is no such phase or task.
  @Nullable MergePhase merge() {
    if (change.step() == TaskStep.ADD) {
      var phase = change.phase();
      if (phase == null || change.task().isBlank()) {
        return null;
      }
      return merge(tasks.newTask(change.task(), phase), JsonObject.EMPTY);
    }
    if (found == null) {
      return null;
    }
    var task = found.with(change.step().status(), change.reason());
    boolean current = task.id().equals(tasks.current());
    var run = JsonObject.EMPTY;
    if (change.step() == TaskStep.START) {
      run = run.with(SchemaFields.CURRENT_TASK, task.id());
    } else if (current) {
      run = run.with(SchemaFields.CURRENT_TASK, JsonNull.NULL);
    }
    return merge(task, run);
  }

  private MergePhase merge(PlannedTask task, JsonObject run) {
    var entry = JsonObject.EMPTY.with(SchemaFields.STATUS, task.word());
    if (change.step() == TaskStep.ADD && !task.description().isEmpty()) {
      entry = entry.with(SchemaFields.DESCRIPTION, task.description());
    }
    var reason = task.reason();
    if (reason != null) {
      entry = entry.with(SchemaFields.REASON, JsonString.of(reason));
    } else if (found != null && found.reason() != null) {
      entry = entry.with(SchemaFields.REASON, JsonNull.NULL);
    }
    entry = change.step() == TaskStep.ADD ? SchemaFields.unplanned(entry) : entry;
    var data = JsonObject.EMPTY.with(SchemaFields.TASKS, JsonObject.EMPTY.with(task.id(), entry));
    return new MergePhase(task.phase(), data, run);
  }

  /// Returns the outcome with an event about the task in the place of one about its phase.
  Outcome<StateCheckpoint> withTaskEvents(Outcome<StateCheckpoint> outcome) {
    if (!(outcome instanceof Transition<StateCheckpoint> transition)
        || transition.after() == null) {
      return outcome;
    }
    var events = new ArrayList<Event>();
    for (var event : transition.events()) {
      if (!(event instanceof Event.PhaseAmended) && !(event instanceof Event.PhaseQueued)) {
        events.add(event);
      }
    }
    var known = new HashSet<>(tasks.all());
    for (var task : transition.after().tasks()) {
      if (!known.contains(task)) {
        events.add(new Event.TaskChanged(task));
      }
    }
    return new Transition<>(
        transition.after(),
        events,
        transition.notices(),
        transition.formatLines(),
        transition.effects(),
        transition.fate());
  }

  /// Returns why nothing can be done with it.
  Outcome<StateCheckpoint> refusal() {
    var id = before.id();
    if (change.task().isBlank()) {
      return Outcome.refusal(
          "no-task", "the task has no text", "State it: tidemark task add \"Write the tests\"");
    }
    if (change.step() == TaskStep.ADD) {
      return Outcome.refusal(
          "no-phase",
          id + " has no phase that a task could belong to",
          "Begin one: " + CommandLines.of("enter PHASE", id));
    }
    var all = tasks.all();
    return Outcome.refusal(
        "no-task",
        id
            + " has no task "
            + change.task().strip()
            + (all.isEmpty() ? "" : "; there are: " + TaskList.listed(all, LISTED_MAX)),
        CommandLines.unknownTask(change.task().strip(), id));
  }
}
