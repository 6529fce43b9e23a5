package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.dialect.JsonDocument;
import dev.tidemark.dialect.JsonFields;
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
public final class TasksCheckpoint extends JsonDocument {
  /// Takes which document it is, and the whole tree.
  public TasksCheckpoint(CheckpointId id, JsonObject root) {
    super(id, root);
  }

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
  public List<DocumentField> details() {
    var details = new ArrayList<>(JsonFields.of("", root(), Set.of(FlowKeys.TASKS)));
    for (var flowTask : entries()) {
      var name = "task " + flowTask.id();
      details.add(new DocumentField(name, String.valueOf(flowTask.json().string(FlowKeys.STATUS))));
      var rest = flowTask.json().without(FlowKeys.ID).without(FlowKeys.STATUS);
      details.addAll(JsonFields.of(name, rest, Set.of()));
    }
    return details;
  }

  /// The validator reports tasks without an id or a status.
  @Override
  public List<PlannedTask> tasks() {
    var phase = FlowPhase.IMPLEMENTATION.phase();
    var tasks = new ArrayList<PlannedTask>();
    for (var flowTask : entries()) {
      var status = flowTask.json().string(FlowKeys.STATUS);
      if (!flowTask.id().isEmpty() && status != null) {
        var description = flowTask.json().string(FlowKeys.DESCRIPTION);
        tasks.add(
            new PlannedTask(
                flowTask.id(),
                phase,
                status,
                flowTask.meaning(),
                description == null ? "" : description,
                reason(flowTask)));
      }
    }
    return tasks;
  }

  private static @Nullable String reason(FlowTask flowTask) {
    var status = flowTask.status();
    return status == FlowTaskStatus.BLOCKED
        ? flowTask.json().string(FlowKeys.BLOCKED_REASON)
        : status == FlowTaskStatus.FAILED ? flowTask.json().string(FlowKeys.FAILURE_REASON) : null;
  }

  /// The first task that is running.
  @Override
  public Optional<String> currentTask() {
    for (var flowTask : entries()) {
      if (flowTask.hasStatus(FlowTaskStatus.RUNNING)) {
        return Optional.of(flowTask.id());
      }
    }
    return Optional.empty();
  }

  @Override
  public List<String> identity() {
    var workflow = root().string(FlowKeys.WORKFLOW_ID);
    return workflow == null ? List.of() : List.of(workflow);
  }

  /// Tasks that name another workflow were left there by it.
  @Override
  public boolean isPartOf(Checkpoint whole) {
    var workflow = root().string(FlowKeys.WORKFLOW_ID);
    return whole instanceof FlowCheckpoint flow
        && (workflow == null || workflow.equals(flow.workflow()));
  }

  /// Returns the tasks that are objects, in the order of the document.
  public List<FlowTask> entries() {
    var tasks = new ArrayList<FlowTask>();
    for (var json : root().objects(FlowKeys.TASKS)) {
      tasks.add(new FlowTask(json));
    }
    return tasks;
  }

  /// Returns the task of that id, or null if there is none.
  @Nullable
  public FlowTask task(String id) {
    for (var flowTask : entries()) {
      if (flowTask.id().equals(id)) {
        return flowTask;
      }
    }
    return null;
  }

  /// Returns the document with a task in the place of the one of the same id, or at the end.
  public TasksCheckpoint with(FlowTask flowTask) {
    var array = root().array(FlowKeys.TASKS);
    var tasks = array == null ? JsonArray.EMPTY : array;
    for (int i = 0; i < tasks.size(); i++) {
      if (tasks.get(i) instanceof JsonObject json
          && flowTask.id().equals(json.string(FlowKeys.ID))) {
        return with(tasks.with(i, flowTask.json()));
      }
    }
    return with(tasks.plus(flowTask.json()));
  }

  private TasksCheckpoint with(JsonArray tasks) {
    return new TasksCheckpoint(id(), root().with(FlowKeys.TASKS, tasks));
  }
}
