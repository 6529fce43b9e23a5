package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.ToolBackend.CallContext;
import dev.tidemark.app.mcp.rpc.PendingRequests.Flight;
import dev.tidemark.app.mcp.rpc.RpcError;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.EscapedText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Tool registry: lists and calls the tools.
final class Toolbox {
  private final ToolBackend toolBackend;
  private final ToolApprovals toolApprovals;

  /// The input schemas of the tools, cached on first call.
  private final Map<Tool, JsonObject> inputs = new ConcurrentHashMap<>();

  Toolbox(ToolBackend toolBackend, ToolApprovals toolApprovals) {
    this.toolBackend = toolBackend;
    this.toolApprovals = toolApprovals;
  }

  /// Returns the result of `tools/list`: always the same, in the same order, on one page.
  static JsonObject list() {
    var all = new ArrayList<JsonObject>();
    for (var tool : Tool.values()) {
      all.add(tool.definition());
    }
    return JsonObject.builder().add("tools", JsonArray.of(all)).build();
  }

  /// Returns the tool that a `tools/call` is about.
  ///
  /// @throws RpcError if there is none of that name
  static Tool tool(JsonObject params) {
    var name = params.string("name");
    var tool = Tool.named(name);
    if (tool == null) {
      throw RpcError.params(
          name == null ? "the name of a tool is missing" : "there is no tool " + name);
    }
    return tool;
  }

  /// Returns the result of `tools/call`. An impossible action is a result too, with its reason.
  ///
  /// @throws RpcError if the call breaks the protocol, or the program itself is wrong
  JsonObject call(ClientInfo clientInfo, JsonObject params, Flight flight) {
    if (params.has("arguments") && params.object("arguments") == null) {
      throw RpcError.params("the member arguments must be an object");
    }
    var given = params.object("arguments");
    var arguments = given == null ? JsonObject.EMPTY : given;
    var tool = tool(params);
    var input = inputs.computeIfAbsent(tool, Tool::input);
    var problems = ToolArguments.problems(tool, input, arguments);
    if (!problems.isEmpty()) {
      return failure(
          "arguments",
          tool.word() + ": " + String.join("; ", problems),
          "Fix the arguments and call again; nothing was done.");
    }
    CallContext context;
    try {
      context = new CallContext(clientInfo, folder(arguments), false);
    } catch (InvalidPathException e) {
      return failure("arguments", "root: no folder can be called that", "Name a folder.");
    }
    return tool.asks()
        ? toolApprovals.approve(context, params, flight)
        : result(toolBackend.run(context, ToolArguments.request(tool, arguments)));
  }

  private static @Nullable Path folder(JsonObject arguments) {
    var root = arguments.string("root");
    return root == null ? null : Path.of(root);
  }

  /// Returns the result of a command as the result of a tool.
  ///
  /// @throws RpcError if it ended with a bug
  static JsonObject result(CommandResult ran) {
    var answer = ran.json();
    if (ran.isBug() || answer == null) {
      throw new RpcError(RpcError.INTERNAL_ERROR, ran.diagnostics().strip());
    }
    boolean failed = !ran.succeeded() && (answer.has("error") || answer.has("blockers"));
    return result(answer, failed);
  }

  /// Returns the result of a dry run that had nothing to do.
  static JsonObject unchangedResult(JsonObject rehearsal) {
    return result(rehearsal.without("dry_run"), false);
  }

  /// Returns the result that a person did not agree, or could not be asked.
  static JsonObject refusal(String run, String code, List<String> reasonAndHint) {
    var blocker =
        JsonObject.builder()
            .add("kind", "ask")
            .add("code", code)
            .add("reason", reasonAndHint.getFirst())
            .add("hint", reasonAndHint.getLast())
            .build();
    var answer =
        JsonObject.builder()
            .add("ok", false)
            .add("run", run)
            .add("blockers", JsonArray.of(blocker))
            .build();
    return result(answer, true);
  }

  private static JsonObject failure(String code, String message, String hint) {
    var error =
        JsonObject.builder().add("code", code).add("message", message).add("hint", hint).build();
    var answer = JsonObject.builder().add("ok", false).add("error", error).build();
    return result(answer, true);
  }

  /// The same content twice, as data and as text, because some clients ignore data.
  private static JsonObject result(JsonObject answer, boolean failed) {
    var text = EscapedText.json(JsonText.compact(answer));
    var content = JsonObject.builder().add("type", "text").add("text", text).build();
    return JsonObject.builder()
        .add("content", JsonArray.of(content))
        .add("structuredContent", answer)
        .add("isError", failed)
        .build();
  }
}
