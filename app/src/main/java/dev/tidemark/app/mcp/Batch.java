package dev.tidemark.app.mcp;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Gathers the answers to several messages that came as one, and sends them as one. Safe for use by
/// many threads.
final class Batch {
  private final Output output;
  private final List<JsonObject> answers = new ArrayList<>();
  private int missing;

  Batch(Output output, int size) {
    this.output = output;
    this.missing = size;
  }

  /// Takes the answer to one of the messages; null where it wants none.
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
