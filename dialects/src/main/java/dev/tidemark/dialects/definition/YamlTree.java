package dev.tidemark.dialects.definition;

import dev.tidemark.json.JsonObject;

/// Temporary.
public final class YamlTree {
  private YamlTree() {}

  /// Temporary.
  public static JsonObject read(String name, String text) {
    return JsonObject.EMPTY;
  }
}
