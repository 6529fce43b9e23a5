package dev.tidemark.integrations.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Reads the small files of a git folder; absence is a value, other failures an exception with the
/// reason.
final class GitTextFiles {
  /// The most bytes of a file that is read: `packed-refs` has one line for each reference.
  private static final int BYTES_MAX = 64 * 1024 * 1024;

  private GitTextFiles() {}

  /// Returns the file's text, or null if there is no such file.
  static @Nullable String read(Path file) throws IOException {
    byte @Nullable [] bytes = bytes(file);
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  /// Returns the file's bytes, or null if there is no such file.
  ///
  /// A folder in its place, or a file in place of one of its folders, is absence too: that is how
  /// the branches `a` and `a/b` exclude each other.
  static byte @Nullable [] bytes(Path file) throws IOException {
    if (Files.notExists(file)) {
      return null;
    }
    try {
      return BoundedFile.bytes(file, BYTES_MAX);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      if (Files.isDirectory(file) || isBelowFile(file)) {
        return null;
      }
      throw unreadable(file, e);
    }
  }

  /// Returns a path that a git file names, relative to the folder that it is relative to.
  static Path path(Path folder, String name) throws IOException {
    try {
      return folder.resolve(name).normalize();
    } catch (InvalidPathException e) {
      throw unreadable(folder, e);
    }
  }

  private static UnreadableRepositoryException unreadable(Path file, Exception cause) {
    var e = new UnreadableRepositoryException("cannot read " + file + " (" + cause + ")");
    e.initCause(cause);
    return e;
  }

  private static boolean isBelowFile(Path file) {
    for (var p = file.getParent(); p != null && !Files.isDirectory(p); p = p.getParent()) {
      if (Files.isRegularFile(p)) {
        return true;
      }
    }
    return false;
  }
}
