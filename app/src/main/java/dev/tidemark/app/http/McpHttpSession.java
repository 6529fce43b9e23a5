package dev.tidemark.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.mcp.McpServer;
import dev.tidemark.app.mcp.ToolBackend;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// MCP session over HTTP: each request is an exchange of its own. Pending requests get ids of the
/// server, because several clients may use the same numbers. Safe for use by many threads.
final class McpHttpSession {
  private final LineFeed in = new LineFeed();
  private final Map<Long, CompletableFuture<JsonObject>> waiting = new ConcurrentHashMap<>();
  private final AtomicLong count = new AtomicLong();

  McpHttpSession(ToolBackend toolBackend) {
    var server = new McpServer(in, new Answers(), toolBackend);
    Thread.ofVirtual()
        .name("mcp")
        .start(
            () -> {
              try {
                server.serve();
              } catch (IOException over) {
                // The client no longer waits.
              }
            });
  }

  /// Sends a notification.
  void tell(JsonObject message) {
    in.add(JsonText.compact(message));
  }

  /// Sends a request and waits for its answer.
  JsonObject ask(JsonObject request, Json id) {
    long own = count.incrementAndGet();
    var answer = new CompletableFuture<JsonObject>();
    waiting.put(own, answer);
    in.add(JsonText.compact(request.with("id", JsonNumber.of(own))));
    return answer.join().with("id", id);
  }

  void end() {
    in.end();
  }

  private void received(String line) {
    var message = (JsonObject) JsonText.parse(line, Integer.MAX_VALUE);
    var id = message.number("id");
    @Nullable CompletableFuture<JsonObject> request =
        id == null ? null : waiting.remove((long) id.doubleValue());
    if (request != null) {
      request.complete(message);
    }
  }

  /// Receives the server's output, line by line.
  private final class Answers extends OutputStream {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public void write(int b) {
      if (b == '\n') {
        received(line.toString(UTF_8));
        line.reset();
      } else {
        line.write(b);
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      int start = offset;
      for (int i = offset; i < offset + length; i++) {
        if (bytes[i] == '\n') {
          line.write(bytes, start, i - start);
          write('\n');
          start = i + 1;
        }
      }
      line.write(bytes, start, offset + length - start);
    }
  }
}
