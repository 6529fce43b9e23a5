package dev.tidemark.dialects.flow.rules;

import dev.tidemark.dialects.flow.format.FactTracker;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.task.FlowKeys;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.FactQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Baseline of outputs: those that existed before a workflow began, so that they are not taken for
/// its own (R-003-53).
final class OutputBaseline {
  /// The folders of outputs.
  private static final List<String> FOLDERS =
      List.of("memory/reports", "memory/reflections", "memory/tasks");

  private OutputBaseline() {}

  /// Returns the outputs that exist now, as they are put into a new document.
  static JsonArray now(FactTracker factTracker) {
    var entries = new ArrayList<Json>();
    for (var folder : FOLDERS) {
      for (var file : factTracker.fact(new FactQuery.FilesBelow(folder)).orElse(List.of())) {
        if (file.folder() || !file.path().endsWith(".json")) {
          continue;
        }
        var digest = digest(file.path(), factTracker);
        if (digest.isPresent()) {
          entries.add(
              JsonObject.builder()
                  .add(FlowKeys.PATH, file.path())
                  .add(FlowKeys.SIZE, file.size())
                  .add(FlowKeys.SHA256, digest.get())
                  .build());
        }
      }
    }
    return JsonArray.of(entries);
  }

  /// Returns whether a file is the workflow's own: not there at its beginning, or changed since.
  static boolean isOwn(FlowCheckpoint checkpoint, String path, FactTracker factTracker) {
    var entry = entry(checkpoint, path);
    return entry.isEmpty()
        || !digest(path, factTracker).orElse("").equals(entry.get().string(FlowKeys.SHA256));
  }

  private static Optional<String> digest(String path, FactTracker factTracker) {
    return factTracker.fact(new FactQuery.Digest(path)).orElse(Optional.empty());
  }

  private static Optional<JsonObject> entry(FlowCheckpoint checkpoint, String path) {
    var baseline = checkpoint.root().array(FlowKeys.BASELINE);
    if (baseline != null) {
      for (var element : baseline.elements()) {
        if (element instanceof JsonObject entry && path.equals(entry.string(FlowKeys.PATH))) {
          return Optional.of(entry);
        }
      }
    }
    return Optional.empty();
  }
}
