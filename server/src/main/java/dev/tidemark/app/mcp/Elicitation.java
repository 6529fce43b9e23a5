package dev.tidemark.app.mcp;

import dev.tidemark.app.mcp.rpc.MessageWriter;
import dev.tidemark.app.mcp.rpc.PendingRequests.Flight;
import dev.tidemark.app.mcp.rpc.RpcMessage;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Elicitation: requests of the server to the user of a client with a session. Safe for use by many
/// threads.
final class Elicitation {
  /// The answer of a user who closed the form.
  static final JsonObject DISMISSED = JsonObject.builder().add("action", "cancel").build();

  private final MessageWriter messageWriter;
  private final Map<String, CompletableFuture<JsonObject>> open = new ConcurrentHashMap<>();
  private final AtomicLong count = new AtomicLong();
  private volatile boolean over;

  Elicitation(MessageWriter messageWriter) {
    this.messageWriter = messageWriter;
  }

  /// Shows a form to the user and waits for the answer, without a timeout.
  ///
  /// @param form the parameters of `elicitation/create`
  /// @return the answer, [#DISMISSED] if there never will be one
  JsonObject ask(JsonObject form, Flight flight) {
    var id = "tidemark-" + count.incrementAndGet();
    var answer = new CompletableFuture<JsonObject>();
    open.put(id, answer);
    flight.whenCancelled(() -> answer.complete(DISMISSED));
    messageWriter.send(RpcMessage.request(id, "elicitation/create", form));
    if (over) {
      answer.complete(DISMISSED);
    }
    try {
      return answer.join();
    } finally {
      open.remove(id);
    }
  }

  /// Takes an answer; one to no question is dropped.
  void answer(Json id, @Nullable JsonObject result) {
    var waiting = id instanceof JsonString word ? open.get(word.value()) : null;
    if (waiting != null) {
      waiting.complete(result == null ? DISMISSED : result);
    }
  }

  /// Fails all pending requests: no answer will arrive any more.
  void giveUp() {
    over = true;
    for (var waiting : open.values()) {
      waiting.complete(DISMISSED);
    }
  }
}
