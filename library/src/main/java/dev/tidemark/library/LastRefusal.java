package dev.tidemark.library;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.context.RefusalRecord;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.Timestamps;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Blocker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Persists the last refusal for `why`, in a small file that may be lost. It is written only where
/// Tidemark keeps its things already.
final class LastRefusal {
  private static final int BYTES_MAX = 64 * 1024;

  private final StorageIo io;
  private final StateFolder stateFolder;

  LastRefusal(StorageIo io, StateFolder stateFolder) {
    this.io = io;
    this.stateFolder = stateFolder;
  }

  private Path file() {
    return stateFolder.path().resolve("refusal.json");
  }

  /// Keeps a refusal in place of the last one.
  void keep(RefusalRecord refusalRecord) {
    try {
      if (!isOurs()) {
        return;
      }
      new AtomicFile(io, file())
          .replace(
              JsonText.compact(json(refusalRecord)).getBytes(UTF_8),
              Access.PRIVATE,
              Durability.REPLACE_ONLY);
    } catch (IOException lost) {
      // The refused caller has already got the reasons; a failed write only affects `why`.
    }
  }

  /// Nothing is made where there is no folder yet, nor in one that a link leads to elsewhere.
  private boolean isOurs() throws IOException {
    var folder = stateFolder.path();
    var there = io.stat(folder);
    return there != null
        && (there.kind() != Stat.Kind.LINK || stateFolder.guard().isInside(folder));
  }

  /// Forgets the refusal of a run that has been changed since.
  void forget(CheckpointId id) {
    try {
      if (io.stat(file()) == null) {
        return;
      }
      var last = read();
      if ((last.isEmpty() || last.get().id().equals(id)) && isOurs()) {
        io.unlink(file());
      }
    } catch (IOException kept) {
      // It is compared with the run's last change when it is read.
    }
  }

  /// Returns the last refusal, if it can be had.
  Optional<RefusalRecord> read() {
    try {
      var file = file();
      var there = io.stat(file);
      boolean outside =
          there != null && there.kind() == Stat.Kind.LINK && !stateFolder.guard().isInside(file);
      var bytes = there == null || outside ? null : io.read(file, 0, BYTES_MAX);
      var text = bytes == null ? Optional.<String>empty() : Utf8.decode(bytes);
      return text.isPresent() && JsonText.parse(text.get()) instanceof JsonObject json
          ? Optional.ofNullable(refused(json))
          : Optional.empty();
    } catch (IOException | JsonException lost) {
      return Optional.empty();
    }
  }

  private static JsonObject json(RefusalRecord refusalRecord) {
    var blockers = new ArrayList<Json>();
    for (var blocker : refusalRecord.blockers()) {
      blockers.add(
          JsonObject.builder()
              .add("kind", blocker.kind().name())
              .add("code", blocker.code())
              .add("reason", blocker.reason())
              .add("hint", blocker.hint())
              .build());
    }
    var id = refusalRecord.id();
    return JsonObject.builder()
        .add("dialect", id.dialect())
        .add("workflow", id.workflow())
        .addIfPresent("item", id.item())
        .add("at", Timestamps.millis(refusalRecord.at()))
        .add("by", refusalRecord.by().toString())
        .add("blockers", JsonArray.of(blockers))
        .build();
  }

  private static @Nullable RefusalRecord refused(JsonObject json) {
    var dialect = json.string("dialect");
    var workflow = json.string("workflow");
    var at = Timestamps.parse(text(json, "at"));
    var blockers = blockers(json.objects("blockers"));
    if (dialect == null || workflow == null || at.isEmpty() || blockers.isEmpty()) {
      return null;
    }
    var id = new CheckpointId(dialect, workflow, json.string("item"));
    return new RefusalRecord(id, at.get(), Actor.tool(text(json, "by")), blockers);
  }

  private static List<Blocker> blockers(List<JsonObject> recorded) {
    var blockers = new ArrayList<Blocker>();
    for (var json : recorded) {
      blockers.add(blocker(json));
    }
    return blockers;
  }

  private static Blocker blocker(JsonObject json) {
    var kind = kind(text(json, "kind"));
    var code = text(json, "code");
    var reason = text(json, "reason");
    var hint = text(json, "hint");
    return new Blocker(kind, code, reason, hint);
  }

  private static Blocker.Kind kind(String word) {
    for (var kind : Blocker.Kind.values()) {
      if (kind.name().equals(word)) {
        return kind;
      }
    }
    return Blocker.Kind.REFUSED;
  }

  private static String text(JsonObject json, String key) {
    var text = json.string(key);
    return text == null ? "" : text;
  }
}
