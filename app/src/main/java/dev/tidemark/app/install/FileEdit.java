package dev.tidemark.app.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// One file as it is and as it shall be.
///
/// @param file where it is, links followed
/// @param before what is in it; absent if there is no file
/// @param after what shall be in it; absent if there shall be none
record FileEdit(Path file, @Nullable String before, @Nullable String after) {
  private static final String NEW = ".tidemark-new";
  private static final String OLD = ".tidemark-old";

  /// What an edit does, for people and scripts.
  enum Effect {
    /// There was no file.
    CREATED("created"),
    /// The file is another.
    CHANGED("changed"),
    /// The file is gone.
    REMOVED("removed"),
    /// Nothing needs to be done.
    UNCHANGED("unchanged");

    private final String word;

    Effect(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }

  Effect effect() {
    if (before == null) {
      return after == null ? Effect.UNCHANGED : Effect.CREATED;
    }
    if (after == null) {
      return Effect.REMOVED;
    }
    return before.equals(after) ? Effect.UNCHANGED : Effect.CHANGED;
  }

  /// Makes the edit: a reader sees the file before it or after it. What was there stays beside it
  /// until [#finish].
  ///
  /// @throws IOException if the disk fails, or the file has changed since it was read; it is as it
  ///   was then
  void make() throws IOException {
    if (effect() == Effect.UNCHANGED) {
      return;
    }
    var now = Files.exists(file) ? Files.readString(file) : null;
    if (now == null ? before != null : !now.equals(before)) {
      throw new IOException(file + " was changed by somebody else just now; nothing was done");
    }
    if (before != null) {
      var kept = StandardCopyOption.COPY_ATTRIBUTES;
      Files.copy(file, beside(OLD), StandardCopyOption.REPLACE_EXISTING, kept);
    }
    if (after == null) {
      Files.delete(file);
      return;
    }
    var parent = file.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    var fresh = beside(NEW);
    write(fresh, after);
    if (before != null && Files.getFileStore(file).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(fresh, Files.getPosixFilePermissions(file));
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Removes what was kept beside the file.
  void finish() throws IOException {
    Files.deleteIfExists(beside(OLD));
  }

  /// Returns where the old file is kept while the edit is not finished.
  Path old() {
    return beside(OLD);
  }

  private Path beside(String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }

  private static void write(Path file, String text) throws IOException {
    try (var channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      var bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }
}
