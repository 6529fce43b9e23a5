package dev.tidemark.library;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.context.PendingChange;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StorageIo.Held;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.DiskReason;
import dev.tidemark.text.Timestamps;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.change.PendingEffect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Write-ahead intents in the folder `pending` of the state, one file for each run, with a lock
/// file beside it that is held while the change is made. Effects concern the files and the git
/// repository of this work tree, so their intents are kept here even where the journal is in a
/// shared store.
///
/// An intent holds the inode of its own file: a copy of it by a checkout or an archive is no intent
/// of this work tree and has no effect.
final class PendingFiles {
  private static final String PENDING = "pending";
  private static final int BYTES_MAX = 1024 * 1024;
  private static final String INODE = "ino=";
  private static final long PATIENCE_NANOS = 5_000_000_000L;
  private static final long PAUSE_MILLIS = 20;

  /// The intents that threads of this process hold; the system's locks do not separate threads.
  private static final Map<Path, Boolean> TAKEN = new ConcurrentHashMap<>();

  private final StorageIo io;
  private final StateFolder stateFolder;
  private final DialectLayout layout;

  PendingFiles(StateFolder stateFolder, StorageIo io, DialectLayout layout) {
    this.io = io;
    this.stateFolder = stateFolder;
    this.layout = layout;
  }

  private Path folder() {
    return stateFolder.path().resolve(PENDING);
  }

  private Path file(CheckpointId id) {
    return folder().resolve(layout.nameOf(id));
  }

  /// Keeps an intent durably, and holds it.
  PendingChange.@Nullable Held begin(PendingChange change) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    try {
      stateFolder.prepare();
      var file = file(change.id());
      stateFolder.guard().check(file);
      stateFolder.makeFolder(PENDING);
      var held = take(file);
      while (held == null && System.nanoTime() < deadline) {
        pause();
        held = take(file);
      }
      if (held == null) {
        return null;
      }
      var intent = new Intent(file, held, change);
      boolean kept = false;
      try {
        write(file, change);
        kept = true;
        return intent;
      } finally {
        if (!kept) {
          intent.close();
        }
      }
    } catch (IOException failure) {
      throw unavailable(change.id(), failure);
    }
  }

  /// Returns the intent of an interrupted change, and holds it; null if there is none.
  PendingChange.@Nullable Held find(CheckpointId id) {
    var file = file(id);
    try {
      if (io.stat(file) == null) {
        return null;
      }
      stateFolder.guard().check(file);
      var held = take(file);
      if (held == null) {
        return null;
      }
      PendingChange change = null;
      try {
        change = read(id, file);
        return change == null ? null : new Intent(file, held, change);
      } finally {
        if (change == null) {
          release(file, held);
        }
      }
    } catch (IOException failure) {
      throw unavailable(id, failure);
    }
  }

  private @Nullable Held take(Path file) throws IOException {
    if (TAKEN.putIfAbsent(file, true) != null) {
      return null;
    }
    Held held = null;
    try {
      var lock = file.resolveSibling(file.getFileName() + ".lock");
      stateFolder.guard().check(lock);
      held = io.lock(lock);
      return held;
    } finally {
      if (held == null) {
        TAKEN.remove(file);
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(Path file, PendingChange change) throws IOException {
    var replacement = new AtomicFile(io, file);
    try (var output = replacement.create(Access.PRIVATE)) {
      var inode = inode(replacement.temp());
      output.write(Utf8.encode(JsonText.compact(json(change, inode))));
      output.force();
    }
    replacement.publish(Durability.DURABLE);
  }

  /// Returns the number of a file in its file system, which a rename keeps and a copy does not;
  /// empty where the system has none.
  private String inode(Path file) throws IOException {
    var stat = io.stat(file);
    var key = stat == null ? "" : stat.key();
    return key.substring(Math.max(0, key.indexOf(INODE)));
  }

  private static JsonObject json(PendingChange change, String inode) {
    var effects = new ArrayList<Json>();
    for (var effect : change.effects()) {
      var paths = new ArrayList<Json>();
      for (var path : effect.paths()) {
        paths.add(JsonString.of(path));
      }
      effects.add(
          JsonObject.builder()
              .add("effect", effect.kind().word())
              .add("message", effect.message())
              .add("paths", JsonArray.of(paths))
              .build());
    }
    var id = change.id();
    return JsonObject.builder()
        .add("dialect", id.dialect())
        .add("workflow", id.workflow())
        .addIfPresent("item", id.item())
        .add("after", change.afterSequence())
        .add("at", Timestamps.millis(change.at()))
        .add("file", inode)
        .add("effects", JsonArray.of(effects))
        .build();
  }

  /// Returns the runs that have an intent, whether another process is at work on it or not.
  List<CheckpointId> runs() {
    var runs = new ArrayList<CheckpointId>();
    try {
      // A folder outside is named by the check of links; no change of this project is kept there.
      if (!stateFolder.guard().isInside(folder())) {
        return runs;
      }
      for (var name : io.list(folder())) {
        var id = name.endsWith(".lock") ? null : readable(folder().resolve(name));
        if (id != null) {
          runs.add(id);
        }
      }
      return runs;
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          folder() + " cannot be read: " + DiskReason.located(failure), failure);
    }
  }

  /// Returns the run that a file names; null for an unreadable one, which a change of that run
  /// reports.
  private @Nullable CheckpointId readable(Path file) {
    try {
      var json = stateFolder.guard().isInside(file) ? intent(file) : null;
      return json == null ? null : run(file, json);
    } catch (IOException e) {
      return null;
    }
  }

  /// Returns the run that an intent names; null if the file is not the one of that run.
  private @Nullable CheckpointId run(Path file, JsonObject json) {
    var dialect = json.string("dialect");
    var workflow = json.string("workflow");
    if (dialect == null || workflow == null || layout.dialects().find(dialect).isEmpty()) {
      return null;
    }
    try {
      var id = new CheckpointId(dialect, workflow, json.string("item"));
      return file.equals(file(id)) ? id : null;
    } catch (IllegalArgumentException noName) {
      return null;
    }
  }

  /// Returns the content of the file; null if it is no intent of the run.
  private @Nullable PendingChange read(CheckpointId id, Path file) throws IOException {
    var json = intent(file);
    return json != null && id.equals(run(file, json)) ? change(id, json) : null;
  }

  /// Returns an intent that was written to this very file; null if it holds something else.
  private @Nullable JsonObject intent(Path file) throws IOException {
    var bytes = io.read(file, 0, BYTES_MAX);
    var text = bytes == null ? "" : Utf8.decode(bytes).orElse("");
    try {
      return JsonText.parse(text) instanceof JsonObject json
              && inode(file).equals(json.string("file"))
          ? json
          : null;
    } catch (JsonException e) {
      return null;
    }
  }

  private static @Nullable PendingChange change(CheckpointId id, JsonObject json) {
    var at = json.string("at");
    var time = at == null ? null : Timestamps.parse(at).orElse(null);
    var after = json.number("after");
    var array = json.array("effects");
    if (time == null || after == null || after.wholeValue().isEmpty() || array == null) {
      return null;
    }
    var effects = new ArrayList<PendingEffect>();
    for (int i = 0; i < array.size(); i++) {
      if (array.get(i) instanceof JsonObject effect) {
        var word = effect.string("effect");
        var kind = word == null ? null : PendingEffect.Kind.of(word);
        var message = effect.string("message");
        if (kind != null) {
          effects.add(new PendingEffect(kind, message == null ? "" : message, paths(effect)));
        }
      }
    }
    return new PendingChange(id, after.wholeValue().getAsLong(), time, effects);
  }

  private static List<String> paths(JsonObject effect) {
    var paths = new ArrayList<String>();
    var array = effect.array("paths");
    for (int i = 0; array != null && i < array.size(); i++) {
      if (array.get(i) instanceof JsonString path) {
        paths.add(path.value());
      }
    }
    return paths;
  }

  private static StoreUnavailableException unavailable(CheckpointId id, IOException failure) {
    return new StoreUnavailableException(
        "the pending effects of "
            + id
            + " cannot be kept, nothing was changed: "
            + DiskReason.located(failure),
        failure);
  }

  /// An intent whose lock this process holds.
  private final class Intent implements PendingChange.Held {
    private final Path file;
    private final Held held;
    private final PendingChange change;

    Intent(Path file, Held held, PendingChange change) {
      this.file = file;
      this.held = held;
      this.change = change;
    }

    @Override
    public PendingChange change() {
      return change;
    }

    @Override
    public void removeIntent() {
      try {
        io.unlink(file);
      } catch (IOException e) {
        // The effects are made again by the next change, which changes nothing.
      }
    }

    @Override
    public void close() {
      release(file, held);
    }
  }

  private static void release(Path file, Held held) {
    try {
      held.close();
    } catch (IOException e) {
      // The system drops the lock with the process at the latest.
    } finally {
      TAKEN.remove(file);
    }
  }
}
