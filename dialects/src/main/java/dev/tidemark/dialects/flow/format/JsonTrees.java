package dev.tidemark.dialects.flow.format;

import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;
import java.lang.ref.SoftReference;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// JSON parser of the format's files, with a cache of the two texts parsed last.
///
/// One change of a run reads the same text up to six times: to find the run, to decide, to write it
/// with and without the flag of unfinished writes, and to report. The cache is thread-safe; it
/// keeps nothing when memory is short.
public final class JsonTrees {
  private static volatile SoftReference<Map.Entry<String, Json>> last = new SoftReference<>(null);
  private static volatile SoftReference<Map.Entry<String, Json>> beforeLast = last;

  private JsonTrees() {}

  private static @Nullable Json of(Map.@Nullable Entry<String, Json> entry, String text) {
    return entry != null && entry.getKey().equals(text) ? entry.getValue() : null;
  }

  private static Json parse(String text) {
    var found = of(last.get(), text);
    if (found == null) {
      found = of(beforeLast.get(), text);
    }
    if (found == null) {
      found = JsonText.parse(text);
      beforeLast = last;
      last = new SoftReference<>(Map.entry(text, found));
    }
    return found;
  }

  /// Returns the object that a document is.
  ///
  /// @throws UnreadableException if it is none
  public static JsonObject object(String document) {
    try {
      if (parse(document) instanceof JsonObject root) {
        return root;
      }
    } catch (JsonException problem) {
      throw new UnreadableException(String.valueOf(problem.getMessage()));
    }
    throw new UnreadableException("expected a JSON object, but it is something else");
  }

  /// Returns the value of a text, or null if it is no JSON.
  public static @Nullable Json parsed(String text) {
    try {
      return parse(text);
    } catch (JsonException problem) {
      return null;
    }
  }

  /// Returns a document with the flag of unfinished writes set.
  public static String flagged(String document, boolean safe) {
    var root = parsed(document) instanceof JsonObject object ? object : null;
    return root == null
        ? document
        : JsonSplice.apply(
            document, root, root.with(FlowKeys.INTERRUPTION_SAFE, JsonBoolean.of(safe)));
  }

  /// Returns a tree without the fields that change with every write, in order to compare states.
  public static JsonObject timeless(JsonObject root) {
    return root.without(FlowKeys.LAST_UPDATED).without(FlowKeys.INTERRUPTION_SAFE);
  }
}
