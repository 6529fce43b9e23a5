package dev.tidemark.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// A server on the loopback that remembers what it was asked, and answers as it is told.
public final class LoopbackServer implements AutoCloseable {
  private final HttpServer server;
  private final List<Got> got = new ArrayList<>();
  private volatile Function<Got, Said> answers;

  private LoopbackServer(HttpServer server, Function<Got, Said> answers) {
    this.server = server;
    this.answers = answers;
  }

  /// One request.
  ///
  /// @param path with its query
  /// @param headers by their names in lower case
  public record Got(String method, String path, Map<String, String> headers, String body) {}

  /// One answer.
  public record Said(int status, Map<String, String> headers, String body) {
    /// Answers with a status and a body.
    public static Said of(int status, String body) {
      return new Said(status, Map.of(), body);
    }
  }

  /// Starts a service.
  public static LoopbackServer answering(Function<Got, Said> answers) {
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      var service = new LoopbackServer(HttpServer.create(address, 0), answers);
      service.server.createContext("/", service::handle);
      service.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      service.server.start();
      return service;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// Starts a service that answers everything alike.
  public static LoopbackServer answering(int status, String body) {
    return answering(got -> Said.of(status, body));
  }

  /// Answers otherwise from now on.
  public void answer(Function<Got, Said> others) {
    this.answers = others;
  }

  /// Returns the address, without a slash at its end.
  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// Returns what it was asked so far.
  public List<Got> got() {
    synchronized (got) {
      return List.copyOf(got);
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    var headers = new TreeMap<String, String>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
    var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    var path = exchange.getRequestURI().toString();
    var request = new Got(exchange.getRequestMethod(), path, headers, body);
    synchronized (got) {
      got.add(request);
    }
    var said = answers.apply(request);
    said.headers().forEach(exchange.getResponseHeaders()::set);
    var bytes = said.body().getBytes(UTF_8);
    exchange.sendResponseHeaders(said.status(), bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
