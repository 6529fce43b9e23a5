package dev.tidemark.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidemark.clients.Protocol.Reply;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/// Model provider: an HTTP server for the APIs of four providers that answers from a script and
/// records every request.
final class ModelServer implements AutoCloseable {
  private static final List<Protocol> PROTOCOLS =
      List.of(
          new AnthropicProtocol(),
          new ResponsesProtocol(),
          new ChatProtocol(),
          new GeminiProtocol());
  private static final int MAX_BYTES = 64 * 1024 * 1024;

  /// The answer to a request for which the script has no turn left.
  static final String UNSCRIPTED = "There is no turn for this in the script.";

  private final HttpServer server;
  private final List<ModelRequest> requests = new ArrayList<>();
  private final List<String> others = new ArrayList<>();
  private final Function<ModelRequest, Turn> script;

  private ModelServer(HttpServer server, Function<ModelRequest, Turn> script) {
    this.server = server;
    this.script = script;
  }

  /// Starts a server that answers each step of a conversation by a function of the request.
  static ModelServer start(Function<ModelRequest, Turn> script) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var model = new ModelServer(HttpServer.create(address, 0), script);
    model.server.createContext("/", model::handle);
    model.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    model.server.start();
    return model;
  }

  /// Returns where it listens.
  InetSocketAddress address() {
    return server.getAddress();
  }

  /// Returns all requests for a response of the model, oldest first.
  List<ModelRequest> requests() {
    synchronized (requests) {
      return List.copyOf(requests);
    }
  }

  /// Returns the method and path of every request for anything else.
  List<String> others() {
    synchronized (requests) {
      return List.copyOf(others);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().toString();
    var body = body(exchange);
    var reply = reply(exchange.getRequestMethod(), path, body);
    var bytes = reply.body().getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", reply.type());
    if (reply.status() == Failure.RATE_LIMIT.status()) {
      exchange.getResponseHeaders().set("Retry-After", "1");
    }
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(reply.status(), -1);
    } else {
      exchange.sendResponseHeaders(reply.status(), bytes.length);
      exchange.getResponseBody().write(bytes, 0, reply.isCut() ? bytes.length / 2 : bytes.length);
      exchange.getResponseBody().flush();
    }
    exchange.close();
  }

  private Reply reply(String method, String path, String body) {
    if (method.equals("POST")) {
      for (var protocol : PROTOCOLS) {
        if (protocol.serves(path)) {
          var json = (JsonObject) JsonText.parse(body, MAX_BYTES);
          var request = new ModelRequest(protocol, path, json);
          synchronized (requests) {
            requests.add(request);
          }
          return answer(request, script.apply(request));
        }
      }
    }
    synchronized (requests) {
      others.add(method + " " + path);
    }
    if (path.contains("count_tokens")) {
      return Reply.json(Protocol.object("input_tokens", 1000));
    }
    if (path.contains("countTokens")) {
      return Reply.json(Protocol.object("totalTokens", 1000));
    }
    var error = Protocol.object("type", "not_found_error", "message", "not found");
    return Reply.failure(404, Protocol.object("type", "error", "error", error));
  }

  private static Reply answer(ModelRequest request, Turn turn) {
    var protocol = request.protocol();
    var failure = turn.failure();
    if (failure != null && failure != Failure.CUT) {
      return protocol.failure(failure);
    }
    var whole = protocol.reply(turn, request.body(), request.path());
    return failure == null ? whole : whole.cut();
  }

  private static String body(HttpExchange exchange) throws IOException {
    var encoding = exchange.getRequestHeaders().getFirst("Content-Encoding");
    try (InputStream raw = exchange.getRequestBody();
        var in = "gzip".equals(encoding) ? new GZIPInputStream(raw) : raw) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
