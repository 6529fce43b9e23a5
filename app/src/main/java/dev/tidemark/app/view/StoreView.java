package dev.tidemark.app.view;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// View of migrations and copies of a store.
public final class StoreView {
  private final boolean dry;

  /// Takes whether nothing was done.
  public StoreView(boolean dry) {
    this.dry = dry;
  }

  /// File of a run in a shared store.
  ///
  /// @param run which run
  /// @param path where the file is
  /// @param state how it compares with the document
  public record Copy(CheckpointId run, String path, String state) {}

  /// Returns `{"ok", "sql"}`.
  public static JsonObject script(String sql) {
    return JsonObject.builder().add("ok", true).add("sql", sql).build();
  }

  /// Returns `{"ok", "dry_run", "store", "runs"}`.
  public JsonObject moved(String store, List<CheckpointId> runs) {
    var names = new ArrayList<String>();
    runs.forEach(run -> names.add(run.toString()));
    return JsonObject.builder()
        .add("ok", true)
        .add("dry_run", dry)
        .add("store", store)
        .add("runs", names)
        .build();
  }

  /// Returns the same as a line.
  public List<String> moveLines(String store, List<CheckpointId> runs) {
    var count = runs.size() + (runs.size() == 1 ? " run" : " runs");
    return List.of(
        dry
            ? count + " would be moved to " + store
            : count + " moved to " + store + ", compared byte for byte; it is used from now on");
  }

  /// Returns `{"ok", "dry_run", "files": [{"run", "path", "state"}]}`.
  public JsonObject synced(List<Copy> copies) {
    var files = new ArrayList<JsonObject>();
    boolean fine = true;
    for (var copy : copies) {
      fine &= !copy.state().equals("DIFFERS");
      files.add(
          JsonObject.builder()
              .add("run", copy.run().toString())
              .add("path", copy.path())
              .add("state", copy.state().toLowerCase(Locale.ROOT))
              .build());
    }
    return JsonObject.builder()
        .add("ok", fine)
        .add("dry_run", dry)
        .add("files", JsonArray.of(files))
        .build();
  }

  /// Returns the same, one line for each file that is not as it was.
  public List<String> syncLines(List<Copy> copies) {
    var lines = new ArrayList<String>();
    for (var copy : copies) {
      var line =
          switch (copy.state()) {
            case "DIFFERS" ->
                " was edited here, and the edit is not in the store; --take-files records it";
            case "STALE" -> " is behind the store";
            case "REFRESHED" -> " brought up to date";
            case "TAKEN" -> " recorded as it is here";
            default -> "";
          };
      if (!line.isEmpty()) {
        lines.add(copy.path() + line);
      }
    }
    if (lines.isEmpty()) {
      lines.add("every file is as the store has it");
    }
    return lines;
  }
}
