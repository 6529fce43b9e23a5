package dev.tidemark.app.mcp.rpc;

import dev.tidemark.json.JsonObject;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.EscapedText;
import org.jspecify.annotations.Nullable;

/// JSON-RPC error: the message violates the protocol. A refusal of a tool is no error but a result.
public final class RpcError extends RuntimeException {
  public static final int PARSE_ERROR = -32700;
  public static final int INVALID_REQUEST = -32600;
  public static final int METHOD_NOT_FOUND = -32601;
  static final int INVALID_PARAMS = -32602;
  public static final int INTERNAL_ERROR = -32603;

  /// Only in revisions with sessions; the modern one uses [#INVALID_PARAMS].
  static final int RESOURCE_NOT_FOUND = -32002;

  public static final int MISSING_CAPABILITY = -32021;
  public static final int UNSUPPORTED_VERSION = -32022;

  private static final long serialVersionUID = 1L;

  private final int code;

  @SuppressWarnings("serial") // never written to a stream
  private final @Nullable JsonObject data;

  /// @param data details for programs; absent if the message is complete
  public RpcError(int code, String message, @Nullable JsonObject data) {
    super(EscapedText.line(Secrets.redacted(message)), null, false, false);
    this.code = code;
    this.data = data;
  }

  public RpcError(int code, String message) {
    this(code, message, null);
  }

  /// Returns the error of a request with invalid parameters.
  public static RpcError params(String message) {
    return new RpcError(INVALID_PARAMS, message);
  }

  /// Returns it as the member `error` of a response.
  JsonObject json() {
    var json = JsonObject.builder().add("code", code).add("message", String.valueOf(getMessage()));
    if (data != null) {
      json.add("data", data);
    }
    return json.build();
  }
}
