package dev.tidemark.dialect;

import static dev.tidemark.checkpoint.Diagnostic.Severity.ERROR;
import static dev.tidemark.checkpoint.Diagnostic.Severity.WARNING;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Collects what a validator finds, and brings it into the order of the document.
public final class ViolationList {
  /// The limit of characters of a value that a message repeats.
  private static final int VALUE_MAX = 80;

  private final List<Map.Entry<Integer, SchemaViolation>> found = new ArrayList<>();
  private int errors;
  private int warnings;

  /// Starts without violations.
  public ViolationList() {}

  /// Returns the path of a member.
  public static String path(String parent, String key) {
    boolean plain = !key.isEmpty();
    for (int i = 0; plain && i < key.length(); i++) {
      plain = isPlain(key.charAt(i));
    }
    return parent + (plain ? "." + key : "[" + JsonText.compact(JsonString.of(key)) + "]");
  }

  /// Reports something wrong with a value, or with its absence from its parent.
  public void error(String path, String rule, @Nullable Json value, @Nullable JsonObject parent) {
    add(ERROR, path, rule, value, parent);
  }

  /// Reports something odd about a value, or about its absence from its parent.
  public void warning(String path, String rule, @Nullable Json value, @Nullable JsonObject parent) {
    add(WARNING, path, rule, value, parent);
  }

  /// Checks a value that must be of that kind.
  public void kind(String path, @Nullable Json value, Json.Kind kind, String what) {
    if (value == null || value.kind() != kind) {
      error(path, "must be " + what, value, null);
    }
  }

  /// Returns the object under a key, or null after reporting that there is none.
  @Nullable
  public JsonObject object(String path, JsonObject parent, String key, boolean required) {
    var value = parent.find(key);
    if (value instanceof JsonObject object) {
      return object;
    }
    if (required || value != null) {
      error(path(path, key), "must be an object", value, parent);
    }
    return null;
  }

  /// Checks a field that may be missing, a string or null.
  public void stringOrNull(String path, JsonObject parent, String key) {
    var value = parent.find(key);
    if (value != null && !(value instanceof JsonString) && !(value instanceof JsonNull)) {
      error(path(path, key), "must be a string or null", value, parent);
    }
  }

  /// Checks a field that may be missing or a string.
  public void string(String path, JsonObject parent, String key) {
    var value = parent.find(key);
    if (value != null && !(value instanceof JsonString)) {
      error(path(path, key), "must be a string", value, parent);
    }
  }

  /// Checks a field that is an array of strings, or missing if it need not be there.
  public void strings(String path, JsonObject parent, String key, boolean required) {
    var value = parent.find(key);
    if (value instanceof JsonArray array) {
      for (int i = 0; i < array.size(); i++) {
        if (!(array.get(i) instanceof JsonString)) {
          error(path(path, key) + "[" + i + "]", "must be a string", array.get(i), parent);
        }
      }
    } else if (required || value != null) {
      error(path(path, key), "must be an array of strings", value, parent);
    }
  }

  /// Returns all violations in the order of the document; what is missing stands at the end of
  /// where it is missing from.
  public List<SchemaViolation> inOrder() {
    found.sort((one, other) -> Integer.compare(one.getKey(), other.getKey()));
    return violations();
  }

  /// Returns all violations in the order in which they were found.
  public List<SchemaViolation> violations() {
    var violations = new ArrayList<SchemaViolation>(found.size());
    for (var entry : found) {
      violations.add(entry.getValue());
    }
    SchemaViolation.addOmittedCount(violations, errors, warnings);
    return violations;
  }

  private void add(
      Diagnostic.Severity severity,
      String path,
      String rule,
      @Nullable Json value,
      @Nullable JsonObject parent) {
    int count = severity == ERROR ? ++errors : ++warnings;
    if (count > SchemaViolation.LISTED_MAX) {
      return;
    }
    int offset = value != null ? value.start() : parent == null ? 0 : parent.end();
    found.add(Map.entry(offset, new SchemaViolation(severity, path, rule, spelling(value))));
  }

  private static String spelling(@Nullable Json value) {
    if (value == null) {
      return "undefined";
    }
    var text = JsonText.compact(value);
    return text.length() <= VALUE_MAX ? text : text.substring(0, VALUE_MAX) + "...";
  }

  private static boolean isPlain(int c) {
    return c == '_' || c == '-' || Character.isLetterOrDigit(c);
  }
}
