package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.rpc.RpcError;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.EscapedText;
import org.jspecify.annotations.Nullable;

/// MCP prompts: texts that a user can send to the agent by a short name.
final class McpPrompts {
  private static final String LIST =
      """
      {"prompts": [
        {
          "name": "take_over",
          "title": "Resume a run",
          "description": "Continue where the last session stopped",
          "arguments": [{"name": "run", "description": "for example implement/auth"}]
        },
        {
          "name": "wrap_up",
          "title": "Record a finished phase",
          "description": "Record the results of a phase for the next one",
          "arguments": [
            {"name": "phase", "description": "the finished phase", "required": true},
            {"name": "run", "description": "for example implement/auth"}
          ]
        },
        {
          "name": "set_out",
          "title": "Start a run",
          "description": "Start a workflow and enter its first phase",
          "arguments": [
            {"name": "workflow", "description": "for example implement", "required": true},
            {"name": "item", "description": "the subject of the run"}
          ]
        }
      ]}
      """;

  private final McpResources mcpResources;

  McpPrompts(McpResources mcpResources) {
    this.mcpResources = mcpResources;
  }

  /// Returns the result of `prompts/list`.
  static JsonObject list() {
    return (JsonObject) JsonText.parse(LIST);
  }

  /// Returns the result of `prompts/get`.
  ///
  /// @throws RpcError if there is no such prompt, or an argument is missing
  JsonObject get(ClientInfo clientInfo, JsonObject params) {
    var name = params.string("name");
    if (name == null) {
      throw RpcError.params("the name of a prompt is missing");
    }
    var given = params.object("arguments");
    var arguments = given == null ? JsonObject.EMPTY : given;
    return switch (name) {
      case "take_over" ->
          userMessage(
              "Continue this run. Trust the brief over your memory; ask the user about its"
                  + " warnings.\n\n"
                  + mcpResources.brief(clientInfo, arguments.string("run")));
      case "wrap_up" ->
          userMessage(
              "Record that the phase "
                  + required(arguments, "phase")
                  + of(arguments.string("run"))
                  + " is done: call tidemark_update with the action done. Give a summary of the"
                  + " facts that the next phase needs, every file created or modified, and each"
                  + " decision that later phases depend on, one sentence each.");
      case "set_out" ->
          userMessage(
              "Start a run with tidemark_update: action start, workflow "
                  + required(arguments, "workflow")
                  + itemClause(arguments.string("item"))
                  + ". Then enter its first phase with the action enter, and begin the work.");
      default -> throw RpcError.params("there is no prompt " + name);
    };
  }

  private static String of(@Nullable String run) {
    return run == null ? "" : " of the run " + EscapedText.line(run);
  }

  private static String itemClause(@Nullable String item) {
    return item == null ? "" : ", item " + EscapedText.line(item);
  }

  private static String required(JsonObject arguments, String name) {
    var value = arguments.string(name);
    if (value == null || value.isBlank()) {
      throw RpcError.params("the argument " + name + " is missing");
    }
    return EscapedText.line(value);
  }

  private static JsonObject userMessage(String text) {
    var content = JsonObject.builder().add("type", "text").add("text", text).build();
    var message = JsonObject.builder().add("role", "user").add("content", content).build();
    return JsonObject.builder().add("messages", JsonArray.of(message)).build();
  }
}
