package dev.tidemark.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.http.exchange.AuthenticatedUser;
import dev.tidemark.app.http.exchange.Authenticator;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.Exchange;
import dev.tidemark.app.http.exchange.HttpAnswer;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.http.exchange.Route;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.mcp.McpSession;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.security.SecretToken;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Model Context Protocol over HTTP: each message is a POST request, and each response a JSON
/// document. Nothing is ever asked of the client, so there is no stream to listen to.
///
/// Clients of the older revisions have a session, which `initialize` begins; the newer ones repeat
/// its parameters in each request. No client counts as able to show forms: see [ScopedToolBackend].
final class McpRoute {
  private static final String SESSION = "Mcp-Session-Id";

  private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  private static final int PARSE_ERROR = -32700;
  private static final int METHOD_NOT_FOUND = -32601;
  private static final int HEADER_MISMATCH = -32020;
  private static final int SESSIONS_MAX = 200;

  private static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
  private static final String BASE64 = "=?base64?";
  private final CommandGateway commandGateway;
  private final HttpLimits httpLimits;
  private final AtomicLong count = new AtomicLong();

  /// By the hash of the session's id, those used longest ago first; without a session by the name
  /// of the user.
  private final Map<String, Held> held = new LinkedHashMap<>(16, 0.75f, true);

  private record Held(AuthenticatedUser user, McpSession session) {}

  McpRoute(CommandGateway commandGateway, HttpLimits httpLimits) {
    this.commandGateway = commandGateway;
    this.httpLimits = httpLimits;
  }

  List<Route> routes() {
    return List.of(
        new Route("POST", "/mcp", Scope.READ, (exchange, texts) -> post(exchange)),
        new Route("DELETE", "/mcp", Scope.READ, (exchange, texts) -> end(exchange)));
  }

  private void post(Exchange exchange) throws IOException {
    JsonObject message;
    try {
      message = withoutForms((JsonObject) JsonText.parse(exchange.body(httpLimits.body())));
    } catch (JsonException | ClassCastException wrong) {
      fail(exchange, 400, null, PARSE_ERROR, "the body is no JSON object");
      return;
    }
    var id = message.find("id");
    var method = message.string("method");
    if (method == null || id == null) {
      // Notifications have no effect here: there is no stream, and no request of another thread
      // may be cancelled.
      session(exchange);
      exchange.send(new HttpAnswer(202, "", ""));
      return;
    }
    if (method.equals("initialize") && !isModern(message)) {
      begin(exchange, message, id);
      return;
    }
    boolean named = exchange.header(SESSION) != null && !isModern(message);
    var mismatch = named ? null : mismatch(exchange, method, message.object("params"));
    if (mismatch != null) {
      fail(exchange, 400, id, HEADER_MISMATCH, mismatch);
      return;
    }
    if (method.equals("subscriptions/listen")) {
      fail(exchange, 404, id, METHOD_NOT_FOUND, "there is no method " + method + " over HTTP");
      return;
    }
    var answer = answer(session(exchange), message, id);
    exchange.send(HttpAnswer.json(named ? 200 : status(answer), answer));
  }

  private void begin(Exchange exchange, JsonObject message, Json id) throws IOException {
    var token = SecretToken.generate(new SecureRandom());
    var session = new McpSession(new ScopedToolBackend(commandGateway, exchange.user()));
    keep(SecretToken.hash(token), new Held(exchange.user(), session));
    exchange.setHeader(SESSION, token);
    exchange.send(HttpAnswer.json(200, answer(session, message, id)));
  }

  /// Pending requests get ids of the server, because several clients may use the same numbers.
  private JsonObject answer(McpSession session, JsonObject request, Json id) {
    var own = JsonNumber.of(count.incrementAndGet());
    return session.answer(request.with("id", own)).with("id", id);
  }

  private synchronized void keep(String key, Held newer) {
    if (held.size() >= SESSIONS_MAX) {
      var eldest = held.values().iterator();
      eldest.next();
      eldest.remove();
    }
    held.put(key, newer);
  }

  /// A request without a session token goes to a session that `initialize` never begins, so that it
  /// is answered by the rules of the revision without sessions.
  private McpSession session(Exchange exchange) {
    var token = exchange.header(SESSION);
    var key = token == null ? "user " + exchange.user().name() : SecretToken.hash(token);
    synchronized (this) {
      var known = held.get(key);
      if (known != null && known.user().equals(exchange.user())) {
        return known.session();
      }
      if (token == null) {
        var fresh = new McpSession(new ScopedToolBackend(commandGateway, exchange.user()));
        keep(key, new Held(exchange.user(), fresh));
        return fresh;
      }
    }
    throw Authenticator.rejection(
        404, "no-session", "there is no such session", "Begin another one.");
  }

  private void end(Exchange exchange) throws IOException {
    session(exchange);
    synchronized (this) {
      held.remove(SecretToken.hash(String.valueOf(exchange.header(SESSION))));
    }
    exchange.send(new HttpAnswer(204, "", ""));
  }

  private static boolean isModern(JsonObject message) {
    var params = message.object("params");
    var meta = params == null ? null : params.object("_meta");
    return meta != null && (meta.has(CAPABILITIES) || meta.has(PROTOCOL_VERSION));
  }

  private static JsonObject withoutForms(JsonObject message) {
    var params = message.object("params");
    var capabilities = params == null ? null : params.object("capabilities");
    if (params != null && capabilities != null) {
      params = params.with("capabilities", capabilities.without("elicitation"));
    }
    var meta = params == null ? null : params.object("_meta");
    var modern = meta == null ? null : meta.object(CAPABILITIES);
    if (params != null && meta != null && modern != null) {
      params = params.with("_meta", meta.with(CAPABILITIES, modern.without("elicitation")));
    }
    return params == null ? message : message.with("params", params);
  }

  private static int status(JsonObject answer) {
    var error = answer.object("error");
    var code = error == null ? null : error.number("code");
    if (code == null) {
      return 200;
    }
    return code.isWhole(METHOD_NOT_FOUND) ? 404 : 400;
  }

  private static void fail(Exchange exchange, int status, @Nullable Json id, int code, String why)
      throws IOException {
    var error = JsonObject.builder().add("code", code).add("message", why).build();
    var answer = JsonObject.builder().add("jsonrpc", "2.0");
    if (id != null) {
      answer.add("id", id);
    }
    exchange.send(HttpAnswer.json(status, answer.add("error", error).build()));
  }

  /// Returns how the headers of a request differ from its body; null if they agree.
  private static @Nullable String mismatch(
      Exchange exchange, String method, @Nullable JsonObject params) {
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
