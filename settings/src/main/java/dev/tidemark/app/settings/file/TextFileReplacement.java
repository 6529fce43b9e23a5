package dev.tidemark.app.settings.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Compare-and-replace of a text file: the replacement is atomic and durable ([AtomicFile]), and
/// refused if another process has changed the file since it was read.
public final class TextFileReplacement {
  private final StorageIo disk;

  /// Uses the disk of this machine.
  public TextFileReplacement() {
    this(new DiskIo());
  }

  TextFileReplacement(StorageIo disk) {
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
  public void replacePrivate(Path file, String before, String after) throws IOException {
    write(file, before, after, Access.PRIVATE);
  }

  private void write(Path file, String before, String after, Access access) throws IOException {
    boolean there = Files.exists(file);
    var place = there ? file.toRealPath() : file.toAbsolutePath();
    var like = there && access == Access.SHARED ? place : null;
    var replacement = new AtomicFile(disk, place, unique());
    try {
      replacement.prepare(after.getBytes(UTF_8), access, like, Durability.DURABLE);
      expect(place, before);
      replacement.publish(Durability.DURABLE);
    } catch (IOException failure) {
      replacement.discard(failure);
      throw failure;
    }
  }

  /// Replaces a text that can be made again, whatever the file holds; links are not followed. It is
  /// not synced: a power failure may leave the file empty.
  ///
  /// @throws IOException if the disk refuses; the file is as it was then
  public void overwrite(Path file, String text) throws IOException {
    overwrite(file, text, Access.SHARED);
  }

  /// Does the same with a file that only the owner may read.
  ///
  /// @throws IOException as [#overwrite(Path, String)] does
  public void overwritePrivate(Path file, String text) throws IOException {
    overwrite(file, text, Access.PRIVATE);
  }

  private void overwrite(Path file, String text, Access access) throws IOException {
    new AtomicFile(disk, file, unique())
        .replace(text.getBytes(UTF_8), access, Durability.REPLACE_ONLY);
  }

  private static String unique() {
    return Long.toHexString(System.nanoTime());
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
}
