package dev.tidemark.app.settings;

import dev.tidemark.json.JsonObject;

/// YAML parser port. A parameter, so that nothing of a YAML library is loaded before a file needs
/// it.
@FunctionalInterface
public interface YamlReader {
  /// Returns the file's mapping.
  ///
  /// @param name the file, for messages
  /// @param text the content
  JsonObject read(String name, String text);
}
