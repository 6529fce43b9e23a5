package dev.tidemark.dialects.flow;

import dev.tidemark.dialect.UnreadableException;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;
import org.jspecify.annotations.Nullable;

/// JSON parsing of texts.
final class Trees {
  private Trees() {}

  /// Returns the object that a document is.
  ///
  /// @throws UnreadableException if it is none
  static JsonObject object(String document) {
    try {
      if (JsonText.parse(document) instanceof JsonObject root) {
        return root;
      }
    } catch (JsonException problem) {
      throw new UnreadableException(String.valueOf(problem.getMessage()));
    }
    throw new UnreadableException("expected a JSON object, but it is something else");
  }

  /// Returns the value of a text, or null if it is no JSON.
  static @Nullable Json parsed(String text) {
    try {
      return JsonText.parse(text);
    } catch (JsonException problem) {
      return null;
    }
  }

  /// Returns a document with the flag of unfinished writes set.
  static String flagged(String document, boolean safe) {
    var root = parsed(document) instanceof JsonObject object ? object : null;
    return root == null
        ? document
        : JsonSplice.apply(document, root.with(Keys.INTERRUPTION_SAFE, JsonBoolean.of(safe)));
  }

  /// Returns a tree without the fields that change with every write, in order to compare states.
  static JsonObject timeless(JsonObject root) {
    return root.without(Keys.LAST_UPDATED).without(Keys.INTERRUPTION_SAFE);
  }
}
