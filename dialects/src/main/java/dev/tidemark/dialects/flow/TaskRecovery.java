package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Effect;
import dev.tidemark.workflow.FileFact;
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

  private final Matter matter;
  private final Inquiry inquiry;
  private final Draft draft;

  TaskRecovery(Matter matter, Draft draft) {
    this.matter = matter;
    this.inquiry = matter.inquiry();
    this.draft = draft;
  }

  void recover() {
    var reading = matter.tasks();
    var before = reading.checkpoint();
    if (before == null) {
      return;
    }
    var after = before;
    for (var task : before.entries()) {
      if (task.status() == null) {
        draft.notice(
            "unknown-status",
            task.id() + " has a status that is none of " + TaskStatus.ALL + "; it is left alone");
      }
      if (task.is(TaskStatus.RUNNING)) {
        after = after.with(recovered(task));
      }
    }
    boolean same = after.equals(before);
    var text = same ? reading.text() : new TasksFormat().encode(after, reading.text());
    var events = List.<Event>of(new Event.PhaseAmended(Stage.IMPLEMENTATION.phase()));
    draft.effect(new Effect.ReplaceDocument(TasksPlace.ID, text, events));
    if (!same) {
      draft.touch();
    }
  }

  private Task recovered(Task task) {
    if (task.isZoneless()) {
      draft.notice("no-zone", "started_at of " + task.id() + " has no zone; it is read as UTC");
    }
    var path = task.output();
    if (Contract.leadsOut(path)) {
      draft.notice("outside", "the output of " + task.id() + " is outside the project: " + path);
      return lost(task);
    }
    var file = file(path);
    if (file == null || !isOwn(task, file)) {
      return isRecent(task) ? kept(task) : lost(task);
    }
    var text = inquiry.text(path).orElse(null);
    var output = text == null ? null : Trees.parsed(text) instanceof JsonObject json ? json : null;
    var status = output == null ? null : TaskStatus.parse(output.string(Keys.STATUS));
    if (output == null || status == null || !status.isResult()) {
      if (isRecent(task)) {
        return kept(task);
      }
      var aside = path + ".bad";
      draft.effect(new Effect.MoveFile(path, aside));
      draft.notice("bad-output", path + " says nothing of " + task.id() + "; now " + aside);
      return lost(task);
    }
    return ended(task, status, output, file);
  }

  private boolean isRecent(Task task) {
    var started = task.startedAt();
    if (started == null) {
      return false;
    }
    var age = Duration.between(started, inquiry.now());
    return !age.isNegative() && age.compareTo(GRACE) < 0;
  }

  private Task kept(Task task) {
    draft.say("Running " + task.id() + ": started less than a minute ago, not recovered");
    return task;
  }

  /// An output counts if it was written since the task began, by this workflow.
  private boolean isOwn(Task task, FileFact file) {
    var started = task.startedAt();
    boolean recent = started == null || file.modifiedAt().toEpochMilli() >= started.toEpochMilli();
    var workflow = draft.now();
    return recent && Baseline.isOwn(workflow, file.path(), inquiry);
  }

  private @Nullable FileFact file(String path) {
    int slash = path.lastIndexOf('/');
    var folder = slash < 0 ? "" : path.substring(0, slash);
    for (var found : inquiry.fact(new Ask.Files(folder)).orElse(List.of())) {
      if (!found.folder() && found.path().equals(path)) {
        return found;
      }
    }
    return null;
  }

  /// Scenario 2: the task ended, but its end was not recorded.
  private Task ended(Task task, TaskStatus status, JsonObject output, FileFact file) {
    var said = output.string(Keys.COMPLETED_AT);
    boolean known = said != null && Timestamps.parse(said).isPresent();
    draft.say("Recovered " + task.id() + ": " + status.word() + ", as its output says");
    return task.with(status)
        .with(
            Keys.COMPLETED_AT, known && said != null ? said : Timestamps.millis(file.modifiedAt()));
  }

  /// Scenario 1: the task was cut off. It is tried again, but not for ever.
  private Task lost(Task task) {
    long attempts = task.attempts() + 1;
    var again =
        new Task(task.json().with(Keys.ATTEMPTS, JsonNumber.of(attempts)).without(Keys.STARTED_AT));
    if (attempts >= matter.settings().attemptsMax()) {
      var reason = "cut off " + attempts + " times";
      draft.say("Recovered " + task.id() + ": failed, " + reason);
      return again.with(TaskStatus.FAILED).with(Keys.FAILURE_REASON, reason);
    }
    draft.say("Recovered " + task.id() + ": pending, attempts " + attempts);
    return again.with(TaskStatus.PENDING);
  }
}
