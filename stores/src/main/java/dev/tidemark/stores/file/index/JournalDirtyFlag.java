package dev.tidemark.stores.file.index;

import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.path.RunPaths;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/// Journal dirty flag: touches the folder of the journals of a dialect, so that the index detects a
/// change that leaves the document unchanged.
public final class JournalDirtyFlag {
  /// A file in that folder, which is made anew each time; it is never read.
  public static final String NAME = ".changed";

  private final StorageIo io;
  private final RunIndex runIndex;

  public JournalDirtyFlag(StorageIo io, RunIndex runIndex) {
    this.io = io;
    this.runIndex = runIndex;
  }

  /// Marks a change that is about to be recorded.
  ///
  /// A reader between the flag and the record sees a folder changed just now, and so does not trust
  /// the flag.
  ///
  /// @throws IOException if the flag could not be set
  public void before(RunPaths runPaths) throws IOException {
    var folder = runPaths.journal().resolveSibling("");
    if (io.stat(folder) != null) {
      change(folder);
    }
  }

  /// Marks a change that has been recorded: the writer may have been stopped for long since it
  /// marked it first. The record is committed, so a failure to set the flag invalidates the index
  /// instead.
  public void after(RunPaths runPaths) {
    try {
      change(runPaths.journal().resolveSibling(""));
    } catch (IOException failure) {
      runIndex.drop(runPaths.id().dialect());
    }
  }

  private void change(Path folder) throws IOException {
    var file = folder.resolve(NAME);
    io.unlink(file);
    try {
      io.create(file, Access.PRIVATE).close();
    } catch (FileAlreadyExistsException raced) {
      // Another process changed the folder just now.
    }
  }
}
