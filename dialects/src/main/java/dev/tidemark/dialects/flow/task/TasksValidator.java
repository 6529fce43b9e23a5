package dev.tidemark.dialects.flow.task;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Validator;
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
    var contractProblems = new ContractProblems();
    if (!(root.find(FlowKeys.TASKS) instanceof JsonArray tasks)) {
      return false;
    }
    for (int i = 0; i < tasks.size(); i++) {
      must("", tasks.get(i), contractProblems);
    }
    return contractProblems.violations().isEmpty();
  }

  /// Returns the violations about a tree.
  static List<SchemaViolation> of(JsonObject root) {
    var contractProblems = new ContractProblems();
    if (root.find(FlowKeys.TASKS) instanceof JsonArray tasks) {
      for (int i = 0; i < tasks.size(); i++) {
        var path = "$.tasks[" + i + "]";
        var value = tasks.get(i);
        must(path, value, contractProblems);
        if (value instanceof JsonObject task) {
          usually(path, task, contractProblems);
        }
      }
    } else {
      contractProblems.error("$.tasks", "must be an array", root.find(FlowKeys.TASKS));
    }
    return List.copyOf(contractProblems.violations());
  }

  private static void must(String path, Json value, ContractProblems contractProblems) {
    if (!(value instanceof JsonObject task)) {
      contractProblems.error(path, "must be an object", value);
      return;
    }
    var id = task.string(FlowKeys.ID);
    if (id == null || id.isBlank()) {
      contractProblems.error(path + ".id", "must be the id of the task", task.find(FlowKeys.ID));
    }
    var status = task.find(FlowKeys.STATUS);
    contractProblems.kind(
        path + ".status", status, Json.Kind.STRING, "one of " + FlowTaskStatus.ALL);
  }

  private static void usually(String path, JsonObject task, ContractProblems contractProblems) {
    var status = task.find(FlowKeys.STATUS);
    var word = task.string(FlowKeys.STATUS);
    if (word != null && FlowTaskStatus.parse(word) == null) {
      contractProblems.warning(path + ".status", "is none of " + FlowTaskStatus.ALL, status);
    }
    var attempts = task.find(FlowKeys.ATTEMPTS);
    if (attempts != null
        && !(attempts instanceof JsonNumber number && number.wholeValue().isPresent())) {
      contractProblems.warning(path + ".attempts", "is usually a whole number", attempts);
    }
    for (var key : List.of(FlowKeys.STARTED_AT, FlowKeys.COMPLETED_AT)) {
      time(path + "." + key, task, key, contractProblems);
    }
    for (var key : TEXTS) {
      if (task.has(key) && task.string(key) == null) {
        contractProblems.warning(path + "." + key, "is usually a text", task.find(key));
      }
    }
  }

  private static void time(
      String path, JsonObject task, String key, ContractProblems contractProblems) {
    var text = task.string(key);
    if (task.has(key) && (text == null || Timestamps.parse(text).isEmpty())) {
      boolean zoneless = text != null && Timestamps.parse(text + "Z").isPresent();
      contractProblems.warning(
          path,
          zoneless ? "has no zone; it is read as UTC" : "is usually a date and time with zone",
          task.find(key));
    }
  }
}
