package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.history.Event;
import dev.tidemark.history.Worklog;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change.ChangeTask;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Resolves and records tasks in the journal, for formats that have no place for them or for their
/// status, and checks for open tasks when a phase ends.
public final class TaskNotes {
  private static final int LISTED_MAX = 5;

  private final CheckpointId id;
  private final TaskList known;
  private final List<PlannedTask> inDocument;

  public TaskNotes(CheckpointId id, @Nullable Checkpoint checkpoint, Worklog worklog) {
    this.id = id;
    this.known = tasks(checkpoint, List.of(), worklog);
    this.inDocument = checkpoint == null ? List.of() : checkpoint.tasks();
  }

  /// Returns whether a step is about a task that the journal has, and the document has not.
  public boolean isOnlyJournaled(ChangeTask change) {
    var found = known.find(change.task());
    if (found == null) {
      return false;
    }
    for (var task : inDocument) {
      if (task.isSame(found)) {
        return false;
      }
    }
    return true;
  }

  /// Returns the tasks of a run: those of its documents, with the status that the journal has of
  /// tasks that are pending there, then those that only the journal has.
  static TaskList tasks(@Nullable Checkpoint checkpoint, List<Checkpoint> parts, Worklog worklog) {
    var all = new ArrayList<PlannedTask>();
    var current = checkpoint == null ? null : checkpoint.currentTask().orElse(null);
    if (checkpoint != null) {
      all.addAll(checkpoint.tasks());
    }
    for (var part : parts) {
      all.addAll(part.tasks());
      current = current == null ? part.currentTask().orElse(null) : current;
    }
    for (var task : worklog.tasks()) {
      int at = -1;
      for (int i = 0; i < all.size(); i++) {
        at = all.get(i).isSame(task) ? i : at;
      }
      if (at < 0) {
        all.add(task);
      } else if (all.get(at).status() == TaskStatus.PENDING) {
        all.set(at, task);
      }
    }
    for (int i = all.size() - 1; current == null && i >= 0; i--) {
      current = all.get(i).status() == TaskStatus.IN_PROGRESS ? all.get(i).id() : null;
    }
    return all.isEmpty() && current == null ? TaskList.EMPTY : new TaskList(all, current);
  }

  /// Returns why a task cannot be added under its id, which another one has; null if it can.
  public @Nullable Blocker taken(ChangeTask change) {
    var words = change.task();
    boolean adds = change.step() == TaskStep.ADD && known.find(words) == null;
    var holder = adds ? known.holder(words) : null;
    return holder == null
        ? null
        : Blocker.refused(
            "task-taken",
            "another task has this id: " + holder.title(),
            "Leave the id out, and it gets the next free one: "
                + CommandLines.of("task add TEXT", id));
  }

  /// Returns why a step cannot be recorded in the journal; null if it can.
  @Nullable
  public Blocker blocker(ChangeTask change) {
    var words = change.task().strip();
    if (words.isEmpty()) {
      return new Blocker(
          Blocker.Kind.USAGE,
          "no-task",
          "the task has no text",
          "State the task: tidemark task add \"Write the tests\"");
    }
    int most = Worklog.TASK_CHARS_MAX;
    var reason = change.reason();
    if (words.length() > most || (reason != null && reason.length() > most)) {
      return Blocker.refused(
          "task-too-long",
          "a task and its reason have at most " + most + " characters each",
          "Shorten it; a note may be longer: tidemark note TEXT");
    }
    if (change.step() == TaskStep.ADD || known.find(words) != null) {
      return null;
    }
    var all = known.all();
    return Blocker.refused(
        "no-task",
        "there is no task \""
            + words
            + "\""
            + (all.isEmpty() ? "" : "; there are: " + TaskList.listed(all, LISTED_MAX)),
        CommandLines.unknownTask(words, id));
  }

  /// Returns the events of a task step for the journal; none if it changes nothing.
  ///
  /// @param phase the phase that a new task belongs to
  public List<Event> events(ChangeTask change, PhaseName phase) {
    var found = known.find(change.task());
    if (change.step() == TaskStep.ADD) {
      return found == null
          ? List.of(new Event.TaskChanged(known.newTask(change.task(), phase)))
          : List.of();
    }
    var status = change.step().status();
    if (found == null || (found.status() == status && change.reason() == null)) {
      return List.of();
    }
    return List.of(new Event.TaskChanged(found.with(status, change.reason())));
  }

  /// Returns a notice that lists the open tasks of a phase that ends; null if there are none.
  @Nullable
  public Notice open(PhaseName phase) {
    var open = known.open(phase);
    return open.isEmpty() ? null : new Notice(TaskList.OPEN_TASKS, TaskList.openText(phase, open));
  }

  /// Returns why a phase of a strict workflow cannot end.
  public Blocker strict(Notice open, PhaseName phase) {
    var tasks = known.open(phase);
    var verb = tasks.isEmpty() ? "status" : "task done " + CommandLines.word(tasks.getFirst().id());
    return Blocker.refused(
        TaskList.OPEN_TASKS,
        open.text() + "; this workflow is strict",
        "End each task first: " + CommandLines.of(verb, id));
  }
}
