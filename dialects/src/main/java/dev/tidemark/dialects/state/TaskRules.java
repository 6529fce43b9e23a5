package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Change.ChangeTask;
import dev.tidemark.workflow.Change.MergePhase;
import dev.tidemark.workflow.Change.TaskStep;
import dev.tidemark.workflow.CommandLines;
import dev.tidemark.workflow.Outcome;
import org.jspecify.annotations.Nullable;

/// What happens to the tasks of a phase (R-004-O6). A task is data of its phase, laid over what is
/// known of it, so that two who report different tasks do not undo each other.
final class TaskRules {
  private final StateCheckpoint before;
  private final ChangeTask change;

  TaskRules(StateCheckpoint before, ChangeTask change) {
    this.before = before;
    this.change = change;
  }

  /// Returns the change of the phase that the task is in; null if no phase has it.
  @Nullable MergePhase merge() {
    var id = change.task().strip();
    for (var phase : before.entries().members()) {
      var tasks = phase.value() instanceof JsonObject entry ? entry.object(Fields.TASKS) : null;
      if (tasks != null && tasks.has(id) && change.step() != TaskStep.ADD) {
        var told = JsonObject.EMPTY.with(Fields.STATUS, status());
        var data = JsonObject.EMPTY.with(Fields.TASKS, JsonObject.EMPTY.with(id, told));
        var run =
            change.step() == TaskStep.START
                ? JsonObject.EMPTY.with(Fields.CURRENT_TASK, id)
                : JsonObject.EMPTY;
        return new MergePhase(new PhaseName(phase.key()), data, run);
      }
    }
    return null;
  }

  private String status() {
    return switch (change.step()) {
      case DONE -> "complete";
      case FAIL -> "failed";
      case START, ADD -> "in_progress";
    };
  }

  /// Returns why nothing can be done with it.
  Outcome<StateCheckpoint> refusal() {
    if (!hasTasks()) {
      return Foreign.refusal(change);
    }
    return change.step() == TaskStep.ADD
        ? Outcome.no(
            "not-in-dialect",
            "the tasks of this run are those of its plan",
            "Write it into the plan, and begin again: tidemark start WORKFLOW --plan FILE --fresh")
        : Outcome.no(
            "no-task",
            before.id() + " has no task " + change.task(),
            "See its tasks: " + CommandLines.of("plan", before.id()));
  }

  private boolean hasTasks() {
    for (var phase : before.entries().members()) {
      if (phase.value() instanceof JsonObject entry && entry.object(Fields.TASKS) != null) {
        return true;
      }
    }
    return false;
  }
}
