package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.InFlight.Flight;
import dev.tidemark.app.mcp.Message.Request;
import dev.tidemark.json.JsonObject;

/// JSON-RPC method dispatch, in the form of the client's revision.
final class Methods {
  /// The cache time of constant responses, in milliseconds.
  private static final long FIXED = 3_600_000;

  private final Handshake handshake;
  private final Toolbox toolbox;
  private final Resources resources;
  private final Prompts prompts;

  Methods(Handshake handshake, Door door, Questions questions) {
    this.handshake = handshake;
    this.toolbox = new Toolbox(door, new Approvals(door, questions));
    this.resources = new Resources(door);
    this.prompts = new Prompts(resources);
  }

  /// Returns whether a request reads the project, and therefore may be slow.
  static boolean looksAtTheProject(Request request) {
    return switch (request.method()) {
      case "tools/call" -> Tool.looksAtTheProject(request.params());
      case "resources/list", "resources/read", "prompts/get" -> true;
      default -> false;
    };
  }

  /// Returns whether there is a method of that name in any revision.
  static boolean knows(String method) {
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
  static Fault unknown(String method) {
    return new Fault(Fault.METHOD_NOT_FOUND, "there is no method " + method);
  }

  /// Returns the result of a request.
  ///
  /// @throws Fault if there is none
  JsonObject answer(Caller caller, Request request, Flight flight) {
    var params = request.params();
    boolean modern = caller.version().isModern();
    var result =
        switch (request.method()) {
          case "tools/call" -> toolbox.call(caller, params, flight);
          case "tools/list" -> single(params, Toolbox.list());
          case "resources/list" -> resources.list(caller, params);
          case "resources/templates/list" -> single(params, Resources.templates());
          case "resources/read" -> resources.read(caller, params);
          case "prompts/list" -> single(params, Prompts.list());
          case "prompts/get" -> prompts.get(caller, params);
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
      throw Fault.params("the cursor is not one of ours");
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
