package dev.tidemark.app.view;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Archives.Archived;
import dev.tidemark.text.Timestamps;
import java.util.ArrayList;
import java.util.List;

/// View of archived copies.
public final class ArchiveView {
  private ArchiveView() {}

  /// Returns `{"archives": [{"name", "path", "run", "at", "bytes"}]}`.
  public static JsonObject json(List<Archived> copies) {
    var all = new ArrayList<JsonObject>();
    for (var copy : copies) {
      all.add(json(copy));
    }
    return JsonObject.builder().add("archives", JsonArray.of(all)).build();
  }

  /// Returns one copy as `{"name", "path", "run", "at", "bytes"}`.
  static JsonObject json(Archived copy) {
    return JsonObject.builder()
        .add("name", copy.name())
        .add("path", copy.path())
        .add("run", copy.id().toString())
        .add("at", Timestamps.millis(copy.at()))
        .add("bytes", copy.bytes())
        .build();
  }

  /// Returns one line a copy.
  public static List<String> lines(List<Archived> copies) {
    var lines = new ArrayList<String>();
    for (var copy : copies) {
      lines.add(copy.name() + "  " + copy.id() + "  " + copy.bytes() + " bytes");
    }
    if (lines.isEmpty()) {
      lines.add("nothing is archived here");
    }
    return lines;
  }
}
