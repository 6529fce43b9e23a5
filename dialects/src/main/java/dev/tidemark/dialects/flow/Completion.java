package dev.tidemark.dialects.flow;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// Completed phase as recorded in the document.
///
/// @param phase its name; empty if it has none
/// @param at when it was done, as written
/// @param output its output file, from the project root
record Completion(String phase, @Nullable String at, @Nullable String output) {
  static Completion of(Json json) {
    if (!(json instanceof JsonObject entry)) {
      return new Completion("", null, null);
    }
    var phase = entry.string(Keys.PHASE);
    return new Completion(
        phase == null ? "" : phase, entry.string(Keys.COMPLETED_AT), entry.string(Keys.OUTPUT));
  }

  /// Returns which phase that is; null if there is none of that name.
  @Nullable Stage stage() {
    return Stage.parse(phase);
  }
}
