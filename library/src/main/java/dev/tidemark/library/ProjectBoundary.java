package dev.tidemark.library;

import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Project boundary check: paths below the root, with links resolved, as long as their targets are
/// inside too.
final class ProjectBoundary {
  private final Path root;

  /// @param root the root of the project
  ProjectBoundary(Path root) {
    this.root = root;
  }

  /// Returns where a path of the project is.
  ///
  /// @throws IOException if it resolves outside the project
  Path at(String path) throws IOException {
    var file = resolved(path);
    var existing = file;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    boolean inside =
        file.startsWith(root)
            && (existing == null
                || !existing.startsWith(root)
                || !BoundedFile.leadsOut(existing, root));
    if (!inside) {
      throw new NoSuchFileException(path, null, "resolves outside the project");
    }
    return file;
  }

  private Path resolved(String path) throws IOException {
    try {
      return root.resolve(path).normalize();
    } catch (InvalidPathException impossible) {
      throw new NoSuchFileException(path, null, impossible.getReason());
    }
  }
}
