package dev.tidemark.stores.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.store.Cursors;
import dev.tidemark.store.StoreUnavailableException;
import dev.tidemark.stores.file.StorageIo.Access;
import dev.tidemark.stores.file.StorageIo.Held;
import dev.tidemark.stores.journal.CursorState;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Cursors as small files in `.tidemark/listeners`, one for each listener, and a lock file beside
/// each. One that is damaged or lost begins anew: what was delivered before is not delivered again.
public final class CursorFiles implements Cursors {
  private static final int BYTES_MAX = 16 * 1024 * 1024;

  /// The cursors that a thread of this process has; the system's locks do not tell threads apart.
  private static final Map<Path, Boolean> TAKEN = new ConcurrentHashMap<>();

  private final StorageIo io;
  private final Path root;
  private final Path home;
  private final Path folder;

  /// Takes the project root.
  public CursorFiles(StorageIo io, Path root) {
    this.io = io;
    this.home = root.resolve(".tidemark");
    this.folder = home.resolve("listeners");
    this.root = root;
  }

  @Override
  public @Nullable Cursor take(String listener, Instant since) {
    var file = folder.resolve(listener + ".json");
    if (TAKEN.putIfAbsent(file, true) != null) {
      return null;
    }
    Held held = null;
    boolean taken = false;
    try {
      new Bounds(io, root).check(folder);
      io.createFolder(home, Access.PRIVATE);
      if (io.stat(folder) == null) {
        io.createFolder(folder, Access.PRIVATE);
        io.forceDir(home);
      }
      held = io.lock(folder.resolve(listener + ".lock"));
      if (held == null) {
        return null;
      }
      var cursor = read(file, since, held);
      taken = true;
      return cursor;
    } catch (IOException failure) {
      throw unavailable(file, failure);
    } finally {
      if (!taken) {
        release(file, held);
      }
    }
  }

  @Override
  public Cursor look(String listener, Instant since) {
    var file = folder.resolve(listener + ".json");
    try {
      return read(file, since, null);
    } catch (IOException failure) {
      throw unavailable(file, failure);
    }
  }

  private Cursor read(Path file, Instant since, @Nullable Held held) throws IOException {
    var bytes = io.stat(file) == null ? null : io.read(file, 0, BYTES_MAX);
    var text = bytes == null ? "" : Utf8.decode(bytes).orElse("");
    return CursorState.of(text, since, moved -> close(file, held, moved));
  }

  private void close(Path file, @Nullable Held held, @Nullable String moved) {
    if (held == null) {
      return;
    }
    try {
      if (moved != null) {
        write(file, moved);
      }
    } catch (IOException failure) {
      throw unavailable(file, failure);
    } finally {
      release(file, held);
    }
  }

  private void write(Path file, String text) throws IOException {
    var temp = file.resolveSibling(file.getFileName() + ".tmp");
    io.unlink(temp);
    try (var output = io.create(temp, Access.PRIVATE)) {
      output.write((text + "\n").getBytes(UTF_8));
      output.force();
    }
    io.rename(temp, file);
    // Who has lost where a listener stands would begin anew, and leave out what it has not heard.
    io.forceDir(folder);
  }

  private static StoreUnavailableException unavailable(Path file, IOException failure) {
    return new StoreUnavailableException(
        "the cursor " + file.getFileName() + " cannot be kept: " + failure.getMessage(), failure);
  }

  private static void release(Path file, @Nullable Held held) {
    try {
      if (held != null) {
        held.close();
      }
    } catch (IOException gone) {
      // The system drops the lock with the process at the latest.
    } finally {
      TAKEN.remove(file);
    }
  }
}
