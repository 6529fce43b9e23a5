package dev.tidemark.stores.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.Cursors;
import dev.tidemark.store.StoreUnavailableException;
import dev.tidemark.stores.file.StorageIo.Access;
import dev.tidemark.stores.file.StorageIo.Held;
import dev.tidemark.text.Timestamps;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Cursors as small files in `.tidemark/listeners`, one for each listener, and a lock file beside
/// each. One that is damaged or lost begins anew: what was delivered before is not delivered again.
public final class CursorFiles implements Cursors {
  private static final int BYTES_MAX = 16 * 1024 * 1024;

  /// The cursors that a thread of this process has; the system's locks do not tell threads apart.
  private static final Map<Path, Boolean> TAKEN = new ConcurrentHashMap<>();

  private final StorageIo io;
  private final Path home;
  private final Path folder;

  /// Takes the project root.
  public CursorFiles(StorageIo io, Path root) {
    this.io = io;
    this.home = root.resolve(".tidemark");
    this.folder = home.resolve("listeners");
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

  private FileCursor read(Path file, Instant since, @Nullable Held held) throws IOException {
    var bytes = io.stat(file) == null ? null : io.read(file, 0, BYTES_MAX);
    var text = bytes == null ? "" : Utf8.decode(bytes).orElse("");
    try {
      if (!text.isEmpty() && JsonText.parse(text) instanceof JsonObject json) {
        return new FileCursor(file, held, json, since);
      }
    } catch (JsonException damaged) {
      // It begins anew.
    }
    return new FileCursor(file, held, JsonObject.EMPTY, since);
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

  /// One cursor. It is written when it is closed, and only if it has moved.
  private final class FileCursor implements Cursor {
    private final Path file;
    private final @Nullable Held held;
    private final Instant since;
    private final Map<String, Long> last = new TreeMap<>();
    private Trouble trouble = Trouble.NONE;
    private boolean moved;

    FileCursor(Path file, @Nullable Held held, JsonObject json, Instant since) {
      this.file = file;
      this.held = held;
      var begun = json.string("since");
      this.since = begun == null ? since : Timestamps.parse(begun).orElse(since);
      this.moved = begun == null;
      var runs = json.object("runs");
      for (var member : (runs == null ? JsonObject.EMPTY : runs).members()) {
        if (member.value() instanceof JsonNumber number && number.wholeValue().isPresent()) {
          last.put(member.key(), number.wholeValue().getAsLong());
        }
      }
      var failures = json.number("failures");
      var notBefore = json.string("not_before");
      if (failures != null && notBefore != null) {
        trouble =
            new Trouble(
                (int) failures.wholeValue().orElse(1),
                Timestamps.parse(notBefore).orElse(Instant.EPOCH));
      }
    }

    @Override
    public long last(CheckpointId run) {
      return last.getOrDefault(run.toString(), -1L);
    }

    @Override
    public Instant since() {
      return since;
    }

    @Override
    public void advance(CheckpointId run, long sequence) {
      last.put(run.toString(), sequence);
      moved = true;
    }

    @Override
    public Trouble trouble() {
      return trouble;
    }

    @Override
    public void trouble(Trouble now) {
      moved |= !now.equals(trouble);
      trouble = now;
    }

    @Override
    public void close() {
      if (held == null) {
        return;
      }
      try {
        if (moved) {
          write();
        }
      } catch (IOException failure) {
        throw unavailable(file, failure);
      } finally {
        release(file, held);
      }
    }

    private void write() throws IOException {
      var runs = JsonObject.builder();
      last.forEach(runs::add);
      var json =
          JsonObject.builder().add("since", Timestamps.millis(since)).add("runs", runs.build());
      if (trouble.failures() > 0) {
        json.add("failures", trouble.failures());
        json.add("not_before", Timestamps.millis(trouble.notBefore()));
      }
      var temp = file.resolveSibling(file.getFileName() + ".tmp");
      io.unlink(temp);
      try (var output = io.create(temp, Access.PRIVATE)) {
        output.write((JsonText.compact(json.build()) + "\n").getBytes(UTF_8));
        output.force();
      }
      io.rename(temp, file);
      // Who has lost where a listener stands would begin anew, and leave out what it has not heard.
      io.forceDir(folder);
    }
  }
}
