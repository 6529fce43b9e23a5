package dev.tidemark.app.mcp.rpc;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// JSON-RPC batch: collects the responses to several messages that arrived as one, and sends them
/// as one. Safe for use by many threads.
public final class ResponseBatch {
  private final MessageWriter messageWriter;
  private final List<JsonObject> answers = new ArrayList<>();
  private int missing;

  public ResponseBatch(MessageWriter messageWriter, int size) {
    this.messageWriter = messageWriter;
    this.missing = size;
  }

  /// Adds the response to one of the messages; null for a notification.
  public synchronized void take(@Nullable JsonObject answer) {
    if (answer != null) {
      answers.add(answer);
    }
    missing--;
    if (missing == 0 && !answers.isEmpty()) {
      messageWriter.send(JsonArray.of(answers));
    }
  }
}
