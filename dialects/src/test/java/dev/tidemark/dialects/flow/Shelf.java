package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.engine.ModelWorld;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileFact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The files around a workflow, as a test makes them up.
class Shelf extends ModelWorld {
  public static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

  /// A file and when it was written.
  public record Found(String text, Instant at) {}

  final MemoryStore store;
  public final Map<String, Found> files = new TreeMap<>();
  final List<Effect> effects = new ArrayList<>();
  public Instant now = START;

  Shelf(MemoryStore store) {
    this.store = store;
  }

  final Optional<String> text(String path) {
    var id =
        path.equals(FlowFormat.FILE)
            ? FlowFormat.ID
            : path.equals(TasksFormat.FILE) ? TasksFormat.ID : null;
    if (id == null) {
      return Optional.ofNullable(files.get(path)).map(Found::text);
    }
    return store.find(id).filter(found -> found.exists()).map(found -> found.text());
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  protected Fact<?> answer(FactQuery<?> factQuery) {
    return switch (factQuery.kind()) {
      case HEAD -> Fact.known(Head.NONE);
      case EXISTS -> Fact.known(exists(factQuery.subject()));
      case TEXT -> Fact.known(text(factQuery.subject()));
      case FILES -> Fact.known(list(factQuery.subject(), false));
      case FILES_BELOW -> Fact.known(list(factQuery.subject(), true));
      case DIGEST, FILE_STATE ->
          Fact.known(text(factQuery.subject()).map(text -> Sha256.hex(Utf8.encode(text))));
      case FINGERPRINT -> Fact.unknown("files are not compared here");
      case MERGE_SIDES -> Fact.known(Optional.empty());
      default -> throw new AssertionError("unexpected question: " + factQuery);
    };
  }

  private boolean exists(String path) {
    return text(path).isPresent()
        || files.keySet().stream().anyMatch(file -> file.startsWith(path + "/"));
  }

  private List<FileFact> list(String folder, boolean below) {
    var found = new TreeMap<String, FileFact>();
    for (var file : files.entrySet()) {
      var path = file.getKey();
      if (path.startsWith(folder + "/")) {
        int slash = path.indexOf('/', folder.length() + 1);
        var at = file.getValue().at();
        if (slash < 0 || below) {
          found.put(path, new FileFact(path, file.getValue().text().length(), at, false));
        } else {
          var name = path.substring(0, slash);
          found.put(name, new FileFact(name, 0, at, true));
        }
      }
    }
    return List.copyOf(found.values());
  }

  @Override
  public List<Blocker> execute(Effect effect) {
    effects.add(effect);
    switch (effect) {
      case Effect.PutFile file -> files.putIfAbsent(file.path(), new Found(file.text(), now));
      case Effect.CopyFile file ->
          files.putIfAbsent(file.to(), new Found(text(file.from()).orElseThrow(), now));
      case Effect.MoveFile file -> {
        var moved = files.remove(file.from());
        if (moved != null) {
          files.put(file.to(), moved);
        }
      }
      case Effect.RemoveFolders folders ->
          files
              .keySet()
              .removeIf(path -> folders.folders().stream().anyMatch(f -> path.startsWith(f + "/")));
      default -> throw new AssertionError("nobody should want " + effect);
    }
    return List.of();
  }
}
