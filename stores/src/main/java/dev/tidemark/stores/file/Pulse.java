package dev.tidemark.stores.file;

import dev.tidemark.stores.file.StorageIo.Access;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/// Tells whoever watches a project, in whatever process, that something was written: by a file that
/// is a byte longer after every write. A hint only: nobody waits until it is on the medium, and a
/// beat that fails is missed.
final class Pulse {
  /// When the file begins anew.
  private static final long MAX_BYTES = 64L * 1024;

  private static final byte[] BEAT = {'.'};

  private final StorageIo io;
  private final Path file;

  Pulse(StorageIo io, Path folder) {
    this.io = io;
    this.file = folder.resolve("changes");
  }

  /// Tells that something was written.
  void beat() {
    try {
      var stat = io.stat(file);
      if (stat != null && stat.kind() == StorageIo.Stat.Kind.LINK) {
        return; // Nobody has made it so who watches, and it may lead anywhere.
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
      // What was written stands; whoever watches looks by himself after a while.
    }
  }

  private void make() throws IOException {
    try {
      io.create(file, Access.PRIVATE).close();
    } catch (FileAlreadyExistsException raced) {
      // Somebody else has made it just now.
    }
  }

  /// Returns a text that is another one after a beat. The time is in it, because of two who write
  /// at once one may write over the byte of the other.
  String now() throws IOException {
    var stat = io.stat(file);
    return stat == null ? "-" : stat.key() + " " + stat.size() + " " + stat.modified();
  }
}
