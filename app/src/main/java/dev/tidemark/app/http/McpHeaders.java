package dev.tidemark.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.http.exchange.Exchange;
import dev.tidemark.json.JsonObject;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Validation of the request headers that repeat a part of the body in the revision without
/// sessions (`MCP-Protocol-Version`, `Mcp-Method`, `Mcp-Name`): a proxy that routes by a header and
/// a server that executes the body must not see two different requests.
final class McpHeaders {
  static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";

  private static final String BASE64 = "=?base64?";

  private McpHeaders() {}

  /// Returns how the headers of a request differ from its body; null if they agree.
  static @Nullable String mismatch(Exchange exchange, String method, @Nullable JsonObject params) {
    var meta = params == null ? null : params.object("_meta");
    var revision = meta == null ? null : meta.string(PROTOCOL_VERSION);
    if (revision != null && !revision.equals(exchange.header("MCP-Protocol-Version"))) {
      return "the header MCP-Protocol-Version and _meta differ";
    }
    if (!method.equals(exchange.header("Mcp-Method"))) {
      return "the header Mcp-Method and the method differ";
    }
    var name = name(method, params);
    if (name != null && !name.equals(decoded(exchange.header("Mcp-Name")))) {
      return "the header Mcp-Name and the params differ";
    }
    return null;
  }

  private static @Nullable String name(String method, @Nullable JsonObject params) {
    if (params == null) {
      return null;
    }
    return switch (method) {
      case "tools/call", "prompts/get" -> params.string("name");
      case "resources/read" -> params.string("uri");
      default -> null;
    };
  }

  /// A value that is not plain ASCII is encoded in Base64; invalid Base64 matches no name.
  private static @Nullable String decoded(@Nullable String value) {
    if (value == null) {
      return null;
    }
    var text = value.strip();
    if (!text.startsWith(BASE64) || !text.endsWith("?=") || text.length() < BASE64.length() + 2) {
      return text;
    }
    try {
      var inner = text.substring(BASE64.length(), text.length() - 2);
      return new String(Base64.getDecoder().decode(inner), UTF_8);
    } catch (IllegalArgumentException none) {
      return null;
    }
  }
}
