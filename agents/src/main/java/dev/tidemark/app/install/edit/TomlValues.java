package dev.tidemark.app.install.edit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parser of a TOML subset: tables, quoted keys, strings and booleans on one line, which is how
/// Codex writes its own settings.
public final class TomlValues {
  private static final String COMMENT = "#";

  private final List<Entry> entries = new ArrayList<>();

  private record Entry(List<String> path, String value) {}

  public TomlValues(String text) {
    var table = List.<String>of();
    for (var raw : text.split("\n", -1)) {
      var line = raw.strip();
      if (line.startsWith("[[")) {
        table = List.of("[[");
      } else if (line.startsWith("[") && line.contains("]")) {
        table = keys(line.substring(1, line.lastIndexOf(']')));
      } else if (!line.isEmpty() && !line.startsWith(COMMENT)) {
        int equals = equals(line);
        if (equals > 0) {
          var path = new ArrayList<>(table);
          path.addAll(keys(line.substring(0, equals)));
          entries.add(new Entry(List.copyOf(path), value(line.substring(equals + 1).strip())));
        }
      }
    }
  }

  /// Returns the value at a path, a string without its quotes; null if there is none.
  @Nullable
  public String find(String... path) {
    var wanted = List.of(path);
    for (var entry : entries) {
      if (entry.path().equals(wanted)) {
        return entry.value();
      }
    }
    return null;
  }

  private static int equals(String line) {
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '=') {
        return i;
      }
    }
    return -1;
  }

  /// Returns the parts of a dotted key.
  private static List<String> keys(String dotted) {
    var keys = new ArrayList<String>();
    var key = new StringBuilder();
    char quote = 0;
    for (int i = 0; i < dotted.length(); i++) {
      char c = dotted.charAt(i);
      if (quote == '"' && c == '\\' && i + 1 < dotted.length()) {
        i++;
        key.append(dotted.charAt(i));
      } else if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          key.append(c);
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '.') {
        keys.add(key.toString());
        key.setLength(0);
      } else if (c != ' ' && c != '\t') {
        key.append(c);
      }
    }
    keys.add(key.toString());
    return List.copyOf(keys);
  }

  private static String value(String text) {
    if (text.startsWith("\"") || text.startsWith("'")) {
      int end = text.indexOf(text.charAt(0), 1);
      return end < 0 ? text : text.substring(1, end);
    }
    int comment = text.indexOf(COMMENT);
    return (comment < 0 ? text : text.substring(0, comment)).strip();
  }
}
