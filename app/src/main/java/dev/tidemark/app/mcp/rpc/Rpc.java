package dev.tidemark.app.mcp.rpc;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// JSON-RPC messages of the server.
public final class Rpc {
  private Rpc() {}

  public static JsonObject result(Json id, JsonObject result) {
    return message().add("id", id).add("result", result).build();
  }

  /// Returns an error response.
  ///
  /// @param id which request it was; absent where that could not be read
  public static JsonObject error(@Nullable Json id, RpcError rpcError) {
    var error = message();
    if (id != null) {
      error.add("id", id);
    }
    return error.add("error", rpcError.json()).build();
  }

  public static JsonObject request(String id, String method, JsonObject params) {
    return message().add("id", id).add("method", method).add("params", params).build();
  }

  public static JsonObject notification(String method, JsonObject params) {
    return message().add("method", method).add("params", params).build();
  }

  private static JsonObject.Builder message() {
    return JsonObject.builder().add("jsonrpc", "2.0");
  }
}
