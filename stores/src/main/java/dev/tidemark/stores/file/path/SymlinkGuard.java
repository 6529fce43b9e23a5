package dev.tidemark.stores.file.path;

import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.io.StorageIo;
import java.io.IOException;
import java.nio.file.Path;

/// Symlink guard for all other writers below `.tidemark`: keeps them inside the project, as
/// [RunPathsResolver] does for documents. Asked right before something is written, and not where
/// nothing is: each question is some calls of the system.
public final class SymlinkGuard {
  private final StorageIo io;
  private final Path root;

  /// Takes the root of the project and its disk.
  public SymlinkGuard(StorageIo io, Path root) {
    this.io = io;
    this.root = root;
  }

  /// Checks that a path, as far as it exists, is in the project.
  ///
  /// @throws ForbiddenException if a symbolic link leads out of it, or nowhere
  /// @throws IOException if the path cannot be resolved
  public void check(Path path) throws IOException {
    var there = RunPathsResolver.existingPart(io, path, root);
    if (there != null) {
      RunPathsResolver.checkReal(io, there, io.realPath(root));
    }
  }

  /// Returns whether a path is in the project; false if it cannot be resolved.
  public boolean isInside(Path path) {
    try {
      check(path);
      return true;
    } catch (ForbiddenException | IOException outside) {
      return false;
    }
  }
}
