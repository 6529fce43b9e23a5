package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.SafeName;
import dev.tidemark.workflow.Change.ChangeTask;
import dev.tidemark.workflow.CommandLines;
import dev.tidemark.workflow.Effect;
import dev.tidemark.workflow.Outcome;
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

  private final Matter matter;
  private final Inquiry inquiry;
  private final FlowCheckpoint before;
  private final Draft draft;

  TaskSteps(Matter matter, FlowCheckpoint before) {
    this.matter = matter;
    this.inquiry = matter.inquiry();
    this.before = before;
    this.draft = new Draft(inquiry, before);
  }

  Outcome<FlowCheckpoint> outcome(ChangeTask change) {
    var reading = matter.tasks();
    var problem = reading.problem();
    if (problem != null) {
      return Outcome.no(
          "bad-tasks",
          TasksPlace.FILE + " cannot be used: " + problem,
          "Have it archived: tidemark resume flow/develop");
    }
    var tasks = reading.checkpoint() == null ? blank() : reading.checkpoint();
    var id = change.task().strip();
    boolean safe = SafeName.clean(id) instanceof SafeName.Clean clean && clean.name().equals(id);
    if (!safe) {
      return Outcome.no(
          "bad-name", "\"" + id + "\" cannot be the id of a task", "Use one like task-001");
    }
    var task = find(tasks, id);
    return switch (change.step()) {
      case ADD -> task == null ? add(tasks, id) : same(task, "is on the list already");
      case START -> task == null ? missing(tasks, id) : start(tasks, task);
      case DONE -> task == null ? missing(tasks, id) : done(tasks, task);
      case FAIL ->
          task == null ? missing(tasks, id) : fail(tasks, task, TaskStatus.FAILED, change.reason());
      case BLOCK ->
          task == null
              ? missing(tasks, id)
              : fail(tasks, task, TaskStatus.BLOCKED, change.reason());
    };
  }

  /// Returns the task of that id, or whose id begins with it: `T007` of `T007 Write the form`.
  private static @Nullable Task find(TasksCheckpoint tasks, String id) {
    var exact = tasks.task(id);
    for (var task : tasks.entries()) {
      if (exact == null && TaskList.isNumbered(task.id(), id)) {
        return task;
      }
    }
    return exact;
  }

  private TasksCheckpoint blank() {
    var root =
        JsonObject.builder()
            .add(Keys.WORKFLOW_ID, before.workflow())
            .add(Keys.TASKS, JsonArray.EMPTY)
            .build();
    return new TasksCheckpoint(TasksPlace.ID, root);
  }

  private Outcome<FlowCheckpoint> add(TasksCheckpoint tasks, String id) {
    var task = Task.pending(id);
    var output = inquiry.details().value(OUTPUT);
    if (output != null) {
      if (Contract.leadsOut(output)) {
        return Outcome.no(
            "outside", output + " is outside the project", "Name a path from the project root");
      }
      task = task.with(Keys.OUTPUT, output);
    }
    var first = inquiry.details().values(AFTER);
    for (var other : first) {
      if (tasks.task(other) == null) {
        return missing(tasks, other);
      }
    }
    return written(tasks.with(first.isEmpty() ? task : task.after(first)), id, "pending");
  }

  private Outcome<FlowCheckpoint> start(TasksCheckpoint tasks, Task task) {
    if (task.is(TaskStatus.RUNNING)) {
      return same(task, "is running already");
    }
    var status = task.status();
    if (status == null || status.isDone()) {
      return Outcome.no(
          "task-done",
          task.id() + " cannot be started: its status is " + task.json().string(Keys.STATUS),
          "Add another task for what is left to do");
    }
    var open = new StringBuilder();
    for (var id : task.dependencies()) {
      var other = tasks.task(id);
      var progress = other == null ? null : other.status();
      if (progress == null || !progress.isDone()) {
        open.append(open.isEmpty() ? "" : ", ").append(id);
      }
    }
    if (!open.isEmpty()) {
      return Outcome.no(
          "task-waits", task.id() + " depends on tasks not done: " + open, "Do those first");
    }
    var started =
        task.with(TaskStatus.RUNNING)
            .with(Keys.STARTED_AT, inquiry.stamp())
            .without(Keys.COMPLETED_AT)
            .without(Keys.BLOCKED_REASON)
            .without(Keys.FAILURE_REASON);
    return written(tasks.with(started), task.id(), "running");
  }

  private Outcome<FlowCheckpoint> done(TasksCheckpoint tasks, Task task) {
    var status = status(TaskStatus.COMPLETE);
    if (status == null || !status.isDone()) {
      return wrongStatus("pre_complete, complete, verified");
    }
    if (task.is(status)) {
      return same(task, "is " + status.word() + " already");
    }
    var output = task.output();
    boolean there = !Contract.leadsOut(output) && inquiry.exists(output);
    if (!there && task.namesOutput()) {
      return Outcome.no(
          "no-output",
          "the output of " + task.id() + " is missing: " + output,
          "Write " + output + " first");
    }
    var ended = task.with(status).with(Keys.COMPLETED_AT, inquiry.stamp());
    return written(
        tasks.with(there ? ended.with(Keys.OUTPUT, output) : ended), task.id(), status.word());
  }

  private Outcome<FlowCheckpoint> fail(
      TasksCheckpoint tasks, Task task, TaskStatus usual, @Nullable String reason) {
    var status = status(usual);
    if (status != TaskStatus.FAILED && status != TaskStatus.BLOCKED) {
      return wrongStatus("failed, blocked");
    }
    if (task.is(status)) {
      return same(task, "is " + status.word() + " already");
    }
    var said = reason == null ? inquiry.details().value(REASON) : reason;
    var ended = task.with(status);
    if (status == TaskStatus.FAILED) {
      ended =
          new Task(ended.json().with(Keys.ATTEMPTS, JsonNumber.of(task.attempts() + 1)))
              .with(Keys.COMPLETED_AT, inquiry.stamp());
    }
    if (said != null && !said.isBlank()) {
      ended =
          status == TaskStatus.BLOCKED
              ? ended.with(Keys.BLOCKED_REASON, said)
              : ended.with(Keys.LAST_ERROR, said).with(Keys.FAILURE_REASON, said);
    }
    return written(tasks.with(ended), task.id(), status.word());
  }

  /// Returns the given status, or the default; null for an unknown word.
  private @Nullable TaskStatus status(TaskStatus usual) {
    var word = inquiry.details().value(STATUS);
    return word == null ? usual : TaskStatus.parse(word);
  }

  private static Outcome<FlowCheckpoint> wrongStatus(String allowed) {
    return Outcome.no(
        "bad-status", "the status is none that this step leads to", "Say one of " + allowed);
  }

  private Outcome<FlowCheckpoint> written(TasksCheckpoint tasks, String id, String word) {
    var text = new TasksFormat().encode(tasks, matter.tasks().text());
    var events = new ArrayList<Event>();
    for (var task : tasks.tasks()) {
      if (task.id().equals(id)) {
        events.add(new Event.TaskChanged(task));
      }
    }
    draft.effect(new Effect.ReplaceDocument(TasksPlace.ID, text, events));
    draft.touch();
    draft.say("Task " + id + ": " + word);
    return draft.outcome();
  }

  /// The task already has the requested state; the workflow may still need the update.
  private Outcome<FlowCheckpoint> same(Task task, String what) {
    draft.notice("same-task", task.id() + " " + what);
    draft.effect(new Effect.ReplaceDocument(TasksPlace.ID, matter.tasks().text(), List.of()));
    draft.touch();
    return draft.outcome();
  }

  private static Outcome<FlowCheckpoint> missing(TasksCheckpoint tasks, String id) {
    var names = new StringBuilder();
    for (var task : tasks.entries()) {
      names.append(names.isEmpty() ? "" : ", ").append(task.id());
    }
    return Outcome.no(
        "no-task",
        "there is no task " + id,
        names.isEmpty()
            ? "Put it on the list: "
                + CommandLines.of("task add " + CommandLines.word(id), FlowPlace.ID)
            : "There are: " + names);
  }
}
