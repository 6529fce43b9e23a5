package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowKeys;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.dialects.flow.format.FlowTask;
import dev.tidemark.dialects.flow.format.FlowTaskStatus;
import dev.tidemark.dialects.flow.format.TasksCheckpoint;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.SafeName;
import dev.tidemark.workflow.change.Change.ChangeTask;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Task transitions: list, begin, complete, fail. The tasks are written first, then the time of the
/// workflow's last activity; after an interruption, repeating the request does the rest.
final class TaskSteps {
  static final String STATUS = "status";
  static final String OUTPUT = "output";
  static final String AFTER = "after";
  static final String REASON = "reason";

  private final FlowContext flowContext;
  private final FactTracker factTracker;
  private final FlowCheckpoint before;
  private final FlowUpdate flowUpdate;

  TaskSteps(FlowContext flowContext, FlowCheckpoint before) {
    this.flowContext = flowContext;
    this.factTracker = flowContext.factTracker();
    this.before = before;
    this.flowUpdate = new FlowUpdate(factTracker, before);
  }

  Outcome<FlowCheckpoint> outcome(ChangeTask change) {
    var awaited =
        before.progress() == FlowProgress.IN_PROGRESS
            ? flowContext.awaited(before.flowPhase(), before)
            : null;
    if (awaited != null) {
      return FlowContext.open(flowContext.approval(awaited), List.of(), List.of());
    }
    var reading = flowContext.tasks();
    var problem = reading.problem();
    if (problem != null) {
      return Outcome.refusal(
          "bad-tasks",
          TasksFormat.FILE + " cannot be used: " + problem,
          "Have it archived: tidemark resume flow/develop");
    }
    var tasks = reading.checkpoint() == null ? blank() : reading.checkpoint();
    var id = change.task().strip();
    boolean safe = SafeName.clean(id) instanceof SafeName.Clean clean && clean.name().equals(id);
    if (!safe) {
      return Outcome.refusal(
          "bad-name", "\"" + id + "\" cannot be the id of a task", "Use one like task-001");
    }
    var flowTask = find(tasks, id);
    return switch (change.step()) {
      case ADD ->
          flowTask == null ? add(tasks, id) : alreadyInState(flowTask, "is on the list already");
      case START -> flowTask == null ? missing(tasks, id) : start(tasks, flowTask);
      case DONE -> flowTask == null ? missing(tasks, id) : done(tasks, flowTask);
      case FAIL ->
          flowTask == null
              ? missing(tasks, id)
              : fail(tasks, flowTask, FlowTaskStatus.FAILED, change.reason());
      case BLOCK ->
          flowTask == null
              ? missing(tasks, id)
              : fail(tasks, flowTask, FlowTaskStatus.BLOCKED, change.reason());
    };
  }

  /// Returns the task of that id, or whose id begins with it: `T007` of `T007 Write the form`.
  private static @Nullable FlowTask find(TasksCheckpoint tasks, String id) {
    var exact = tasks.task(id);
    for (var flowTask : tasks.entries()) {
      if (exact == null && TaskList.isNumbered(flowTask.id(), id)) {
        return flowTask;
      }
    }
    return exact;
  }

  private TasksCheckpoint blank() {
    var root =
        JsonObject.builder()
            .add(FlowKeys.WORKFLOW_ID, before.workflow())
            .add(FlowKeys.TASKS, JsonArray.EMPTY)
            .build();
    return new TasksCheckpoint(TasksFormat.ID, root);
  }

  private Outcome<FlowCheckpoint> add(TasksCheckpoint tasks, String id) {
    var flowTask = FlowTask.pending(id);
    var output = factTracker.options().value(OUTPUT);
    if (output != null) {
      if (FlowTask.leadsOut(output)) {
        return Outcome.refusal(
            "outside", output + " is outside the project", "Name a path from the project root");
      }
      flowTask = flowTask.with(FlowKeys.OUTPUT, output);
    }
    var first = factTracker.options().values(AFTER);
    for (var other : first) {
      if (tasks.task(other) == null) {
        return missing(tasks, other);
      }
    }
    return written(tasks.with(first.isEmpty() ? flowTask : flowTask.after(first)), id, "pending");
  }

  private Outcome<FlowCheckpoint> start(TasksCheckpoint tasks, FlowTask flowTask) {
    if (flowTask.hasStatus(FlowTaskStatus.RUNNING)) {
      return alreadyInState(flowTask, "is running already");
    }
    var status = flowTask.status();
    if (status == null || status.isDone()) {
      return Outcome.refusal(
          "task-done",
          flowTask.id()
              + " cannot be started: its status is "
              + flowTask.json().string(FlowKeys.STATUS),
          "Add another task for the rest of the work");
    }
    var open = new StringBuilder();
    for (var id : flowTask.dependencies()) {
      var other = tasks.task(id);
      var progress = other == null ? null : other.status();
      if (progress == null || !progress.isDone()) {
        open.append(open.isEmpty() ? "" : ", ").append(id);
      }
    }
    if (!open.isEmpty()) {
      return Outcome.refusal(
          "task-waits", flowTask.id() + " depends on tasks not done: " + open, "Do those first");
    }
    var started =
        flowTask
            .with(FlowTaskStatus.RUNNING)
            .with(FlowKeys.STARTED_AT, factTracker.stamp())
            .without(FlowKeys.COMPLETED_AT)
            .without(FlowKeys.BLOCKED_REASON)
            .without(FlowKeys.FAILURE_REASON);
    return written(tasks.with(started), flowTask.id(), "running");
  }

  private Outcome<FlowCheckpoint> done(TasksCheckpoint tasks, FlowTask flowTask) {
    var status = status(FlowTaskStatus.COMPLETE);
    if (status == null || !status.isDone()) {
      return wrongStatus("pre_complete, complete, verified");
    }
    if (flowTask.hasStatus(status)) {
      return alreadyInState(flowTask, "is " + status.word() + " already");
    }
    var output = flowTask.output();
    boolean there = !FlowTask.leadsOut(output) && factTracker.exists(output);
    if (!there && flowTask.namesOutput()) {
      return Outcome.refusal(
          "no-output",
          "the output of " + flowTask.id() + " is missing: " + output,
          "Write " + output + " first");
    }
    var ended = flowTask.with(status).with(FlowKeys.COMPLETED_AT, factTracker.stamp());
    return written(
        tasks.with(there ? ended.with(FlowKeys.OUTPUT, output) : ended),
        flowTask.id(),
        status.word());
  }

  private Outcome<FlowCheckpoint> fail(
      TasksCheckpoint tasks, FlowTask flowTask, FlowTaskStatus usual, @Nullable String reason) {
    var status = status(usual);
    if (status != FlowTaskStatus.FAILED && status != FlowTaskStatus.BLOCKED) {
      return wrongStatus("failed, blocked");
    }
    if (flowTask.hasStatus(status)) {
      return alreadyInState(flowTask, "is " + status.word() + " already");
    }
    var given = reason == null ? factTracker.options().value(REASON) : reason;
    var ended = flowTask.with(status);
    if (status == FlowTaskStatus.FAILED) {
      ended =
          new FlowTask(ended.json().with(FlowKeys.ATTEMPTS, JsonNumber.of(flowTask.attempts() + 1)))
              .with(FlowKeys.COMPLETED_AT, factTracker.stamp());
    }
    if (given != null && !given.isBlank()) {
      ended =
          status == FlowTaskStatus.BLOCKED
              ? ended.with(FlowKeys.BLOCKED_REASON, given)
              : ended.with(FlowKeys.LAST_ERROR, given).with(FlowKeys.FAILURE_REASON, given);
    }
    return written(tasks.with(ended), flowTask.id(), status.word());
  }

  /// Returns the given status, or the default; null for an unknown word.
  private @Nullable FlowTaskStatus status(FlowTaskStatus usual) {
    var word = factTracker.options().value(STATUS);
    return word == null ? usual : FlowTaskStatus.parse(word);
  }

  private static Outcome<FlowCheckpoint> wrongStatus(String allowed) {
    return Outcome.refusal(
        "bad-status", "the status is none that this step leads to", "Use one of " + allowed);
  }

  private Outcome<FlowCheckpoint> written(TasksCheckpoint tasks, String id, String word) {
    var text = new TasksFormat().encode(tasks, flowContext.tasks().text());
    var events = new ArrayList<Event>();
    for (var task : tasks.tasks()) {
      if (task.id().equals(id)) {
        events.add(new Event.TaskChanged(task));
      }
    }
    flowUpdate.addEffect(new Effect.ReplaceDocument(TasksFormat.ID, text, events));
    flowUpdate.forceWrite();
    flowUpdate.addLine("Task " + id + ": " + word);
    return flowUpdate.outcome();
  }

  /// The task already has the requested state; the workflow may still need the update.
  private Outcome<FlowCheckpoint> alreadyInState(FlowTask flowTask, String what) {
    flowUpdate.addNotice("same-task", flowTask.id() + " " + what);
    flowUpdate.addEffect(
        new Effect.ReplaceDocument(TasksFormat.ID, flowContext.tasks().text(), List.of()));
    flowUpdate.forceWrite();
    return flowUpdate.outcome();
  }

  private static Outcome<FlowCheckpoint> missing(TasksCheckpoint tasks, String id) {
    var names = new StringBuilder();
    for (var flowTask : tasks.entries()) {
      names.append(names.isEmpty() ? "" : ", ").append(flowTask.id());
    }
    return Outcome.refusal(
        "no-task",
        "there is no task " + id,
        names.isEmpty()
            ? "Put it on the list: "
                + CommandLines.of("task add " + CommandLines.word(id), FlowFormat.ID)
            : "There are: " + names);
  }
}
