package dev.tidemark.app.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.stores.file.DiskIo;
import dev.tidemark.stores.file.StorageIo;
import dev.tidemark.stores.file.StorageIo.Access;
import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Atomic file replacement with fsync: a reader finds either the previous or the new text, also
/// after a power failure. Once that is done it stays done.
///
/// A killed process may leave a temporary file whose name ends with `.tidemark-tmp`, which is never
/// read.
public final class WholeFile {
  private final StorageIo disk;

  /// Uses the disk of this machine.
  public WholeFile() {
    this(new DiskIo());
  }

  WholeFile(StorageIo disk) {
    this.disk = disk;
  }

  /// Puts a text in the place of another. A file that is there keeps its permissions.
  ///
  /// @param file the file to replace; of a link, its target
  /// @param before the text that the caller has read, which is replaced; empty if there was no file
  /// @param after the text that takes its place
  /// @throws IOException if the disk refuses, or another process changed the file since it was
  ///   read; then it is unchanged
  public void replace(Path file, String before, String after) throws IOException {
    write(file, before, after, Access.SHARED);
  }

  /// Does the same with a file that only its owner may read, whatever its previous permissions.
  ///
  /// @throws IOException as [#replace(Path, String, String)] does
  void replacePrivate(Path file, String before, String after) throws IOException {
    write(file, before, after, Access.PRIVATE);
  }

  private void write(Path file, String before, String after, Access access) throws IOException {
    boolean there = Files.exists(file);
    var place = there ? file.toRealPath() : file.toAbsolutePath();
    var unique = Long.toHexString(System.nanoTime());
    var temp = place.resolveSibling("." + place.getFileName() + "." + unique + ".tidemark-tmp");
    try {
      try (var output = disk.create(temp, access)) {
        output.write(after.getBytes(UTF_8));
        output.force();
      }
      if (there && access == Access.SHARED) {
        disk.copyMode(place, temp);
      }
      expect(place, before);
      disk.rename(temp, place);
    } catch (IOException failure) {
      discard(temp, failure);
      throw failure;
    }
    var folder = place.getParent();
    if (folder != null) {
      disk.forceDir(folder);
    }
  }

  /// Makes sure that a file still is as it was read.
  ///
  /// @param text the text that was read; empty if there was no file
  /// @throws IOException if another process changed it since, or it cannot be read
  public void expect(Path file, String text) throws IOException {
    if (!text.equals(Files.exists(file) ? BoundedFile.text(file) : "")) {
      throw new IOException(file + " was changed by another process just now; nothing was done");
    }
  }

  private void discard(Path temp, IOException failure) {
    try {
      disk.unlink(temp);
    } catch (IOException alsoFailed) {
      failure.addSuppressed(alsoFailed);
    }
  }
}
