package dev.tidemark.dialects.flow;

import dev.tidemark.dialect.ResumePolicy;
import dev.tidemark.dialects.flow.format.FlowLocator;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.TasksCheckpoint;
import dev.tidemark.dialects.flow.task.FlowKeys;
import dev.tidemark.dialects.flow.task.FlowTaskStatus;
import dev.tidemark.handoff.ProtocolHandover;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.handoff.ResumeWarning;
import java.util.ArrayList;
import java.util.List;

/// Resume policy of the tasks: reports interrupted ones. The workflow decides where work continues.
final class TasksResumePolicy implements ResumePolicy<TasksCheckpoint> {
  @Override
  public ResumePoint resumePoint(TasksCheckpoint checkpoint) {
    return ResumePoint.NONE;
  }

  /// A running task may have been interrupted with its session, or have ended unrecorded: resuming
  /// the workflow determines it (R-003-30 to R-003-33).
  @Override
  public ProtocolHandover handover(TasksCheckpoint checkpoint, String path) {
    var doubts = new ArrayList<ResumeWarning>();
    for (var flowTask : checkpoint.entries()) {
      if (flowTask.is(FlowTaskStatus.RUNNING)) {
        doubts.add(
            new ResumeWarning(
                ResumeWarning.Kind.NOTE,
                "task-orphaned",
                "task " + flowTask.id() + " is recorded as running",
                path + ", " + FlowKeys.TASKS,
                "tidemark resume --run " + FlowLocator.ID + " determines its outcome",
                FlowPhase.IMPLEMENTATION.phase()));
      }
    }
    return new ProtocolHandover(List.of(), List.of(), doubts);
  }
}
