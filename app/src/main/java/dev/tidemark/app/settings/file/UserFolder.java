package dev.tidemark.app.settings.file;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// User folder: the location of the user's own files.
public final class UserFolder {
  private UserFolder() {}

  /// Returns the folder, by the variables of the process; null if they name none.
  public static @Nullable Path of(Map<String, String> environment) {
    try {
      var folder = environment.get("XDG_CONFIG_HOME");
      var home = environment.get("HOME");
      if (folder != null && Path.of(folder).isAbsolute()) {
        return Path.of(folder, "tidemark");
      }
      return home == null || home.isEmpty() ? null : Path.of(home, ".config", "tidemark");
    } catch (InvalidPathException e) {
      return null;
    }
  }
}
