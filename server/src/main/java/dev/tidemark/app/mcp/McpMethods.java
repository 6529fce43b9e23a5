package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.rpc.PendingRequests.Flight;
import dev.tidemark.app.mcp.rpc.RpcError;
import dev.tidemark.app.mcp.rpc.RpcMessage.Request;
import dev.tidemark.json.JsonObject;

/// JSON-RPC method dispatch, in the form of the client's revision.
final class McpMethods {
  /// The cache time of constant responses, in milliseconds.
  private static final long FIXED = 3_600_000;

  private final Handshake handshake;
  private final Toolbox toolbox;
  private final McpResources mcpResources;
  private final McpPrompts mcpPrompts;

  McpMethods(Handshake handshake, ToolBackend toolBackend, Elicitation elicitation) {
    this.handshake = handshake;
    this.toolbox = new Toolbox(toolBackend, new ToolApprovals(toolBackend, elicitation));
    this.mcpResources = new McpResources(toolBackend);
    this.mcpPrompts = new McpPrompts(mcpResources);
  }

  /// Returns whether a request reads the project, and therefore may be slow.
  static boolean readsProject(Request request) {
    return switch (request.method()) {
      case "tools/call" -> Tool.readsProject(request.params());
      case "resources/list", "resources/read", "prompts/get" -> true;
      default -> false;
    };
  }

  /// Returns whether there is a method of that name in any revision.
  static boolean isMethod(String method) {
    return switch (method) {
      case "initialize",
          "ping",
          "tools/call",
          "resources/list",
          "resources/read",
          "prompts/get",
          "server/discover",
          "subscriptions/listen",
          "tools/list",
          "resources/templates/list",
          "prompts/list" ->
          true;
      default -> false;
    };
  }

  /// Returns whether no session ever had that method.
  static boolean isModernOnly(String method) {
    return method.equals("server/discover") || method.equals("subscriptions/listen");
  }

  /// Returns the fault of asking for a method that there is not.
  static RpcError unknown(String method) {
    return new RpcError(RpcError.METHOD_NOT_FOUND, "there is no method " + method);
  }

  /// Returns the result of a request.
  ///
  /// @throws RpcError if there is none
  JsonObject answer(ClientInfo clientInfo, Request request, Flight flight) {
    var params = request.params();
    boolean modern = clientInfo.version().isModern();
    var result =
        switch (request.method()) {
          case "tools/call" -> toolbox.call(clientInfo, params, flight);
          case "tools/list" -> single(params, Toolbox.list());
          case "resources/list" -> mcpResources.list(clientInfo, params);
          case "resources/templates/list" -> single(params, McpResources.templates());
          case "resources/read" -> mcpResources.read(clientInfo, params);
          case "prompts/list" -> single(params, McpPrompts.list());
          case "prompts/get" -> mcpPrompts.get(clientInfo, params);
          case "server/discover" -> handshake.discover();
          case "ping" -> ping(modern);
          default -> throw unknown(request.method());
        };
    return modern ? modern(request.method(), result) : result;
  }

  private static JsonObject ping(boolean modern) {
    if (modern) {
      throw unknown("ping");
    }
    return JsonObject.EMPTY;
  }

  /// A list of one page has no further one to ask for.
  private static JsonObject single(JsonObject params, JsonObject list) {
    if (params.has("cursor")) {
      throw RpcError.params("unknown cursor");
    }
    return list;
  }

  private JsonObject modern(String method, JsonObject result) {
    var meta =
        JsonObject.builder().add("io.modelcontextprotocol/serverInfo", handshake.info()).build();
    var complete = result.has("resultType") ? result : result.with("resultType", "complete");
    var signed = complete.with("_meta", meta);
    return switch (method) {
      case "server/discover", "tools/list", "prompts/list", "resources/templates/list" ->
          cached(signed, FIXED, "public");
      case "resources/list", "resources/read" -> cached(signed, 0, "private");
      default -> signed;
    };
  }

  private static JsonObject cached(JsonObject result, long millis, String scope) {
    var json = JsonObject.builder();
    for (var member : result.members()) {
      json.add(member.key(), member.value());
    }
    return json.add("ttlMs", millis).add("cacheScope", scope).build();
  }
}
