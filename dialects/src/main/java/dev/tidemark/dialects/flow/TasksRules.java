package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.ResumePolicy;
import dev.tidemark.dialect.Rules;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowKeys;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowTaskStatus;
import dev.tidemark.dialects.flow.format.TasksCheckpoint;
import dev.tidemark.handoff.ProtocolHandover;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules of the tasks: they change with their workflow, and never on their own. Resuming reports
/// interrupted ones; the workflow decides where work continues.
public final class TasksRules implements Rules<TasksCheckpoint>, ResumePolicy<TasksCheckpoint> {
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
        id + " is a part of " + FlowFormat.ID + " and changes with it",
        "Name the workflow: tidemark task done TASK --run " + FlowFormat.ID);
  }

  @Override
  public ResumePoint resumePoint(TasksCheckpoint checkpoint) {
    return ResumePoint.NONE;
  }

  /// A running task may have been interrupted with its session, or have ended unrecorded: resuming
  /// the workflow determines it (R-003-30 to R-003-33).
  @Override
  public ProtocolHandover handover(TasksCheckpoint checkpoint, String path) {
    var warnings = new ArrayList<ResumeWarning>();
    for (var flowTask : checkpoint.entries()) {
      if (flowTask.hasStatus(FlowTaskStatus.RUNNING)) {
        warnings.add(
            new ResumeWarning(
                ResumeWarning.Kind.NOTE,
                "task-orphaned",
                "task " + flowTask.id() + " is recorded as running",
                path + ", " + FlowKeys.TASKS,
                "tidemark resume --run " + FlowFormat.ID + " determines its outcome",
                FlowPhase.IMPLEMENTATION.phase()));
      }
    }
    return new ProtocolHandover(List.of(), List.of(), warnings);
  }
}
