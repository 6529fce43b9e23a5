package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Detail;
import dev.tidemark.checkpoint.JsonDetails;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checkpoint of the implementation tasks: the document `execution.json`. It has no phases of its
/// own.
///
/// @param id which document it is
/// @param root the whole document
public record TasksCheckpoint(CheckpointId id, JsonObject root) implements Checkpoint {

  @Override
  public Optional<Instant> updatedAt() {
    return Optional.empty();
  }

  @Override
  public List<Phase> phases() {
    return List.of();
  }

  @Override
  public Optional<PhaseName> current() {
    return Optional.empty();
  }

  @Override
  public List<Decision> decisions() {
    return List.of();
  }

  @Override
  public Optional<String> commit() {
    return Optional.empty();
  }

  @Override
  public boolean finished() {
    return false;
  }

  @Override
  public List<Detail> details() {
    var details = new ArrayList<>(JsonDetails.of("", root, Set.of(Keys.TASKS)));
    for (var task : entries()) {
      var name = "task " + task.id();
      details.add(new Detail(name, String.valueOf(task.json().string(Keys.STATUS))));
      var rest = task.json().without(Keys.ID).without(Keys.STATUS);
      details.addAll(JsonDetails.of(name, rest, Set.of()));
    }
    return details;
  }

  /// The validator reports tasks without an id or a status.
  @Override
  public List<PlannedTask> tasks() {
    var phase = Stage.IMPLEMENTATION.phase();
    var tasks = new ArrayList<PlannedTask>();
    for (var task : entries()) {
      var status = task.json().string(Keys.STATUS);
      if (!task.id().isEmpty() && status != null) {
        var said = task.json().string(Keys.DESCRIPTION);
        tasks.add(
            new PlannedTask(
                task.id(), phase, status, task.meaning(), said == null ? "" : said, reason(task)));
      }
    }
    return tasks;
  }

  private static @Nullable String reason(Task task) {
    var status = task.status();
    return status == TaskStatus.BLOCKED
        ? task.json().string(Keys.BLOCKED_REASON)
        : status == TaskStatus.FAILED ? task.json().string(Keys.FAILURE_REASON) : null;
  }

  /// The first task that is running.
  @Override
  public Optional<String> currentTask() {
    for (var task : entries()) {
      if (task.is(TaskStatus.RUNNING)) {
        return Optional.of(task.id());
      }
    }
    return Optional.empty();
  }

  @Override
  public List<String> identity() {
    var workflow = root.string(Keys.WORKFLOW_ID);
    return workflow == null ? List.of() : List.of(workflow);
  }

  /// Tasks that name another workflow were left there by it.
  @Override
  public boolean isPartOf(Checkpoint whole) {
    var workflow = root.string(Keys.WORKFLOW_ID);
    return whole instanceof FlowCheckpoint flow
        && (workflow == null || workflow.equals(flow.workflow()));
  }

  /// Returns the tasks that are objects, in the order of the document.
  List<Task> entries() {
    var tasks = new ArrayList<Task>();
    var array = root.array(Keys.TASKS);
    if (array != null) {
      for (var element : array.elements()) {
        if (element instanceof JsonObject json) {
          tasks.add(new Task(json));
        }
      }
    }
    return tasks;
  }

  /// Returns the task of that id, or null if there is none.
  @Nullable Task task(String id) {
    for (var task : entries()) {
      if (task.id().equals(id)) {
        return task;
      }
    }
    return null;
  }

  /// Returns the document with a task in the place of the one of the same id, or at the end.
  TasksCheckpoint with(Task task) {
    var array = root.array(Keys.TASKS);
    var tasks = array == null ? JsonArray.EMPTY : array;
    for (int i = 0; i < tasks.size(); i++) {
      if (tasks.get(i) instanceof JsonObject json && task.id().equals(json.string(Keys.ID))) {
        return with(tasks.with(i, task.json()));
      }
    }
    return with(tasks.plus(task.json()));
  }

  private TasksCheckpoint with(JsonArray tasks) {
    return new TasksCheckpoint(id, root.with(Keys.TASKS, tasks));
  }

  // Spelled out: the generated forms are linked at run time.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TasksCheckpoint that && id.equals(that.id) && root.equals(that.root);
  }

  @Override
  public int hashCode() {
    return id.hashCode() * 31 + root.hashCode();
  }

  @Override
  public String toString() {
    return id + " " + root;
  }
}
