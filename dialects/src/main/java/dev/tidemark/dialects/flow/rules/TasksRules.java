package dev.tidemark.dialects.flow.rules;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Rules;
import dev.tidemark.dialects.flow.format.FlowLocator;
import dev.tidemark.dialects.flow.format.TasksCheckpoint;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules of the tasks: they change with their workflow, and never on their own.
public final class TasksRules implements Rules<TasksCheckpoint> {
  /// Makes them; they have no options.
  public TasksRules() {}

  @Override
  public boolean storesTask(Change.TaskStep step) {
    return true;
  }

  @Override
  public List<FactQuery<?>> asks(@Nullable TasksCheckpoint checkpoint, Change change) {
    return List.of();
  }

  @Override
  public Outcome<TasksCheckpoint> decide(
      CheckpointId id, @Nullable TasksCheckpoint checkpoint, Change change, Facts facts) {
    return Outcome.refusal(
        "part-of-run",
        id + " is a part of " + FlowLocator.ID + " and changes with it",
        "Name the workflow: tidemark task done TASK --run " + FlowLocator.ID);
  }
}
