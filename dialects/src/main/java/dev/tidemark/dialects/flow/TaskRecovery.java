package dev.tidemark.dialects.flow;

import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowKeys;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowTask;
import dev.tidemark.dialects.flow.format.FlowTaskStatus;
import dev.tidemark.dialects.flow.format.JsonTrees;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.FileFact;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Task recovery: determines the state of tasks that were running at an interruption, scenarios 1
/// and 2.
///
/// A task that was started less than [#GRACE] ago and has no result is left running: a second
/// session that resumes the run must not reset the work of the first.
final class TaskRecovery {
  /// The grace period after its start in which a task without a result counts as in progress.
  static final Duration GRACE = Duration.ofMinutes(1);

  private final FlowContext flowContext;
  private final FactTracker factTracker;
  private final FlowUpdate flowUpdate;

  TaskRecovery(FlowContext flowContext, FlowUpdate flowUpdate) {
    this.flowContext = flowContext;
    this.factTracker = flowContext.factTracker();
    this.flowUpdate = flowUpdate;
  }

  void recover() {
    var reading = flowContext.tasks();
    var before = reading.checkpoint();
    if (before == null) {
      return;
    }
    var after = before;
    for (var flowTask : before.entries()) {
      if (flowTask.status() == null) {
        flowUpdate.addNotice(
            "unknown-status",
            flowTask.id()
                + " has a status that is none of "
                + FlowTaskStatus.ALL
                + "; it is left alone");
      }
      if (flowTask.hasStatus(FlowTaskStatus.RUNNING)) {
        after = after.with(recovered(flowTask));
      }
    }
    boolean same = after.equals(before);
    var text = same ? reading.text() : new TasksFormat().encode(after, reading.text());
    var events = List.<Event>of(new Event.PhaseAmended(FlowPhase.IMPLEMENTATION.phase()));
    flowUpdate.addEffect(new Effect.ReplaceDocument(TasksFormat.ID, text, events));
    if (!same) {
      flowUpdate.forceWrite();
    }
  }

  private FlowTask recovered(FlowTask flowTask) {
    if (flowTask.isZoneless()) {
      flowUpdate.addNotice(
          "no-zone", "started_at of " + flowTask.id() + " has no zone; it is read as UTC");
    }
    var path = flowTask.output();
    if (FlowTask.leadsOut(path)) {
      flowUpdate.addNotice(
          "outside", "the output of " + flowTask.id() + " is outside the project: " + path);
      return retryLost(flowTask);
    }
    var file = file(path);
    if (file == null || !isOwn(flowTask, file)) {
      return isRecent(flowTask) ? keepRunning(flowTask) : retryLost(flowTask);
    }
    var text = factTracker.text(path).orElse(null);
    var output =
        text == null ? null : JsonTrees.parsed(text) instanceof JsonObject json ? json : null;
    var status = output == null ? null : FlowTaskStatus.parse(output.string(FlowKeys.STATUS));
    var owner = output == null ? null : output.string(FlowKeys.TASK_ID);
    boolean foreign = owner != null && !owner.equals(flowTask.id());
    if (output == null || status == null || !status.isResult() || foreign) {
      if (isRecent(flowTask)) {
        return keepRunning(flowTask);
      }
      var aside = path + ".bad";
      flowUpdate.addEffect(new Effect.MoveFile(path, aside));
      flowUpdate.addNotice(
          "bad-output", path + " has no entry for " + flowTask.id() + "; now " + aside);
      return retryLost(flowTask);
    }
    return ended(flowTask, status, output, file);
  }

  private boolean isRecent(FlowTask flowTask) {
    var started = flowTask.startedAt();
    if (started == null) {
      return false;
    }
    var age = Duration.between(started, factTracker.now());
    return !age.isNegative() && age.compareTo(GRACE) < 0;
  }

  private FlowTask keepRunning(FlowTask flowTask) {
    flowUpdate.addLine(
        "Running " + flowTask.id() + ": started less than a minute ago, not recovered");
    return flowTask;
  }

  /// An output counts if it was written since the task began, by this workflow.
  private boolean isOwn(FlowTask flowTask, FileFact file) {
    var started = flowTask.startedAt();
    boolean recent = started == null || file.modifiedAt().toEpochMilli() >= started.toEpochMilli();
    var workflow = flowUpdate.checkpoint();
    return recent && PhaseOutputs.isOwn(workflow, file.path(), factTracker);
  }

  private @Nullable FileFact file(String path) {
    int slash = path.lastIndexOf('/');
    var folder = slash < 0 ? "" : path.substring(0, slash);
    for (var found : factTracker.fact(FactQuery.files(folder)).orElse(List.of())) {
      if (!found.folder() && found.path().equals(path)) {
        return found;
      }
    }
    return null;
  }

  /// Scenario 2: the task ended, but its end was not recorded.
  private FlowTask ended(
      FlowTask flowTask, FlowTaskStatus status, JsonObject output, FileFact file) {
    var completedAt = output.string(FlowKeys.COMPLETED_AT);
    boolean known = completedAt != null && Timestamps.parse(completedAt).isPresent();
    flowUpdate.addLine(
        "Recovered " + flowTask.id() + ": " + status.word() + ", according to its output");
    return flowTask
        .with(status)
        .with(
            FlowKeys.COMPLETED_AT,
            known && completedAt != null ? completedAt : Timestamps.millis(file.modifiedAt()));
  }

  /// Scenario 1: the task was cut off. It is tried again, but not for ever.
  private FlowTask retryLost(FlowTask flowTask) {
    long attempts = flowTask.attempts() + 1;
    var again =
        new FlowTask(
            flowTask
                .json()
                .with(FlowKeys.ATTEMPTS, JsonNumber.of(attempts))
                .without(FlowKeys.STARTED_AT));
    if (attempts >= flowContext.settings().attemptsMax()) {
      var reason = "cut off " + attempts + " times";
      flowUpdate.addLine("Recovered " + flowTask.id() + ": failed, " + reason);
      return again.with(FlowTaskStatus.FAILED).with(FlowKeys.FAILURE_REASON, reason);
    }
    flowUpdate.addLine("Recovered " + flowTask.id() + ": pending, attempts " + attempts);
    return again.with(FlowTaskStatus.PENDING);
  }
}
