package dev.tidemark.app.settings.file;

import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/// A file in the user's own folder that only its owner may read and write, and that no project can
/// supply.
///
/// @param path where it is
/// @param root the root of the project
public record PrivateFile(Path path, Path root) {
  private static final EnumSet<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  /// Returns why it must not be used, as the end of a sentence that its path begins; null if it may
  /// be used or does not exist.
  @Nullable
  public String accessProblem() {
    try {
      if (!Files.exists(path)) {
        return null;
      }
      if (path.toRealPath().startsWith(root.toRealPath())) {
        return path + " is inside the project";
      }
      if (isOpen()) {
        return path + " can be read or written by others: chmod 600";
      }
      var folder = path.resolveSibling("");
      return UserFolder.isOpen(folder)
          ? path + " can be replaced by others: chmod go-w " + folder
          : null;
    } catch (IOException failure) {
      return path + " cannot be read";
    }
  }

  /// Returns its text; empty if it does not exist.
  ///
  /// @throws IOException if it cannot be read
  public String text() throws IOException {
    return Files.exists(path) ? BoundedFile.text(path) : "";
  }

  private boolean isOpen() throws IOException {
    if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return false;
    }
    for (var permission : Files.getPosixFilePermissions(path)) {
      if (OTHERS.contains(permission)) {
        return true;
      }
    }
    return false;
  }
}
