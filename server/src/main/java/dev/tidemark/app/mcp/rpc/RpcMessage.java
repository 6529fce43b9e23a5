package dev.tidemark.app.mcp.rpc;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import org.jspecify.annotations.Nullable;

/// JSON-RPC message of the client, and the messages that the server sends.
public sealed interface RpcMessage {
  /// Request.
  record Request(Json id, String method, JsonObject params) implements RpcMessage {}

  /// Notification.
  record Notification(String method, JsonObject params) implements RpcMessage {}

  /// Response to a request of the server; without a result the client failed.
  record Response(Json id, @Nullable JsonObject result) implements RpcMessage {}

  /// Malformed message.
  ///
  /// @param id which request it wanted to be, where that can be read
  record Malformed(@Nullable Json id, RpcError fault) implements RpcMessage {}

  /// Reads a message.
  static RpcMessage of(Json json) {
    if (!(json instanceof JsonObject object)) {
      return malformed(null, "a message is an object");
    }
    var id = object.find("id");
    var legible = isId(id) ? id : null;
    if (!"2.0".equals(object.string("jsonrpc"))) {
      return malformed(legible, "the member jsonrpc must be \"2.0\"");
    }
    if (!object.has("method") && (object.has("result") || object.has("error"))) {
      return legible == null
          ? malformed(null, "a response needs the id of its request")
          : new Response(legible, object.object("result"));
    }
    var method = object.string("method");
    if (method == null) {
      return malformed(legible, "the member method must be a string");
    }
    if (object.has("id") && legible == null) {
      return malformed(null, "an id must be a string or a number");
    }
    if (object.has("params") && object.object("params") == null) {
      return legible == null
          ? new Notification(method, JsonObject.EMPTY)
          : new Malformed(legible, RpcError.params("the member params must be an object"));
    }
    var params = object.object("params");
    var given = params == null ? JsonObject.EMPTY : params;
    return legible == null ? new Notification(method, given) : new Request(legible, method, given);
  }

  private static boolean isId(@Nullable Json id) {
    return id instanceof JsonString || id instanceof JsonNumber;
  }

  private static Malformed malformed(@Nullable Json id, String why) {
    return new Malformed(
        id, new RpcError(RpcError.INVALID_REQUEST, "this is no JSON-RPC message: " + why));
  }

  static JsonObject result(Json id, JsonObject result) {
    return message().add("id", id).add("result", result).build();
  }

  /// Returns an error response.
  ///
  /// @param id which request it was; absent where that could not be read
  static JsonObject error(@Nullable Json id, RpcError rpcError) {
    var error = message();
    if (id != null) {
      error.add("id", id);
    }
    return error.add("error", rpcError.json()).build();
  }

  static JsonObject request(String id, String method, JsonObject params) {
    return message().add("id", id).add("method", method).add("params", params).build();
  }

  static JsonObject notification(String method, JsonObject params) {
    return message().add("method", method).add("params", params).build();
  }

  private static JsonObject.Builder message() {
    return JsonObject.builder().add("jsonrpc", "2.0");
  }
}
