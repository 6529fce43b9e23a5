package dev.tidemark.stores.journal;

import dev.tidemark.checkpoint.Fingerprint;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Fingerprints as JSON: `[{"path":...,"size":...,"sha256":...}]`.
final class FilesJson {
  private FilesJson() {}

  static JsonArray of(List<Fingerprint> files) {
    var all = new ArrayList<Json>(files.size());
    for (int i = 0; i < files.size(); i++) {
      var file = files.get(i);
      var json = JsonObject.builder().add("path", file.path()).add("size", file.size());
      all.add(json.addIfPresent("sha256", file.digest()).build());
    }
    return JsonArray.of(all);
  }

  /// Reads fingerprints; one that a newer version writes otherwise is passed over.
  static List<Fingerprint> read(@Nullable JsonArray array) {
    if (array == null) {
      return List.of();
    }
    var files = new ArrayList<Fingerprint>(array.size());
    for (int i = 0; i < array.size(); i++) {
      if (array.get(i) instanceof JsonObject json) {
        var path = json.string("path");
        var size = json.number("size");
        if (path != null && size != null && size.wholeValue().isPresent()) {
          var bytes = size.wholeValue().getAsLong();
          files.add(new Fingerprint(path, bytes, json.string("sha256")));
        }
      }
    }
    return files;
  }
}
