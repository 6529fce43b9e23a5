package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.dialects.item.format.ContextNotes;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.PhaseRows;
import dev.tidemark.dialects.item.format.SubTask;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import dev.tidemark.history.Event;
import dev.tidemark.text.NearestWord;
import dev.tidemark.workflow.change.Change.AmendPhase;
import dev.tidemark.workflow.change.Change.ApprovePhase;
import dev.tidemark.workflow.change.Change.ChangeTask;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;

/// Rules of goal, notes and tasks, which are recorded in the document. They are not committed: the
/// end of the phase commits them.
final class ItemNoteRules {
  private final ItemContext itemContext;
  private final ItemUpdate itemUpdate;

  ItemNoteRules(ItemContext itemContext) {
    this.itemContext = itemContext;
    this.itemUpdate = new ItemUpdate(itemContext);
  }

  Outcome<ItemCheckpoint> amend(AmendPhase amend) {
    var rows = itemUpdate.rows();
    if (rows.isEmpty()) {
      return Outcome.Transition.untouched(itemContext.before());
    }
    var active = PhaseRows.active(rows);
    var phaseRow = active == null ? rows.getLast() : active;
    if (!amend.resolved().isEmpty()) {
      itemUpdate.withdraw(amend.resolved());
    }
    itemUpdate.report(amend.report(), phaseRow);
    var itemBody = itemUpdate.checkpoint().body();
    itemUpdate.put(
        itemBody.context(
            ContextNotes.after(
                itemBody.context(), itemUpdate.checkpoint().rows(), amend, phaseRow)));
    var state = itemContext.facts().options().value(ItemContext.STATE);
    var summary = amend.report().summary();
    boolean stated = summary != null || (state != null && !state.isBlank());
    itemUpdate.noted(stated || !amend.report().artifacts().isEmpty());
    if (state != null && !state.isBlank()) {
      itemUpdate.state(state);
    } else if (summary != null) {
      itemUpdate.state(summary.text());
    }
    return itemUpdate.outcome(null);
  }

  /// Before the first phase ends there is no document; the journal keeps the goal until then.
  Outcome<ItemCheckpoint> goal(String goal) {
    var before = itemContext.before();
    if (before == null || before.goal().filter(MarkdownSafeText.line(goal)::equals).isPresent()) {
      return Outcome.Transition.untouched(before);
    }
    var itemBody = itemUpdate.checkpoint().body();
    itemUpdate.put(itemBody.context(ContextNotes.withGoal(itemBody.context(), goal)));
    itemUpdate.noted(false);
    return itemUpdate.outcome(null);
  }

  /// The document has no place for it; the journal has.
  Outcome<ItemCheckpoint> approve(ApprovePhase approve) {
    var word = approve.phase().value();
    return PhaseRows.find(itemUpdate.rows(), word) == null
        ? Outcome.refusal(
            "unknown-phase",
            "there is no phase \"" + word + "\"; there are: " + PhaseRows.labels(itemUpdate.rows()),
            "Name one of them, or its number")
        : Outcome.Transition.untouched(itemContext.before());
  }

  Outcome<ItemCheckpoint> task(ChangeTask change) {
    var active = PhaseRows.active(itemUpdate.rows());
    if (active == null) {
      return refuseAllDone();
    }
    var text = MarkdownSafeText.line(change.task());
    if (text.isEmpty()) {
      return Outcome.refusal("no-task", "a sub-task needs a text", "Give the text of the sub-task");
    }
    var tasks = new ArrayList<>(itemUpdate.checkpoint().body().tasks());
    var named = named(tasks, text);
    if (named.size() > 1 && change.step() != TaskStep.ADD) {
      return Outcome.refusal(
          "ambiguous-task",
          text + ": sub-tasks with the same number: " + String.join("; ", named),
          "Name one by its whole text");
    }
    int at = indexOf(tasks, text);
    if (change.step() == TaskStep.ADD) {
      if (at < 0) {
        tasks.add(new SubTask(false, text));
      }
    } else if (at < 0) {
      return unknown(tasks, text);
    } else {
      tasks.set(at, new SubTask(true, tasks.get(at).text()));
    }
    if (!tasks.equals(itemUpdate.checkpoint().body().tasks())) {
      itemUpdate.put(itemUpdate.checkpoint().body().tasks(tasks));
      boolean adds = change.step() == TaskStep.ADD;
      var task = adds ? tasks.getLast() : tasks.get(at);
      var word = (adds ? TaskStatus.PENDING : TaskStatus.COMPLETE).word();
      itemUpdate.addEvent(
          new Event.TaskChanged(PlannedTask.of(task.text(), active.phase(), word, "")));
    }
    return itemUpdate.outcome(null);
  }

  /// Returns the tasks that a text names: itself, or those whose number it is. Two branches may
  /// have given one number twice.
  private static List<String> named(List<SubTask> tasks, String text) {
    var named = new ArrayList<String>();
    for (var task : tasks) {
      if (task.text().equals(text)) {
        return List.of(text);
      }
      if (TaskList.isNumbered(task.text(), text)) {
        named.add(task.text());
      }
    }
    return named;
  }

  /// Returns which task is meant: by its text, the id that begins it, or its number; -1 if none is.
  private static int indexOf(List<SubTask> tasks, String text) {
    for (int i = 0; i < tasks.size(); i++) {
      if (tasks.get(i).text().equals(text)) {
        return i;
      }
    }
    for (int i = 0; i < tasks.size(); i++) {
      if (TaskList.isNumbered(tasks.get(i).text(), text)) {
        return i;
      }
    }
    return TaskList.byNumber(texts(tasks), text);
  }

  private static Outcome<ItemCheckpoint> unknown(List<SubTask> tasks, String text) {
    var texts = texts(tasks);
    var near = NearestWord.find(text, texts);
    var hint =
        near != null
            ? "Did you mean \"" + near + "\"?"
            : texts.isEmpty() ? "Add it first: tidemark task add TASK" : "Name it, or its place";
    return Outcome.refusal(
        "unknown-task",
        "there is no sub-task \"" + text + "\"; there are: " + String.join("; ", texts),
        hint);
  }

  private static List<String> texts(List<SubTask> tasks) {
    var texts = new ArrayList<String>(tasks.size());
    for (var task : tasks) {
      texts.add(task.text());
    }
    return texts;
  }

  private Outcome<ItemCheckpoint> refuseAllDone() {
    return Outcome.refusal(
        "no-active-phase",
        "every phase is done",
        "Finish the command: " + CommandLines.of("finish", itemContext.id()));
  }
}
