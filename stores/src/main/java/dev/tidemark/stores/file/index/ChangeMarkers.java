package dev.tidemark.stores.file.index;

import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.path.RunPaths;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/// Change markers: files that show a change where the changed file does not.
///
/// `changes` in the state folder is for watchers in all processes: it grows by one byte with every
/// write. It is a hint only, not fsynced, and a failed update is ignored. The file [#NAME] in the
/// folder of the journals of a dialect is for the [index][RunIndex]: making it anew touches that
/// folder, so that a change that leaves the document unchanged is detected.
public final class ChangeMarkers {
  /// A file in the folder of the journals, which is made anew each time; it is never read.
  public static final String NAME = ".changed";

  /// When the file for watchers begins anew.
  private static final long MAX_BYTES = 64L * 1024;

  private static final byte[] TICK = {'.'};

  private final StorageIo io;
  private final Path home;
  private final Path changes;

  /// @param home the state folder
  public ChangeMarkers(StorageIo io, Path home) {
    this.io = io;
    this.home = home;
    this.changes = home.resolve("changes");
  }

  /// Signals a write.
  public void signal() {
    try {
      var stat = io.stat(changes);
      if (stat != null && stat.kind() == StorageIo.Stat.Kind.LINK) {
        return; // Not created by this program, and its target is arbitrary.
      }
      if (stat == null) {
        create(changes);
      }
      try (var output = io.append(changes)) {
        if (stat != null && stat.size() >= MAX_BYTES) {
          output.truncate(0);
        }
        output.write(TICK);
      }
    } catch (IOException untold) {
      // The write is committed; watchers also poll at intervals.
    }
  }

  /// Returns a text that differs after each signal. It contains the time, because of two concurrent
  /// writers one may overwrite the other's byte.
  public String token() throws IOException {
    var stat = io.stat(changes);
    return stat == null ? "-" : stat.key() + " " + stat.size() + " " + stat.modified();
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
      RunIndex.drop(io, home, runPaths.id().dialect());
    }
  }

  private void change(Path folder) throws IOException {
    var file = folder.resolve(NAME);
    io.unlink(file);
    create(file);
  }

  private void create(Path file) throws IOException {
    try {
      io.create(file, Access.PRIVATE).close();
    } catch (FileAlreadyExistsException raced) {
      // Another process created it just now.
    }
  }
}
