package dev.tidemark.library;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// What is inside a project: the folders below its root, and what links lead to as long as that is
/// there too.
final class Boundary {
  private final Path root;

  /// @param root the root of the project
  Boundary(Path root) {
    this.root = root;
  }

  /// Returns where a path of the project is.
  ///
  /// @throws IOException if it leads out of the project
  Path at(String path) throws IOException {
    var file = resolved(path);
    var existing = file;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    boolean inside =
        file.startsWith(root)
            && (existing == null || !existing.startsWith(root) || isInside(existing));
    if (!inside) {
      throw new NoSuchFileException(path, null, "leads out of the project");
    }
    return file;
  }

  /// Returns whether a path below the root stays there. Only links lead elsewhere, and mostly there
  /// is none: then to ask the system once takes less than to look at each folder.
  private boolean isInside(Path existing) throws IOException {
    var real = existing.toRealPath();
    return real.equals(existing) || real.startsWith(root.toRealPath());
  }

  private Path resolved(String path) throws IOException {
    try {
      return root.resolve(path).normalize();
    } catch (InvalidPathException impossible) {
      throw new NoSuchFileException(path, null, impossible.getReason());
    }
  }
}
