package dev.tidemark.dialects.flow.format;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Validator;
import dev.tidemark.dialect.ViolationList;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import java.util.List;

/// Schema validator of `execution.json` (T-003-C). The protocol leaves the output of executors
/// open, so little is an error.
public final class TasksValidator implements Validator {
  private static final List<String> TEXTS =
      List.of(
          FlowKeys.OUTPUT,
          FlowKeys.LAST_ERROR,
          "retry_strategy",
          FlowKeys.FAILURE_REASON,
          FlowKeys.BLOCKED_REASON);

  /// Makes it; it has no options.
  public TasksValidator() {}

  @Override
  public List<SchemaViolation> validate(String document) {
    try {
      return of(JsonTrees.object(document));
    } catch (FormatException problem) {
      var what = String.valueOf(problem.getMessage());
      return List.of(
          new SchemaViolation(Diagnostic.Severity.ERROR, "$", "must be a JSON object", what));
    }
  }

  /// Returns whether a tree can be worked with. Every transition of a workflow runs this, so it
  /// reports errors alone.
  public static boolean isUsable(JsonObject root) {
    var violationList = new ViolationList();
    if (!(root.find(FlowKeys.TASKS) instanceof JsonArray tasks)) {
      return false;
    }
    for (int i = 0; i < tasks.size(); i++) {
      checkRequired("", tasks.get(i), violationList);
    }
    return violationList.violations().isEmpty();
  }

  /// Returns the violations about a tree.
  static List<SchemaViolation> of(JsonObject root) {
    var violationList = new ViolationList();
    if (root.find(FlowKeys.TASKS) instanceof JsonArray tasks) {
      for (int i = 0; i < tasks.size(); i++) {
        var path = "$.tasks[" + i + "]";
        var value = tasks.get(i);
        checkRequired(path, value, violationList);
        if (value instanceof JsonObject task) {
          checkRecommended(path, task, violationList);
        }
      }
    } else {
      violationList.error("$.tasks", "must be an array", root.find(FlowKeys.TASKS), null);
    }
    return List.copyOf(violationList.violations());
  }

  private static void checkRequired(String path, Json value, ViolationList violationList) {
    if (!(value instanceof JsonObject task)) {
      violationList.error(path, "must be an object", value, null);
      return;
    }
    var id = task.string(FlowKeys.ID);
    if (id == null || id.isBlank()) {
      violationList.error(path + ".id", "must be the id of the task", task.find(FlowKeys.ID), null);
    }
    var status = task.find(FlowKeys.STATUS);
    violationList.kind(path + ".status", status, Json.Kind.STRING, "one of " + FlowTaskStatus.ALL);
  }

  private static void checkRecommended(String path, JsonObject task, ViolationList violationList) {
    var status = task.find(FlowKeys.STATUS);
    var word = task.string(FlowKeys.STATUS);
    if (word != null && FlowTaskStatus.parse(word) == null) {
      violationList.warning(path + ".status", "is none of " + FlowTaskStatus.ALL, status, null);
    }
    var attempts = task.find(FlowKeys.ATTEMPTS);
    if (attempts != null
        && !(attempts instanceof JsonNumber number && number.wholeValue().isPresent())) {
      violationList.warning(path + ".attempts", "is usually a whole number", attempts, null);
    }
    for (var key : List.of(FlowKeys.STARTED_AT, FlowKeys.COMPLETED_AT)) {
      time(path + "." + key, task, key, violationList);
    }
    for (var key : TEXTS) {
      if (task.has(key) && task.string(key) == null) {
        violationList.warning(path + "." + key, "is usually a text", task.find(key), null);
      }
    }
  }

  private static void time(String path, JsonObject task, String key, ViolationList violationList) {
    var text = task.string(key);
    if (task.has(key) && (text == null || Timestamps.parse(text).isEmpty())) {
      boolean zoneless = text != null && Timestamps.parse(text + "Z").isPresent();
      violationList.warning(
          path,
          zoneless ? "has no zone; it is read as UTC" : "is usually a date and time with zone",
          task.find(key),
          null);
    }
  }
}
