package dev.tidemark.app.hook.event;

import dev.tidemark.stores.file.path.StateFolder;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Project probe: detects with a few file system calls whether there can be a run at all. Most
/// hooks are called in projects without one, and must cost nearly nothing there.
public final class ProjectProbe {
  /// The folder of Tidemark, from the root of the project.
  public static final String OWN = ".tidemark";

  /// The paths that indicate a run of any format.
  public static final List<String> PLACES =
      List.of(OWN, ".claude/state", ".claude-checkpoint.md", "docs/checkpoints", "memory/state");

  private ProjectProbe() {}

  /// Returns the root of the project around a folder, if there may be a run in it; null if none of
  /// the formats' places exists.
  public static @Nullable Path root(Path folder, Map<String, String> environment) {
    var named = environment.get("GIT_ROOT");
    if (named != null && !named.isEmpty()) {
      try {
        var root = folder.resolve(named);
        if (Files.isDirectory(root)) {
          return hasProjectFiles(root) ? root.normalize() : null;
        }
      } catch (InvalidPathException none) {
        // As everywhere, a variable that names no folder counts for nothing.
      }
    }
    Path own = null;
    for (var up = folder; up != null; up = up.getParent()) {
      if (Files.exists(up.resolve(".git"))) {
        return hasProjectFiles(up) ? up : null;
      }
      own = own == null && Files.isDirectory(up.resolve(OWN)) ? up : own;
    }
    return own != null ? own : hasProjectFiles(folder) ? folder : null;
  }

  private static boolean hasProjectFiles(Path root) {
    for (var place : PLACES) {
      if (Files.exists(root.resolve(place))) {
        return true;
      }
    }
    return StateFolder.of(root).isAnyInRepository();
  }
}
