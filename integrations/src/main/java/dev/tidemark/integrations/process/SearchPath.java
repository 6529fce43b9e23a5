package dev.tidemark.integrations.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Search path: looks up programs in the folders of `PATH`. They are those of a given environment,
/// which need not be that of this process.
public final class SearchPath {
  private final String entries;

  private SearchPath(String entries) {
    this.entries = entries;
  }

  /// Returns the `PATH` of an environment; without one no program is ever found.
  public static SearchPath of(Map<String, String> environment) {
    return new SearchPath(environment.getOrDefault("PATH", ""));
  }

  /// Returns where a program is; null if it is nowhere. A relative entry would let the project
  /// bring programs of its own, so it does not count.
  public @Nullable String find(String name) {
    var file = File.separatorChar == '\\' ? name + ".exe" : name;
    for (int start = 0; start <= entries.length(); ) {
      int end = entries.indexOf(File.pathSeparatorChar, start);
      end = end < 0 ? entries.length() : end;
      var found = executable(entries.substring(start, end), file);
      if (found != null) {
        return found;
      }
      start = end + 1;
    }
    return null;
  }

  private static @Nullable String executable(String entry, String name) {
    try {
      var file = Path.of(entry, name);
      return file.isAbsolute() && Files.isRegularFile(file) && Files.isExecutable(file)
          ? file.toString()
          : null;
    } catch (InvalidPathException noPath) {
      return null;
    }
  }
}
