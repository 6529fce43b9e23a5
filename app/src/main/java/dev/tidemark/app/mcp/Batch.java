package dev.tidemark.app.mcp;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// JSON-RPC batch: collects the responses to several messages that arrived as one, and sends them
/// as one. Safe for use by many threads.
final class Batch {
  private final Output output;
  private final List<JsonObject> answers = new ArrayList<>();
  private int missing;

  Batch(Output output, int size) {
    this.output = output;
    this.missing = size;
  }

  /// Adds the response to one of the messages; null for a notification.
  synchronized void take(@Nullable JsonObject answer) {
    if (answer != null) {
      answers.add(answer);
    }
    missing--;
    if (missing == 0 && !answers.isEmpty()) {
      output.send(JsonArray.of(answers));
    }
  }
}
