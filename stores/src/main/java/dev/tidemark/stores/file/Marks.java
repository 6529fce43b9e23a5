package dev.tidemark.stores.file;

import dev.tidemark.stores.file.StorageIo.Access;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/// Tells the index that something happened to a run that its document does not show: by a change of
/// the folder in which the journals of its dialect are.
final class Marks {
  /// A file in that folder, which is made anew each time; it is never read.
  static final String NAME = ".changed";

  private final StorageIo io;
  private final Index index;

  Marks(StorageIo io, Index index) {
    this.io = io;
    this.index = index;
  }

  /// Marks a change that is about to be recorded.
  ///
  /// Whoever looks between the mark and the record sees a folder changed just now, and so does not
  /// believe in the mark.
  ///
  /// @throws IOException if nobody would be told
  void before(Target target) throws IOException {
    var folder = target.journal().resolveSibling("");
    if (io.stat(folder) != null) {
      change(folder);
    }
  }

  /// Marks a change that has been recorded: the writer may have been stopped for long since it
  /// marked it first. What is recorded stands, so a mark that cannot be set costs the index.
  void after(Target target) {
    try {
      change(target.journal().resolveSibling(""));
    } catch (IOException failure) {
      index.drop(target.id().dialect());
    }
  }

  private void change(Path folder) throws IOException {
    var file = folder.resolve(NAME);
    io.unlink(file);
    try {
      io.create(file, Access.PRIVATE).close();
    } catch (FileAlreadyExistsException raced) {
      // Somebody else changed the folder just now.
    }
  }
}
