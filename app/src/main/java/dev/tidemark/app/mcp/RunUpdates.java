package dev.tidemark.app.mcp;

import dev.tidemark.json.JsonObject;
import java.util.List;

/// Run updates as data: the arguments of the tool `tidemark_update`, except for the folder of
/// another work tree.
public final class RunUpdates {
  private static final JsonObject INPUT = Tool.UPDATE.input();

  private RunUpdates() {}

  /// Returns the violations of a change; empty if there are none.
  public static List<String> problems(JsonObject change) {
    return change.has("root") ? List.of("root means nothing here") : problems(INPUT, change);
  }

  /// Returns the violations of a change's arguments; empty if there are none.
  static List<String> problems(JsonObject input, JsonObject change) {
    var problems = SchemaValidator.problems(input, change);
    return problems.isEmpty() ? ToolArguments.unused(change) : problems;
  }

  /// Returns the words of the command line for a change with which nothing is wrong.
  public static List<String> words(JsonObject change) {
    return ToolArguments.of(Tool.UPDATE, change);
  }
}
