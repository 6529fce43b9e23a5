package dev.tidemark.stores.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.store.Cursors;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StorageIo.Held;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.stores.journal.CursorState;
import dev.tidemark.text.Timestamps;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Delivery cursors as small files in the folder `listeners` of the state, one per subscriber, with
/// a lock file beside each. A lost cursor starts at the present: earlier announcements are not
/// delivered again. A damaged cursor is quarantined, and delivery restarts one week before its last
/// move, but not before the subscriber was first seen.
public final class CursorFiles implements Cursors {
  private static final String LISTENERS = "listeners";
  private static final int BYTES_MAX = 16 * 1024 * 1024;

  /// The lock file is created when a subscriber is first seen, but within the call with its first
  /// delivery: the longest duration of that call.
  private static final Duration FIRST_CALL = Duration.ofHours(1);

  /// The cursors that threads of this process hold; the system's locks do not separate threads.
  private static final Map<Path, Boolean> TAKEN = new ConcurrentHashMap<>();

  private final StorageIo io;
  private final StateFolder stateFolder;

  /// Takes the project root.
  public CursorFiles(StorageIo io, Path root) {
    this.io = io;
    this.stateFolder = new StateFolder(io, root, StoreLimits.USUAL);
  }

  private Path folder() {
    return stateFolder.path().resolve(LISTENERS);
  }

  @Override
  public @Nullable Cursor lock(String listener, Instant since) {
    var file = folder().resolve(listener + ".json");
    if (TAKEN.putIfAbsent(file, true) != null) {
      return null;
    }
    Held held = null;
    boolean taken = false;
    try {
      stateFolder.guard().check(folder());
      stateFolder.makeFolder(LISTENERS);
      held = io.lock(lockOf(file));
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
  public Cursor read(String listener, Instant since) {
    var file = folder().resolve(listener + ".json");
    try {
      stateFolder.guard().check(folder());
      return read(file, since, null);
    } catch (IOException failure) {
      throw unavailable(file, failure);
    }
  }

  private Cursor read(Path file, Instant since, @Nullable Held held) throws IOException {
    Consumer<@Nullable String> keeper = moved -> close(file, held, moved);
    var there = io.stat(file);
    var bytes = there == null ? null : io.read(file, 0, BYTES_MAX);
    if (there == null || bytes == null) {
      return CursorState.started(since, keeper);
    }
    var cursor = CursorState.of(Utf8.decode(bytes).orElse(""), keeper);
    if (cursor != null) {
      return cursor;
    }
    var moved = modifiedTime(there);
    var kept = held == null ? "" : "; the cursor was set aside as " + setAside(file, bytes, moved);
    return CursorState.restarted(begin(file, since, moved), keeper, kept);
  }

  /// Returns the position from which delivery is repeated.
  private Instant begin(Path file, Instant since, Instant moved) throws IOException {
    var begin = (moved.isBefore(since) ? moved : since).minus(CursorState.REPLAY);
    var lock = io.stat(lockOf(file));
    // A lock file that is newer than the cursor was copied from elsewhere, and is no evidence.
    if (lock == null || modifiedTime(lock).isAfter(moved)) {
      return begin;
    }
    var seen = modifiedTime(lock).minus(FIRST_CALL);
    return seen.isAfter(begin) ? seen : begin;
  }

  private static Instant modifiedTime(StorageIo.Stat stat) {
    return Instant.EPOCH.plusNanos(stat.modified());
  }

  private static Path lockOf(Path file) {
    var name = String.valueOf(file.getFileName());
    return file.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".lock");
  }

  /// Keeps a copy beside it; the cursor itself is replaced when it is closed, so that it is not
  /// taken for a new one should this process die before. A file of this name is complete, or was
  /// created by another program and is kept.
  private String setAside(Path file, byte[] bytes, Instant moved) throws IOException {
    var stamp = Timestamps.seconds(moved).replace("-", "").replace(":", "");
    var wanted = file.getFileName() + ".corrupt-" + stamp;
    var name = wanted;
    for (int number = 2; io.stat(file.resolveSibling(name)) != null; number++) {
      if (Arrays.equals(bytes, io.read(file.resolveSibling(name), 0, BYTES_MAX))) {
        return name;
      }
      name = wanted + "-" + number;
    }
    put(file.resolveSibling(name), bytes);
    return name;
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
    // After the loss of a cursor, delivery would restart at the present and lose pending
    // announcements.
    put(file, (text + "\n").getBytes(UTF_8));
  }

  private void put(Path file, byte[] bytes) throws IOException {
    new AtomicFile(io, file).replace(bytes, Access.PRIVATE, Durability.DURABLE);
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
