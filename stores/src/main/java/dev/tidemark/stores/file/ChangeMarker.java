package dev.tidemark.stores.file;

import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/// Change marker for watchers in all processes: a file that grows by one byte with every write. A
/// hint only: it is not fsynced, and a failed update is ignored.
final class ChangeMarker {
  /// When the file begins anew.
  private static final long MAX_BYTES = 64L * 1024;

  private static final byte[] BEAT = {'.'};

  private final StorageIo io;
  private final Path file;

  ChangeMarker(StorageIo io, Path folder) {
    this.io = io;
    this.file = folder.resolve("changes");
  }

  /// Signals a write.
  void beat() {
    try {
      var stat = io.stat(file);
      if (stat != null && stat.kind() == StorageIo.Stat.Kind.LINK) {
        return; // Not created by this program, and its target is arbitrary.
      }
      if (stat == null) {
        make();
      }
      try (var output = io.append(file)) {
        if (stat != null && stat.size() >= MAX_BYTES) {
          output.truncate(0);
        }
        output.write(BEAT);
      }
    } catch (IOException untold) {
      // The write is committed; watchers also poll at intervals.
    }
  }

  private void make() throws IOException {
    try {
      io.create(file, Access.PRIVATE).close();
    } catch (FileAlreadyExistsException raced) {
      // Another process created it just now.
    }
  }

  /// Returns a text that is another one after a beat. It contains the time, because of two
  /// concurrent writers one may overwrite the other's byte.
  String now() throws IOException {
    var stat = io.stat(file);
    return stat == null ? "-" : stat.key() + " " + stat.size() + " " + stat.modified();
  }
}
