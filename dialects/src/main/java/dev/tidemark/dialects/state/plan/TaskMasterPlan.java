package dev.tidemark.dialects.state.plan;

import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/// Tasks of Task Master, `.taskmaster/tasks/tasks.json`: a list of tasks with subtasks, alone or
/// under the names of tags. Each task is a phase, behind those that it depends on; its subtasks are
/// its tasks, or else it is its only one itself.
final class TaskMasterPlan implements PlanForm {
  private static final String TASKS = "tasks";
  private static final String MAIN = "master";

  @Override
  public String title() {
    return "tasks of Task Master";
  }

  @Override
  public boolean takes(Source source) {
    var json = source.json();
    return json != null && !json.has("remaining_tasks") && !tags(json).isEmpty();
  }

  /// Returns the tags with tasks, the one that is read first: `master`, or else the first one; an
  /// empty name stands for a list without tags.
  private static List<String> tags(JsonObject json) {
    if (json.array(TASKS) != null) {
      return List.of("");
    }
    var tags = new ArrayList<String>();
    for (var tag : json.members()) {
      if (tag.value() instanceof JsonObject object && object.array(TASKS) != null) {
        tags.add(tag.key().equals(MAIN) ? 0 : tags.size(), tag.key());
      }
    }
    return tags;
  }

  private static JsonArray tasks(JsonObject json, String tag) {
    var list = tag.isEmpty() ? json : json.object(tag);
    var tasks = list == null ? null : list.array(TASKS);
    return tasks == null ? JsonArray.EMPTY : tasks;
  }

  @Override
  public TaskPlan read(Source source) {
    var plan = new TaskPlan();
    var json = source.json();
    var tags = json == null ? List.<String>of() : tags(json);
    if (json == null || tags.isEmpty()) {
      return plan;
    }
    var others = tags.subList(1, tags.size());
    if (!others.isEmpty()) {
      plan.tell("not-a-task", ": not read are the tasks of the tags " + String.join(", ", others));
    }
    for (var task : ordered(tasks(json, tags.getFirst()))) {
      add(plan, task);
    }
    return plan;
  }

  private static void add(TaskPlan plan, JsonObject task) {
    var id = PlanForm.line(task.find("id"));
    var name = "phase-" + id;
    plan.list(name, text(task), status(task).isDone());
    for (var subtask : task.objects("subtasks")) {
      var own = id + "." + PlanForm.line(subtask.find("id"));
      plan.add(name, new TaskPlan.Task(own, text(subtask), status(subtask)));
    }
    if (task.elements("subtasks").isEmpty()) {
      plan.add(name, new TaskPlan.Task(id, text(task), status(task)));
    }
  }

  /// Returns the tasks, each behind those that it depends on, otherwise in their order. Tasks that
  /// wait for each other keep their places.
  private static List<JsonObject> ordered(JsonArray tasks) {
    var open = new LinkedHashMap<String, JsonObject>();
    for (var element : tasks.elements()) {
      if (element instanceof JsonObject task && !PlanForm.line(task.find("id")).isEmpty()) {
        open.put(PlanForm.line(task.find("id")), task);
      }
    }
    var ordered = new ArrayList<JsonObject>();
    while (!open.isEmpty()) {
      var next = open.entrySet().iterator().next().getKey();
      for (var task : open.entrySet()) {
        if (isReady(task.getValue(), open.keySet())) {
          next = task.getKey();
          break;
        }
      }
      ordered.add(open.remove(next));
    }
    return ordered;
  }

  private static boolean isReady(JsonObject task, Set<String> open) {
    var needs = new HashSet<String>();
    for (var element : task.elements("dependencies")) {
      needs.add(PlanForm.line(element));
    }
    needs.retainAll(open);
    return needs.isEmpty();
  }

  private static String text(JsonObject task) {
    var title = PlanForm.line(task.find("title"));
    return title.isEmpty() ? PlanForm.line(task.find("description")) : title;
  }

  private static TaskStatus status(JsonObject task) {
    var word = task.string("status");
    return switch (word == null ? "" : word) {
      case "done", "completed" -> TaskStatus.COMPLETE;
      case "cancelled" -> TaskStatus.SKIPPED;
      default -> TaskStatus.PENDING;
    };
  }
}
