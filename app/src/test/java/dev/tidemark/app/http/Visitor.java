package dev.tidemark.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.main.Served;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Speaks HTTP over a socket of its own, word by word, so that it can also say what no decent
/// client says. Immutable.
public final class Visitor {
  private static final int PATIENCE_MILLIS = 60_000;

  private final int port;
  private final List<String> headers;

  private Visitor(int port, List<String> headers) {
    this.port = port;
    this.headers = headers;
  }

  /// Somebody whom nobody knows.
  public static Visitor of(Served served) {
    return new Visitor(served.port(), List.of("Host: 127.0.0.1:" + served.port()));
  }

  /// A client that connects to a port of a proxy.
  public static Visitor at(int port) {
    return new Visitor(port, List.of("Host: 127.0.0.1:" + port));
  }

  /// A program with the token that the server has shown.
  public static Visitor bearer(Served served) {
    return of(served).with("Authorization: Bearer " + served.token());
  }

  /// A page on which somebody has logged in.
  public static Visitor page(Served served, String token) {
    var reply = of(served).origin(served).post("/login", "{\"token\":\"" + token + "\"}");
    var cookie = reply.header("set-cookie");
    if (cookie == null) {
      throw new AssertionError("no login: " + reply);
    }
    return of(served).origin(served).with("Cookie: " + cookie.replaceAll(";.*", ""));
  }

  private Visitor origin(Served served) {
    return with("Origin: " + served.url());
  }

  /// Says one header more.
  public Visitor with(String header) {
    var more = new ArrayList<>(headers);
    more.add(header);
    return new Visitor(port, more);
  }

  /// Says one header no more.
  Visitor without(String name) {
    var less = new ArrayList<>(headers);
    less.removeIf(header -> header.startsWith(name + ":"));
    return new Visitor(port, less);
  }

  /// An answer.
  public record Reply(int status, List<String> headers, String body) {
    @Nullable
    public String header(String name) {
      for (var header : headers) {
        if (header.toLowerCase(Locale.ROOT).startsWith(name + ":")) {
          return header.substring(name.length() + 1).strip();
        }
      }
      return null;
    }

    JsonObject json() {
      return (JsonObject) JsonText.parse(body);
    }

    /// Returns the code of the problem that it tells of.
    @Nullable
    public String code() {
      var error = json().object("error");
      return error == null ? null : error.string("code");
    }
  }

  public Reply get(String path) {
    return ask("GET", path, null);
  }

  public Reply post(String path, String body) {
    return ask("POST", path, body);
  }

  Reply ask(String method, String path, @Nullable String body) {
    try (var socket = dial()) {
      say(socket, method, path, body, "Connection: close");
      var text = new String(socket.getInputStream().readAllBytes(), UTF_8);
      return reply(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Asks for something that goes on.
  public Listener listen(String path) {
    try {
      var socket = dial();
      say(socket, "GET", path, null, "Accept: text/event-stream");
      return new Listener(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Socket dial() throws IOException {
    var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  private void say(Socket socket, String method, String path, @Nullable String body, String more)
      throws IOException {
    var text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    for (var header : headers) {
      text.append(header).append("\r\n");
    }
    text.append(more).append("\r\n");
    if (body != null) {
      text.append("Content-Length: ").append(body.getBytes(UTF_8).length).append("\r\n");
    }
    text.append("\r\n").append(body == null ? "" : body);
    socket.getOutputStream().write(text.toString().getBytes(UTF_8));
    socket.getOutputStream().flush();
  }

  private static Reply reply(String text) {
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      throw new AssertionError("no answer but " + text);
    }
    var head = List.of(text.substring(0, end).split("\r\n"));
    int status = Integer.parseInt(head.getFirst().split(" ")[1]);
    return new Reply(status, head.subList(1, head.size()), text.substring(end + 4));
  }
}
