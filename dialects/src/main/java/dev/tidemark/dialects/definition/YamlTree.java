package dev.tidemark.dialects.definition;

import dev.tidemark.json.JsonObject;
import java.util.Map;

/// YAML file as a JSON tree with line numbers.
///
/// Only data is read: no objects are created, for any tag. Size, depth and aliases are limited, so
/// that no file takes long to read (R-USR-14).
public final class YamlTree {
  private final String file;
  private final JsonObject root;
  private final Map<String, Integer> lines;

  YamlTree(String file, JsonObject root, Map<String, Integer> lines) {
    this.file = file;
    this.root = root;
    this.lines = lines;
  }

  /// Reads a file. One without content is an empty mapping.
  ///
  /// @param file its name in messages
  /// @throws DefinitionException if it is not YAML, not a mapping, or too much of either
  public static YamlTree read(String file, String text) {
    return YamlTreeReader.tree(file, text);
  }

  /// Returns the file's content.
  public JsonObject root() {
    return root;
  }

  /// Returns the lines of all keys and list elements, by path.
  Map<String, Integer> lines() {
    return lines;
  }

  /// Returns the line, counted from 1, on which something stands: `phases`, `phases[2]`,
  /// `limits.summary`. For a missing value, the line of its parent.
  public int line(String path) {
    for (var known = path; !known.isEmpty(); known = parent(known)) {
      var line = lines.get(known);
      if (line != null) {
        return line;
      }
    }
    return 1;
  }

  /// Returns the complaint about something that stands in this file.
  public DefinitionException wrong(String path, String problem) {
    return new DefinitionException(file, line(path), problem);
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
  }
}
