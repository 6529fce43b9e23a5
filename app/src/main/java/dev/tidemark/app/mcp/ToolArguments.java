package dev.tidemark.app.mcp;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Translates the arguments of a tool to command line options.
///
/// Values are joined to their options by `=` and other words stand behind a lone `--`, so that no
/// value can pass for an option.
final class ToolArguments {
  /// Arguments of a change that mean something to every action.
  private static final Set<String> ANYWHERE = Set.of("action", "run", "root", "details");

  private final JsonObject arguments;
  private final List<String> words = new ArrayList<>();
  private final List<String> places = new ArrayList<>();

  /// The arguments that the call has a use for.
  private final Set<String> used = new HashSet<>();

  private ToolArguments(JsonObject arguments) {
    this.arguments = arguments;
  }

  /// Returns the words of a call whose arguments fit the tool's schema.
  static List<String> of(Tool tool, JsonObject arguments) {
    return wording(tool, arguments).line();
  }

  /// Returns the problems of a change whose arguments fit the schema: arguments that its action
  /// would ignore. Empty ones are not: clients send them for every argument.
  static List<String> unused(JsonObject arguments) {
    var used = wording(Tool.UPDATE, arguments).used;
    var unused = new ArrayList<String>();
    for (var member : arguments.members()) {
      var name = member.key();
      if (!used.contains(name) && !ANYWHERE.contains(name) && !isEmpty(member.value())) {
        unused.add(name + " means nothing to the action " + arguments.string("action"));
      }
    }
    return unused;
  }

  private static boolean isEmpty(Json value) {
    return switch (value.kind()) {
      case STRING -> ((JsonString) value).value().isBlank();
      case ARRAY -> ((JsonArray) value).elements().isEmpty();
      case OBJECT -> ((JsonObject) value).members().isEmpty();
      case BOOLEAN -> !((JsonBoolean) value).value();
      case NULL -> true;
      case NUMBER -> false;
    };
  }

  private static ToolArguments wording(Tool tool, JsonObject arguments) {
    var toolArguments = new ToolArguments(arguments);
    switch (tool) {
      case STATUS -> toolArguments.status();
      case RESUME -> toolArguments.verb("resume").place("run");
      case HISTORY -> toolArguments.history();
      case CHECK -> toolArguments.check();
      case UPDATE -> toolArguments.update();
      case APPROVE -> toolArguments.verb("approve").option("run").place("phase");
    }
    return toolArguments;
  }

  private void status() {
    if (arguments.has("run")) {
      verb("status").place("run");
    } else {
      verb("list").flag("all", "all");
    }
  }

  private void history() {
    var entry = arguments.number("entry");
    if (entry != null) {
      verb("show").option("run").word("--at=" + JsonText.compact(entry));
      return;
    }
    var limit = arguments.number("limit");
    verb("history")
        .option("run")
        .word("--limit=" + (limit == null ? "20" : JsonText.compact(limit)));
  }

  private void check() {
    var what = String.valueOf(arguments.string("what"));
    if (what.equals("why")) {
      verb("why").place("run");
    } else if (what.equals("gates")) {
      verb("gate").word("--dry-run").option("run").place("gate");
    } else if (what.equals("project")) {
      verb("doctor");
    } else {
      verb("context check");
      var percent = arguments.number("percent");
      if (percent != null) {
        word("--percent=" + JsonText.compact(percent));
      }
    }
  }

  private void update() {
    var action = String.valueOf(arguments.string("action"));
    verb(action.equals("gate") ? "gate set" : action).flag("dry_run", "dry-run");
    switch (action) {
      case "start" -> {
        place("workflow").place("item").flag("fresh", "fresh").option("goal");
        used.add("phases");
        var phases = arguments.strings("phases");
        if (!phases.isEmpty()) {
          word("--phases=" + String.join(",", phases));
        }
      }
      case "enter" -> option("run").place("phase").option("task");
      case "done" -> option("run").place("phase").option("summary").option("task").report();
      case "fail", "skip" -> option("run").place("phase").option("reason");
      case "note" -> note();
      case "goal" -> option("run").place("goal");
      case "task" -> option("run").place("step").place("task").option("reason");
      case "gate" -> verdict();
      default -> option("run");
    }
    details();
  }

  private void verdict() {
    option("run").place("gate");
    used.add("allowed");
    if (arguments.has("allowed")) {
      word("--allowed=" + arguments.isTrue("allowed"));
    }
    all("blockers", "blocker");
  }

  private void note() {
    option("run").place("text").option("next").report();
    all("tried", "tried");
    all("blocked_by", "blocked-by");
    all("questions", "question");
    all("resolved", "resolved");
  }

  private void report() {
    all("created", "created");
    all("modified", "modified");
    all("decisions", "decision");
  }

  private void details() {
    var details = arguments.object("details");
    if (details != null) {
      for (var detail : details.members()) {
        detail(detail.key(), detail.value());
      }
    }
  }

  private void detail(String name, Json value) {
    if (value instanceof JsonArray array) {
      for (var element : array.elements()) {
        detail(name, element);
      }
    } else if (value instanceof JsonString text) {
      word("--" + name + "=" + text.value());
    } else if (value instanceof JsonNumber number) {
      word("--" + name + "=" + number.spelling());
    } else if (value instanceof JsonBoolean truth && truth.value()) {
      word("--" + name);
    }
  }

  private ToolArguments verb(String name) {
    words.addAll(List.of(name.split(" ")));
    return this;
  }

  private ToolArguments word(String word) {
    words.add(word);
    return this;
  }

  private ToolArguments flag(String argument, String option) {
    used.add(argument);
    return arguments.isTrue(argument) ? word("--" + option) : this;
  }

  private ToolArguments option(String name) {
    used.add(name);
    var value = arguments.string(name);
    return value == null ? this : word("--" + name + "=" + value);
  }

  private void all(String argument, String option) {
    used.add(argument);
    for (var value : arguments.strings(argument)) {
      word("--" + option + "=" + value);
    }
  }

  private ToolArguments place(String argument) {
    used.add(argument);
    var value = arguments.string(argument);
    if (value != null) {
      places.add(value);
    }
    return this;
  }

  private List<String> line() {
    words.add("--json");
    words.add("--");
    words.addAll(places);
    return words;
  }
}
