package dev.tidemark.app.view;

import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.store.Transfer.Settled;
import java.util.ArrayList;
import java.util.List;

/// View of an export and an import.
public final class TransferView {
  private final boolean dry;
  private final String file;
  private final List<Item> items;
  private final List<String> notes;

  /// Takes whether nothing was written, the name of the file, and its content.
  public TransferView(boolean dry, String file, Settled cargo) {
    this.dry = dry;
    this.file = file;
    this.items = cargo.items();
    this.notes = cargo.remarks();
  }

  private JsonObject.Builder head() {
    return JsonObject.builder()
        .add("ok", true)
        .add("dry_run", dry)
        .add("file", file)
        .add("runs", runs())
        .add("files", items.size());
  }

  private long runs() {
    return items.stream()
        .map(item -> String.valueOf(item.run()))
        .distinct()
        .filter(run -> !run.equals("null"))
        .count();
  }

  /// Returns `{"ok", "dry_run", "file", "runs", "files", "bytes", "notes", "problems"}`.
  ///
  /// @param bytes how long the file is; 0 in a dry run
  public JsonObject exported(long bytes, List<String> problems) {
    var json = head().add("bytes", bytes).add("notes", notes);
    return json.add("problems", problems).build();
  }

  /// Returns the result of an export, as a line.
  ///
  /// @param verified whether nothing is wrong with it
  public List<String> exportLines(long bytes, boolean verified) {
    var what = counted(runs(), "run") + ", " + counted(items.size(), "file");
    var found = verified ? " and verified" : "; not all of it verifies";
    return List.of(
        dry
            ? file + " would hold " + what
            : file + " holds " + what + ", " + bytes + " bytes, read back" + found);
  }

  /// Returns `{"ok", "dry_run", "file", "runs", "files", "taken", "notes", "problems"}`.
  public JsonObject imported(List<Item> taken, List<String> problems) {
    var paths = new ArrayList<String>();
    taken.forEach(item -> paths.add(item.path()));
    var json = head().add("taken", paths).add("notes", notes);
    return json.add("problems", problems).build();
  }

  /// Returns the imported items, one line per file.
  public List<String> importLines(List<Item> taken) {
    var lines = new ArrayList<String>();
    taken.forEach(item -> lines.add(item.path() + (dry ? " would be made" : " made")));
    int same = items.size() - taken.size();
    if (same > 0) {
      lines.add(counted(same, "file") + (same == 1 ? " is" : " are") + " here already, the same");
    }
    return lines;
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
