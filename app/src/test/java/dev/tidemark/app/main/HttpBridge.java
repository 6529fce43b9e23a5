package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Carries messages from HTTP to the standard streams of a server and back, for test suites that
/// drive servers over HTTP only. Several clients share the one server, so each request gets an id
/// of the bridge's own.
final class HttpBridge implements AutoCloseable {
  private static final int METHOD_NOT_FOUND = -32601;

  private final Process server;
  private final HttpServer http;
  private final OutputStream toServer;
  private final Map<Long, CompletableFuture<JsonObject>> waiting = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();

  HttpBridge(Process server) throws IOException {
    this.server = server;
    this.toServer = server.getOutputStream();
    this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/mcp", this::exchange);
    http.start();
    Thread.ofVirtual().start(this::read);
  }

  String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/mcp";
  }

  private void read() {
    try (BufferedReader lines = server.inputReader(UTF_8)) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        var message = (JsonObject) JsonText.parse(line);
        var id = message.number("id");
        var request = id == null ? null : waiting.remove((long) id.doubleValue());
        if (request != null) {
          request.complete(message);
        }
      }
    } catch (IOException closed) {
      // The server was ended.
    }
  }

  private void exchange(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(405, -1);
        return;
      }
      var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      var message = (JsonObject) JsonText.parse(body);
      var id = message.find("id");
      if (id == null || !message.has("method")) {
        send(message);
        exchange.sendResponseHeaders(202, -1);
        return;
      }
      long own = ids.incrementAndGet();
      var answer = new CompletableFuture<JsonObject>();
      waiting.put(own, answer);
      send(message.with("id", JsonNumber.of(own)));
      respond(exchange, answer.orTimeout(30, TimeUnit.SECONDS).join().with("id", id));
    }
  }

  private synchronized void send(JsonObject message) throws IOException {
    toServer.write((JsonText.compact(message) + "\n").getBytes(UTF_8));
    toServer.flush();
  }

  private static void respond(HttpExchange exchange, JsonObject answer) throws IOException {
    var bytes = JsonText.compact(answer).getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status(answer.object("error")), bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static int status(@Nullable JsonObject error) {
    var code = error == null ? null : error.number("code");
    if (code == null) {
      return 200;
    }
    return code.isWhole(METHOD_NOT_FOUND) ? 404 : 400;
  }

  @Override
  public void close() {
    http.stop(0);
    server.destroy();
  }
}
