package dev.tidemark.app.view.run;

import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;

/// View of the tasks of a run, as JSON and as lines.
final class TaskView {
  private TaskView() {}

  static JsonArray json(TaskList tasks) {
    var all = new ArrayList<JsonObject>(tasks.all().size());
    for (var task : tasks.all()) {
      all.add(json(task));
    }
    return JsonArray.of(all);
  }

  /// Returns a task: its status, and the word of the checkpoint file for it.
  private static JsonObject json(PlannedTask task) {
    return JsonObject.builder()
        .add("task", task.id())
        .add("phase", task.phase().value())
        .add("status", task.status().word())
        .add("word", task.word())
        .add("description", task.description())
        .addIfPresent("reason", task.reason())
        .build();
  }

  /// Returns `tasks: 3/7 done; open: ...`; empty if there are no tasks.
  static String line(TaskList tasks, int most) {
    var open = tasks.open();
    return tasks.isEmpty()
        ? ""
        : "tasks: "
            + tasks.count()
            + " done"
            + (open.isEmpty() ? "" : "; open: " + TaskList.listed(open, most));
  }
}
