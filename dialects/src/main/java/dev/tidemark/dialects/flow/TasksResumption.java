package dev.tidemark.dialects.flow;

import dev.tidemark.dialect.Resumption;
import dev.tidemark.resume.Doubt;
import dev.tidemark.resume.Handover;
import dev.tidemark.resume.ResumePoint;
import java.util.ArrayList;
import java.util.List;

/// Resume policy of the tasks: reports interrupted ones. The workflow decides where work continues.
final class TasksResumption implements Resumption<TasksCheckpoint> {
  @Override
  public ResumePoint from(TasksCheckpoint checkpoint) {
    return ResumePoint.NONE;
  }

  /// A running task may have been interrupted with its session, or have ended unrecorded: resuming
  /// the workflow determines it (R-003-30 to R-003-33).
  @Override
  public Handover handover(TasksCheckpoint checkpoint, String path) {
    var doubts = new ArrayList<Doubt>();
    for (var task : checkpoint.entries()) {
      if (task.is(TaskStatus.RUNNING)) {
        doubts.add(
            new Doubt(
                Doubt.Kind.NOTE,
                "task-orphaned",
                "task " + task.id() + " is said to be running",
                path + ", " + Keys.TASKS,
                "tidemark resume --run " + FlowPlace.ID + " finds out what became of it",
                Stage.IMPLEMENTATION.phase()));
      }
    }
    return new Handover(List.of(), List.of(), doubts);
  }
}
