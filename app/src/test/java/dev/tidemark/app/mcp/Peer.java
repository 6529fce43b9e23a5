package dev.tidemark.app.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A client that says exactly what a test wants, to a server in this process.
public final class Peer implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;
  private static final byte[] END = {};
  private static final String MODERN =
      "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":%s}";

  private final BlockingQueue<byte[]> toServer = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> fromServer = new LinkedBlockingQueue<>();
  private final CompletableFuture<Void> served;

  public Peer(ToolBackend toolBackend) {
    var server = new McpServer(new Incoming(), new Outgoing(), toolBackend);
    served =
        CompletableFuture.runAsync(
            () -> {
              try {
                server.serve();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            },
            work -> Thread.ofPlatform().daemon().start(work));
  }

  /// Begins a session of the newest revision that has sessions.
  public Peer initialized(String capabilities) {
    return initialized("2025-11-25", capabilities);
  }

  public Peer initialized(String version, String capabilities) {
    send(
        "{\"jsonrpc\":\"2.0\",\"id\":\"hello\",\"method\":\"initialize\",\"params\":{"
            + "\"protocolVersion\":\""
            + version
            + "\",\"capabilities\":"
            + capabilities
            + ",\"clientInfo\":{\"name\":\"peer\",\"version\":\"7\"}}}");
    next();
    send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    return this;
  }

  /// Sends a line as it is.
  public void send(String line) {
    bytes((line + "\n").getBytes(UTF_8));
  }

  void bytes(byte[] bytes) {
    toServer.add(bytes);
  }

  /// Sends a request of a session.
  public void request(int id, String method, String params) {
    send(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
            .formatted(id, method, params));
  }

  void cancel(int id) {
    send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
            + "\"params\":{\"requestId\":%d}}".formatted(id));
  }

  void call(int id, String tool, String arguments) {
    request(id, "tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
  }

  /// Sends a request that needs no session.
  void modern(int id, String method, String params) {
    modern(id, method, params, "{}");
  }

  public void modern(int id, String method, String params, String capabilities) {
    var more = (JsonObject) JsonText.parse(params);
    var meta = JsonText.parse(MODERN.formatted(capabilities));
    request(id, method, JsonText.compact(more.with("_meta", meta)));
  }

  /// Returns the next message of the server.
  public JsonObject next() {
    return (JsonObject) nextOfAnyKind();
  }

  public Json nextOfAnyKind() {
    try {
      var line = fromServer.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (line == null) {
        throw new AssertionError("no message came");
      }
      return JsonText.parse(line);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /// Ends the input, waits for the server to end and returns what it had still to say.
  List<JsonObject> end() {
    toServer.add(END);
    served.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    var rest = new ArrayList<JsonObject>();
    for (var line : fromServer) {
      rest.add((JsonObject) JsonText.parse(line));
    }
    return rest;
  }

  @Override
  public void close() {
    toServer.add(END);
  }

  /// Returns the code of an error.
  public static long code(JsonObject answer) {
    var error = answer.object("error");
    if (error == null) {
      throw new AssertionError("this is no error: " + JsonText.compact(answer));
    }
    return (long) error.number("code").doubleValue();
  }

  public static JsonObject result(JsonObject answer) {
    var result = answer.object("result");
    if (result == null) {
      throw new AssertionError("this is no result: " + JsonText.compact(answer));
    }
    return result;
  }

  private final class Incoming extends InputStream {
    private byte[] chunk = {};
    private int at;

    @Override
    public int read() throws IOException {
      throw new IOException("whole chunks only");
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      try {
        if (at == chunk.length) {
          chunk = toServer.take();
          at = 0;
        }
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      if (chunk.length == 0) {
        return -1;
      }
      int count = Math.min(length, chunk.length - at);
      System.arraycopy(chunk, at, into, from, count);
      at += count;
      return count;
    }
  }

  /// A message comes whole, with its line end, and in one piece.
  private final class Outgoing extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("whole messages only");
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      var text = new String(bytes, from, length, UTF_8);
      if (!text.endsWith("\n") || text.indexOf('\n') != text.length() - 1) {
        throw new AssertionError("not one line: " + text);
      }
      fromServer.add(text);
    }
  }
}
