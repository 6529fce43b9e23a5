package dev.tidemark.dialects.flow;

import dev.tidemark.dialect.Finding;
import dev.tidemark.dialect.FormatException;
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
          Keys.OUTPUT, Keys.LAST_ERROR, "retry_strategy", Keys.FAILURE_REASON, Keys.BLOCKED_REASON);

  /// Makes it; it has no options.
  public TasksValidator() {}

  @Override
  public List<Finding> validate(String document) {
    try {
      return of(Trees.object(document));
    } catch (FormatException problem) {
      var what = String.valueOf(problem.getMessage());
      return List.of(new Finding(Finding.Severity.ERROR, "$", "must be a JSON object", what));
    }
  }

  /// Returns whether a tree can be worked with. Every transition of a workflow runs this, so it
  /// reports errors alone.
  static boolean isUsable(JsonObject root) {
    var contract = new Contract();
    if (!(root.find(Keys.TASKS) instanceof JsonArray tasks)) {
      return false;
    }
    for (int i = 0; i < tasks.size(); i++) {
      must("", tasks.get(i), contract);
    }
    return contract.findings().isEmpty();
  }

  /// Returns the findings about a tree.
  static List<Finding> of(JsonObject root) {
    var contract = new Contract();
    if (root.find(Keys.TASKS) instanceof JsonArray tasks) {
      for (int i = 0; i < tasks.size(); i++) {
        var path = "$.tasks[" + i + "]";
        var value = tasks.get(i);
        must(path, value, contract);
        if (value instanceof JsonObject task) {
          usually(path, task, contract);
        }
      }
    } else {
      contract.error("$.tasks", "must be an array", root.find(Keys.TASKS));
    }
    return List.copyOf(contract.findings());
  }

  private static void must(String path, Json value, Contract contract) {
    if (!(value instanceof JsonObject task)) {
      contract.error(path, "must be an object", value);
      return;
    }
    var id = task.string(Keys.ID);
    if (id == null || id.isBlank()) {
      contract.error(path + ".id", "must be the id of the task", task.find(Keys.ID));
    }
    var status = task.find(Keys.STATUS);
    contract.kind(path + ".status", status, Json.Kind.STRING, "one of " + TaskStatus.ALL);
  }

  private static void usually(String path, JsonObject task, Contract contract) {
    var status = task.find(Keys.STATUS);
    var word = task.string(Keys.STATUS);
    if (word != null && TaskStatus.parse(word) == null) {
      contract.warning(path + ".status", "is none of " + TaskStatus.ALL, status);
    }
    var attempts = task.find(Keys.ATTEMPTS);
    if (attempts != null
        && !(attempts instanceof JsonNumber number && number.wholeValue().isPresent())) {
      contract.warning(path + ".attempts", "is usually a whole number", attempts);
    }
    for (var key : List.of(Keys.STARTED_AT, Keys.COMPLETED_AT)) {
      time(path + "." + key, task, key, contract);
    }
    for (var key : TEXTS) {
      if (task.has(key) && task.string(key) == null) {
        contract.warning(path + "." + key, "is usually a text", task.find(key));
      }
    }
  }

  private static void time(String path, JsonObject task, String key, Contract contract) {
    var text = task.string(key);
    if (task.has(key) && (text == null || Timestamps.parse(text).isEmpty())) {
      boolean zoneless = text != null && Timestamps.parse(text + "Z").isPresent();
      contract.warning(
          path,
          zoneless ? "has no zone; it is read as UTC" : "is usually a date and time with zone",
          task.find(key));
    }
  }
}
