package dev.tidemark.stores.journal.record;

import dev.tidemark.history.Fingerprint;
import dev.tidemark.history.Origin;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// JSON codec of fingerprints: `[{"path":...,"size":...,"sha256":...}]`, with `tree`, `by` and
/// `commit` where several work trees share a store.
final class FilesJson {
  private FilesJson() {}

  static JsonArray of(List<Fingerprint> files) {
    var all = new ArrayList<Json>(files.size());
    for (int i = 0; i < files.size(); i++) {
      var file = files.get(i);
      var json = JsonObject.builder().add("path", file.path()).add("size", file.size());
      json.addIfPresent("sha256", file.digest());
      var origin = file.origin();
      if (origin != null) {
        json.add("tree", origin.tree()).add("by", origin.label());
        json.addIfPresent("commit", origin.commit());
      }
      all.add(json.build());
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
          files.add(new Fingerprint(path, bytes, json.string("sha256"), origin(json)));
        }
      }
    }
    return files;
  }

  private static @Nullable Origin origin(JsonObject json) {
    var tree = json.string("tree");
    var label = json.string("by");
    return tree == null || label == null ? null : new Origin(tree, label, json.string("commit"));
  }
}
