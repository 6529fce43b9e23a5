package dev.tidemark.dialects.flow.task;

import static dev.tidemark.checkpoint.Diagnostic.Severity.ERROR;
import static dev.tidemark.checkpoint.Diagnostic.Severity.WARNING;

import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Timestamps;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Contract check: collects the violations in a document.
public final class ContractProblems {
  /// The limit of characters of a value that a message repeats.
  private static final int VALUE_MAX = 80;

  private final List<SchemaViolation> violations = new ArrayList<>();
  private int errors;
  private int warnings;

  /// Starts without problems.
  public ContractProblems() {}

  /// Returns the violations, up to the limit.
  public List<SchemaViolation> violations() {
    var all = new ArrayList<>(violations);
    SchemaViolation.more(all, errors, warnings);
    return all;
  }

  public void error(String path, String rule, @Nullable Json value) {
    if (++errors <= SchemaViolation.LISTED_MAX) {
      violations.add(new SchemaViolation(ERROR, path, rule, spelling(value)));
    }
  }

  public void warning(String path, String rule, @Nullable Json value) {
    if (++warnings <= SchemaViolation.LISTED_MAX) {
      violations.add(new SchemaViolation(WARNING, path, rule, spelling(value)));
    }
  }

  /// Checks a value that must be of that kind.
  public void kind(String path, @Nullable Json value, Json.Kind kind, String what) {
    if (value == null || value.kind() != kind) {
      error(path, "must be " + what, value);
    }
  }

  /// Checks a time that must be there.
  public void time(String path, @Nullable Json value) {
    var text = value instanceof JsonString string ? string.value() : "";
    if (Timestamps.parse(text).isEmpty()) {
      error(path, "must be a date and time with zone, in ISO 8601", value);
    }
  }

  /// Checks a path that must be there, inside the project.
  public void path(String path, JsonObject parent, String key) {
    var text = parent.string(key);
    if (text == null || text.isBlank()) {
      error(path, "must be a path from the project root", parent.find(key));
    } else if (leadsOut(text)) {
      error(path, "must be a path inside the project", parent.find(key));
    }
  }

  /// Returns whether a path names something outside the project, or nothing at all.
  public static boolean leadsOut(String path) {
    if (path.startsWith("/") || path.indexOf('\\') >= 0 || path.indexOf(':') == 1) {
      return true;
    }
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) < ' ') {
        return true;
      }
    }
    return ("/" + path + "/").contains("/../");
  }

  private static String spelling(@Nullable Json value) {
    if (value == null) {
      return "undefined";
    }
    var text = JsonText.compact(value);
    return text.length() <= VALUE_MAX ? text : text.substring(0, VALUE_MAX) + "...";
  }
}
