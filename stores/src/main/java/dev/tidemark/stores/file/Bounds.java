package dev.tidemark.stores.file;

import dev.tidemark.store.ForbiddenException;
import java.io.IOException;
import java.nio.file.Path;

/// Keeps everything else that writes below `.tidemark` inside the project, as [Targets] keeps the
/// writers of documents. Asked right before something is written, and not where nothing is: each
/// question is some calls of the system.
public final class Bounds {
  private final StorageIo io;
  private final Path root;

  /// Takes the root of the project and its disk.
  public Bounds(StorageIo io, Path root) {
    this.io = io;
    this.root = root;
  }

  /// Makes sure that a path, or what of it is there, is in the project.
  ///
  /// @throws ForbiddenException if a symbolic link leads out of it, or nowhere
  /// @throws IOException if nobody can tell
  public void check(Path path) throws IOException {
    var there = Targets.there(io, path, root);
    if (there != null) {
      Targets.checkReal(io, there, io.real(root));
    }
  }

  /// Returns whether a path is in the project; false where nobody can tell.
  public boolean hold(Path path) {
    try {
      check(path);
      return true;
    } catch (ForbiddenException | IOException outside) {
      return false;
    }
  }
}
