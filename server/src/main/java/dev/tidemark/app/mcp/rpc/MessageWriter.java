package dev.tidemark.app.mcp.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.EscapedText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Message writer: one message per line, thread-safe. Safe for use by many threads.
public final class MessageWriter {
  private final OutputStream out;
  private final ReentrantLock turn = new ReentrantLock();
  private boolean gone;

  public MessageWriter(OutputStream out) {
    this.out = out;
  }

  /// Returns a sink for the responses to several messages that arrived as one, null for one that
  /// needs none: they are sent as one.
  public Consumer<@Nullable JsonObject> batch(int size) {
    var answers = new ArrayList<JsonObject>();
    var missing = new AtomicInteger(size);
    return answer -> {
      synchronized (answers) {
        if (answer != null) {
          answers.add(answer);
        }
      }
      if (missing.decrementAndGet() == 0 && !answers.isEmpty()) {
        send(JsonArray.of(answers));
      }
    };
  }

  /// Sends a message; null is none. A client that no longer listens is no error: the rest is
  /// dropped.
  public void send(@Nullable Json message) {
    if (message == null) {
      return;
    }
    var bytes = (EscapedText.json(JsonText.compact(message)) + "\n").getBytes(UTF_8);
    turn.lock();
    try {
      if (!gone) {
        out.write(bytes);
        out.flush();
      }
    } catch (IOException deaf) {
      gone = true;
    } finally {
      turn.unlock();
    }
  }
}
