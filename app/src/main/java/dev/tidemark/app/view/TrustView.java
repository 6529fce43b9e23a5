package dev.tidemark.app.view;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// View of the values of a project that need its user's trust.
///
/// @param dry whether nothing is recorded
/// @param revoke whether answers are forgotten
public record TrustView(boolean dry, boolean revoke) {
  /// One value, and whether it may take effect.
  ///
  /// @param kind its kind: `store`, `command`, `webhook` or `service`
  /// @param file the file of the project that holds it
  /// @param digest identifies the value
  public record Row(String kind, String file, String value, String digest, boolean trusted) {}

  /// Returns all of them as JSON.
  public JsonObject json(List<Row> rows, boolean ok) {
    var items = new ArrayList<JsonObject>();
    for (var row : rows) {
      items.add(
          JsonObject.builder()
              .add("kind", row.kind())
              .add("file", row.file())
              .add("value", row.value())
              .add("digest", row.digest())
              .add("trusted", row.trusted() && !(revoke && !dry))
              .build());
    }
    return JsonObject.builder()
        .add("ok", ok || revoke)
        .add("dry_run", dry)
        .add("items", JsonArray.of(items))
        .build();
  }

  /// Returns one line for each, and the variable by which a build server trusts all of them.
  public List<String> lines(List<Row> rows) {
    if (rows.isEmpty()) {
      return List.of("no file of this project needs trust");
    }
    var lines = new ArrayList<String>();
    var digests = new ArrayList<String>();
    for (var row : rows) {
      lines.add(
          (row.trusted() ? "trusted      " : "not trusted  ")
              + row.kind()
              + "  "
              + row.value()
              + "  ("
              + row.file()
              + ")");
      digests.add(row.digest());
    }
    if (dry) {
      lines.add("on a build server: TIDEMARK_TRUST=" + String.join(",", digests));
    }
    return lines;
  }

  /// Returns the line about answers that are forgotten.
  public String revoked() {
    return dry ? "would revoke all trust in this project" : "all trust in this project is revoked";
  }
}
