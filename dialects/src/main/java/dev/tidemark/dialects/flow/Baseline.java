package dev.tidemark.dialects.flow;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Ask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Baseline of outputs: those that existed before a workflow began, so that they are not taken for
/// its own (R-003-53).
final class Baseline {
  /// The folders of outputs.
  private static final List<String> FOLDERS =
      List.of("memory/reports", "memory/reflections", "memory/tasks");

  private Baseline() {}

  /// Returns the outputs that exist now, as they are put into a new document.
  static JsonArray now(Inquiry inquiry) {
    var entries = new ArrayList<Json>();
    for (var folder : FOLDERS) {
      for (var file : inquiry.fact(new Ask.FilesBelow(folder)).orElse(List.of())) {
        if (file.folder() || !file.path().endsWith(".json")) {
          continue;
        }
        var digest = digest(file.path(), inquiry);
        if (digest.isPresent()) {
          entries.add(
              JsonObject.builder()
                  .add(Keys.PATH, file.path())
                  .add(Keys.SIZE, file.size())
                  .add(Keys.SHA256, digest.get())
                  .build());
        }
      }
    }
    return JsonArray.of(entries);
  }

  /// Returns whether a file is the workflow's own: not there at its beginning, or changed since.
  static boolean isOwn(FlowCheckpoint checkpoint, String path, Inquiry inquiry) {
    var entry = entry(checkpoint, path);
    return entry.isEmpty()
        || !digest(path, inquiry).orElse("").equals(entry.get().string(Keys.SHA256));
  }

  private static Optional<String> digest(String path, Inquiry inquiry) {
    return inquiry.fact(new Ask.Digest(path)).orElse(Optional.empty());
  }

  private static Optional<JsonObject> entry(FlowCheckpoint checkpoint, String path) {
    var baseline = checkpoint.root().array(Keys.BASELINE);
    if (baseline != null) {
      for (var element : baseline.elements()) {
        if (element instanceof JsonObject entry && path.equals(entry.string(Keys.PATH))) {
          return Optional.of(entry);
        }
      }
    }
    return Optional.empty();
  }
}
