package dev.tidemark.integrations.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Search path: looks up programs in the folders of `PATH`, outside the project. They are those of
/// a given environment, which need not be that of this process.
///
/// A checkout must not bring the programs that examine it: folders inside of it do not count,
/// neither by name nor through a link, nor does a program that is a link into it. The checkout is
/// the git work tree of the project, or its root outside git. A relative entry does not count
/// either. Where the checkout holds the user's home, the whole `PATH` counts: then its programs are
/// the user's own.
public final class SearchPath {
  private final List<String> folders = new ArrayList<>();
  private final List<String> excluded = new ArrayList<>();
  private final @Nullable Path checkout;

  private SearchPath(String entries, @Nullable Path checkout) {
    this.checkout = checkout;
    for (int start = 0; start <= entries.length(); ) {
      int end = entries.indexOf(File.pathSeparatorChar, start);
      end = end < 0 ? entries.length() : end;
      var entry = entries.substring(start, end);
      if (counts(entry)) {
        folders.add(entry);
      } else if (!entry.isEmpty()) {
        excluded.add(entry);
      }
      start = end + 1;
    }
  }

  /// Returns the search path of an environment; without `PATH` it finds no program.
  ///
  /// @param root the root of the project, or a folder in it
  public static SearchPath of(Map<String, String> environment, Path root) {
    return new SearchPath(environment.getOrDefault("PATH", ""), checkout(root));
  }

  private static @Nullable Path checkout(Path root) {
    var start = realPath(root.toAbsolutePath().normalize());
    var checkout = start;
    for (var folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(".git"))) {
        checkout = folder;
        break;
      }
    }
    var home = System.getProperty("user.home", "");
    boolean holdsHome = !home.isEmpty() && realPath(Path.of(home)).startsWith(checkout);
    return holdsHome ? null : checkout;
  }

  private boolean counts(String entry) {
    try {
      var folder = Path.of(entry);
      return folder.isAbsolute() && isOutside(folder);
    } catch (InvalidPathException noPath) {
      return false;
    }
  }

  private boolean isOutside(Path path) {
    return checkout == null
        || !(path.normalize().startsWith(checkout) || realPath(path).startsWith(checkout));
  }

  private static Path realPath(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException absent) {
      return path;
    }
  }

  /// Returns where a program is; null if it is nowhere.
  public @Nullable String find(String name) {
    var file = File.separatorChar == '\\' ? name + ".exe" : name;
    for (var folder : folders) {
      try {
        var program = Path.of(folder, file);
        if (Files.isRegularFile(program) && Files.isExecutable(program) && isOutside(program)) {
          return program.toString();
        }
      } catch (InvalidPathException noPath) {
        return null;
      }
    }
    return null;
  }

  /// Returns that a program is not found, as the end of a sentence that its name begins.
  public String missing() {
    return "is not on the PATH"
        + (excluded.isEmpty() ? "" : ", of which " + excluded.getFirst() + " does not count");
  }

  /// Returns the folders that count, as the value of `PATH`.
  public String value() {
    return String.join(File.pathSeparator, folders);
  }

  /// Returns the entries that do not count.
  public List<String> excluded() {
    return List.copyOf(excluded);
  }
}
