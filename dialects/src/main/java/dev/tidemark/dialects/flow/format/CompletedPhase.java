package dev.tidemark.dialects.flow.format;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// Completed phase as recorded in the document.
///
/// @param phase its name; empty if it has none
/// @param at when it was done, as written
/// @param output its output file, from the project root
public record CompletedPhase(String phase, @Nullable String at, @Nullable String output) {
  static CompletedPhase of(Json json) {
    if (!(json instanceof JsonObject entry)) {
      return new CompletedPhase("", null, null);
    }
    var phase = entry.string(FlowKeys.PHASE);
    return new CompletedPhase(
        phase == null ? "" : phase,
        entry.string(FlowKeys.COMPLETED_AT),
        entry.string(FlowKeys.OUTPUT));
  }

  /// Returns which phase that is; null if there is none of that name.
  @Nullable
  public FlowPhase flowPhase() {
    return FlowPhase.parse(phase);
  }
}
