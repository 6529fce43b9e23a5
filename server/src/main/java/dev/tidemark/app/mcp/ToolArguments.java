package dev.tidemark.app.mcp;

import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tool arguments: validates them, and builds the command request of a call. The arguments of
/// `tidemark_update`, except for the folder of another work tree, are also the body of a change
/// over HTTP.
public final class ToolArguments {
  /// Arguments of a change that mean something to every action.
  private static final Set<String> ANYWHERE = Set.of("action", "run", "root", "details");

  /// The files of `gate set --report`: those of the client would not be those of a server.
  private static final String REPORTS = "reports";

  private static final JsonObject CHANGE = Tool.UPDATE.input();

  private final JsonObject arguments;

  /// The arguments that the call has a use for.
  private final Set<String> used = new HashSet<>();

  private ToolArguments(JsonObject arguments) {
    this.arguments = arguments;
  }

  /// Returns the violations of a change over HTTP; empty if there are none.
  public static List<String> problems(JsonObject change) {
    for (var name : List.of("root", REPORTS)) {
      if (change.has(name)) {
        return List.of(name + " means nothing here");
      }
    }
    return problems(Tool.UPDATE, CHANGE, change);
  }

  /// Returns the request of a change without violations.
  public static CommandRequest change(JsonObject change) {
    return request(Tool.UPDATE, change);
  }

  /// Returns the violations of a tool's arguments; empty if there are none.
  static List<String> problems(Tool tool, JsonObject input, JsonObject arguments) {
    var problems = SchemaValidator.problems(input, arguments);
    if (problems.isEmpty() && tool == Tool.UPDATE) {
      var unused = unused(arguments);
      return unused.isEmpty() ? misplacedReports(arguments) : unused;
    }
    return problems;
  }

  private static List<String> misplacedReports(JsonObject change) {
    var reports = change.strings(REPORTS);
    if (!reports.isEmpty() && !change.has("gate")) {
      return List.of("gate is missing: the gate that the reports are for");
    }
    for (var report : reports) {
      if (!isInside(report)) {
        return List.of(REPORTS + " takes paths inside the project, not " + report);
      }
    }
    return List.of();
  }

  /// Returns the request of a call whose arguments fit the tool's schema.
  static CommandRequest request(Tool tool, JsonObject arguments) {
    return new ToolArguments(arguments).request(tool);
  }

  /// Returns the arguments of a change that its action would ignore. Empty ones are no problem:
  /// clients send them for every argument.
  private static List<String> unused(JsonObject change) {
    var toolArguments = new ToolArguments(change);
    toolArguments.update();
    var unused = new ArrayList<String>();
    for (var member : change.members()) {
      var name = member.key();
      if (!toolArguments.used.contains(name)
          && !ANYWHERE.contains(name)
          && !isEmpty(member.value())) {
        unused.add(name + " means nothing to the action " + change.string("action"));
      }
    }
    return unused;
  }

  /// A client may be on another machine, and its user may not read every file of this one.
  private static boolean isInside(String path) {
    boolean inside = !path.startsWith("/") && path.indexOf('\\') < 0 && path.indexOf(':') < 0;
    for (var part : path.split("/", -1)) {
      inside &= !part.equals("..");
    }
    return inside;
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

  private CommandRequest request(Tool tool) {
    return switch (tool) {
      case STATUS -> status();
      case RESUME -> CommandRequest.json("resume").argument(text("run"));
      case HISTORY -> history();
      case CHECK -> check();
      case UPDATE -> update();
      case APPROVE -> run("approve").argument(text("phase"));
    };
  }

  private CommandRequest status() {
    if (arguments.has("run")) {
      return CommandRequest.json("status").argument(text("run"));
    }
    return flag(CommandRequest.json("list"), "all", "all");
  }

  private CommandRequest history() {
    var entry = arguments.number("entry");
    if (entry != null) {
      return run("show").option("at", entry.spelling());
    }
    var limit = arguments.number("limit");
    return run("history").option("limit", limit == null ? "20" : limit.spelling());
  }

  private CommandRequest check() {
    return switch (String.valueOf(arguments.string("what"))) {
      case "why" -> CommandRequest.json("why").argument(text("run"));
      case "gates" -> run("gate").dry().argument(text("gate"));
      case "project" -> CommandRequest.json("doctor");
      default -> {
        var percent = arguments.number("percent");
        yield CommandRequest.json("status")
            .option("percent", percent == null ? "" : percent.spelling());
      }
    };
  }

  private CommandRequest update() {
    var action = String.valueOf(arguments.string("action"));
    var request =
        switch (action) {
          case "start" -> start();
          case "enter" -> run(action).argument(text("phase")).option("task", text("task"));
          case "done" ->
              reported(
                  run(action)
                      .argument(text("phase"))
                      .option("summary", text("summary"))
                      .option("task", text("task")));
          case "fail", "skip" ->
              run(action).argument(text("phase")).option("reason", text("reason"));
          case "finish" -> run(action).option("abandon", text("reason"));
          case "note" -> note();
          case "goal" -> run("note").option("goal", text("goal"));
          case "task" ->
              run(action)
                  .argument(text("step"))
                  .argument(text("task"))
                  .option("reason", text("reason"));
          case "gate" -> verdict();
          default -> run(action);
        };
    return detailed(flag(request, "dry_run", "dry-run"));
  }

  private CommandRequest start() {
    var phases = texts("phases");
    var request =
        CommandRequest.json("start")
            .argument(text("workflow"))
            .argument(text("item"))
            .option("goal", text("goal"))
            .option("phases", phases.isEmpty() ? null : String.join(",", phases));
    return flag(request, "fresh", "fresh");
  }

  private CommandRequest verdict() {
    var reports = texts(REPORTS);
    if (!reports.isEmpty()) {
      return run("gate set").argument(text("gate")).options("report", reports);
    }
    used.add("allowed");
    return run("gate set")
        .argument(text("gate"))
        .option(
            "allowed",
            arguments.has("allowed") ? String.valueOf(arguments.isTrue("allowed")) : null)
        .options("blocker", texts("blockers"));
  }

  private CommandRequest note() {
    return reported(run("note").argument(text("text")).option("next", text("next")))
        .options("tried", texts("tried"))
        .options("blocked-by", texts("blocked_by"))
        .options("question", texts("questions"))
        .options("resolved", texts("resolved"))
        .options("instead-of", texts("instead_of"));
  }

  private CommandRequest reported(CommandRequest request) {
    return request
        .options("created", texts("created"))
        .options("modified", texts("modified"))
        .options("removed", texts("removed"))
        .options("decision", texts("decisions"));
  }

  private CommandRequest detailed(CommandRequest request) {
    var details = arguments.object("details");
    var detailed = request;
    if (details != null) {
      for (var detail : details.members()) {
        detailed = detailed(detailed, detail.key(), detail.value());
      }
    }
    return detailed;
  }

  private static CommandRequest detailed(CommandRequest request, String name, Json value) {
    return switch (value) {
      case JsonArray array -> {
        var detailed = request;
        for (var element : array.elements()) {
          detailed = detailed(detailed, name, element);
        }
        yield detailed;
      }
      case JsonString text -> request.option(name, text.value());
      case JsonNumber number -> request.option(name, number.spelling());
      case JsonBoolean truth when truth.value() -> request.flag(name);
      default -> request;
    };
  }

  /// Returns a request about the run that the arguments name, or about the only open one.
  private CommandRequest run(String verb) {
    return CommandRequest.json(verb).option("run", text("run"));
  }

  private CommandRequest flag(CommandRequest request, String argument, String option) {
    used.add(argument);
    return arguments.isTrue(argument) ? request.flag(option) : request;
  }

  private @Nullable String text(String argument) {
    used.add(argument);
    return arguments.string(argument);
  }

  private List<String> texts(String argument) {
    used.add(argument);
    return arguments.strings(argument);
  }
}
