package dev.tidemark.app.http.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import dev.tidemark.app.mcp.rpc.PercentEncoding;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// HTTP exchange: one request and its response. Used by one thread.
public final class Exchange {
  private static final int USAGE = 2;

  /// Security headers of every response: no external resources, no inline scripts, no framing, no
  /// cross-origin reads, no caching.
  private static final String[][] SECURITY_HEADERS = {
    {
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self';"
          + " frame-ancestors 'none'; require-trusted-types-for 'script';"
          + " trusted-types tidemark dompurify"
    },
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
  };

  private final HttpExchange exchange;
  private final WriteTimeouts writeTimeouts;

  private List<String> path = List.of();
  private List<String[]> query = List.of();
  private @Nullable AuthenticatedUser authenticatedUser;
  private String route = "other";
  private String project = "";
  private int status;

  public Exchange(HttpExchange exchange, WriteTimeouts writeTimeouts) {
    this.exchange = exchange;
    this.writeTimeouts = writeTimeouts;
    for (var header : SECURITY_HEADERS) {
      exchange.getResponseHeaders().set(header[0], header[1]);
    }
  }

  /// Reads the address.
  ///
  /// @throws HttpRejection if that cannot be done
  public void read() {
    var uri = exchange.getRequestURI();
    var raw = uri.getRawPath() == null ? "/" : uri.getRawPath();
    this.path = segments(raw);
    this.query = parameters(uri.getRawQuery());
  }

  /// Returns the version of the protocol, as the request names it.
  String protocol() {
    return exchange.getProtocol();
  }

  public String method() {
    return exchange.getRequestMethod();
  }

  /// Returns the parts of the path between its slashes, decoded one by one.
  public List<String> path() {
    return path;
  }

  /// Returns the authenticated user.
  public AuthenticatedUser user() {
    if (authenticatedUser == null) {
      throw new IllegalStateException("the request is not authenticated yet");
    }
    return authenticatedUser;
  }

  /// Returns the name of the authenticated user; null if there is none.
  @Nullable String userName() {
    return authenticatedUser == null ? null : authenticatedUser.name();
  }

  public void comesFrom(AuthenticatedUser known) {
    authenticatedUser = known;
  }

  /// Leaves the rest of a path that begins with a project.
  public void enter(String name, List<String> rest) {
    project = name;
    path = rest;
  }

  /// Returns the name of the project in the path; empty without one.
  public String project() {
    return project;
  }

  public void takes(String template) {
    route = template;
  }

  /// Returns the template of the address; `other` if there is none.
  public String route() {
    return route;
  }

  /// Returns the address of the other end.
  String remote() {
    return address().getHostAddress();
  }

  InetAddress address() {
    return exchange.getRemoteAddress().getAddress();
  }

  @Nullable
  public String header(String name) {
    return exchange.getRequestHeaders().getFirst(name);
  }

  /// Returns all values of a header.
  List<String> headers(String name) {
    var all = exchange.getRequestHeaders().get(name);
    return all == null ? List.of() : all;
  }

  /// Returns the value of a parameter; null where it is not given.
  @Nullable
  public String parameter(String name) {
    for (var pair : query) {
      if (pair[0].equals(name)) {
        return pair[1];
      }
    }
    return null;
  }

  /// Returns the names of all parameters.
  List<String> parameters() {
    var names = new ArrayList<String>();
    for (var pair : query) {
      names.add(pair[0]);
    }
    return names;
  }

  /// Returns the body.
  ///
  /// @throws HttpRejection if it is longer than that, or no UTF-8
  public String body(int most) throws IOException {
    var declared = header("Content-Length");
    if (declared != null && (declared.length() > 9 || Long.parseLong(declared) > most)) {
      throw tooLong(most);
    }
    byte[] bytes = exchange.getRequestBody().readNBytes(most + 1);
    if (bytes.length > most) {
      throw tooLong(most);
    }
    return Utf8.decode(bytes).orElseThrow(() -> bad("the body is not UTF-8"));
  }

  private static HttpRejection tooLong(int most) {
    var message = "the body is longer than " + most + " bytes; nothing was done";
    return new HttpRejection(
        413, new ProblemView(USAGE, "too-long", message, "Send less at once."));
  }

  /// Returns the body as an object; an empty one where there is no body.
  ///
  /// @throws HttpRejection if it is none
  public JsonObject json(int most) throws IOException {
    var text = body(most);
    try {
      return text.isBlank() ? JsonObject.EMPTY : (JsonObject) JsonText.parse(text);
    } catch (JsonException | ClassCastException wrong) {
      throw bad("the body is no JSON object");
    }
  }

  public static HttpRejection bad(String why) {
    return new HttpRejection(
        400,
        new ProblemView(
            USAGE,
            "request",
            why + "; nothing was done",
            "See docs/openapi.yaml in the source repository."));
  }

  /// Adds a header to the response.
  public void setHeader(String header, String value) {
    exchange.getResponseHeaders().set(header, value);
  }

  /// Sends the answer.
  public void send(HttpAnswer httpAnswer) throws IOException {
    send(httpAnswer.status(), httpAnswer.type(), httpAnswer.bytes());
  }

  public void send(int code, String type, byte[] bytes) throws IOException {
    status = code;
    if (!type.isEmpty()) {
      setHeader("Content-Type", type);
    }
    boolean silent = bytes.length == 0 || method().equals("HEAD") || code == 304;
    try (var _ = writeTimeouts.watch()) {
      exchange.sendResponseHeaders(code, silent ? -1 : bytes.length);
      if (!silent) {
        try (var out = exchange.getResponseBody()) {
          out.write(bytes);
        }
      }
    }
  }

  /// Begins a streaming response, open until the client disconnects.
  public Flow begin(String type) throws IOException {
    status = 200;
    setHeader("Content-Type", type);
    exchange.sendResponseHeaders(200, 0);
    return new Flow(exchange, writeTimeouts);
  }

  /// Returns the status of the answer; 0 as long as there is none.
  public int status() {
    return status;
  }

  /// Streaming response, flushed after each piece.
  public record Flow(HttpExchange exchange, WriteTimeouts deadlines) {
    public void write(String text) throws IOException {
      try (var _ = deadlines.watch()) {
        OutputStream out = exchange.getResponseBody();
        out.write(text.getBytes(UTF_8));
        out.flush();
      }
    }
  }

  private static List<String> segments(String raw) {
    var parts = new ArrayList<String>();
    for (var part : raw.substring(raw.startsWith("/") ? 1 : 0).split("/", -1)) {
      parts.add(decoded(part, false));
    }
    return parts;
  }

  private static List<String[]> parameters(@Nullable String raw) {
    var pairs = new ArrayList<String[]>();
    for (var pair : raw == null || raw.isEmpty() ? new String[0] : raw.split("&", -1)) {
      int equals = pair.indexOf('=');
      var name = equals < 0 ? pair : pair.substring(0, equals);
      var value = equals < 0 ? "" : pair.substring(equals + 1);
      pairs.add(new String[] {decoded(name, true), decoded(value, true)});
    }
    return pairs;
  }

  private static String decoded(String text, boolean query) {
    var decoded = PercentEncoding.decode(query ? text.replace('+', ' ') : text);
    if (decoded == null) {
      throw bad("the address is not encoded as it must be");
    }
    return decoded;
  }
}
