package dev.tidemark.app.view;

import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Transfer.Item;
import java.util.ArrayList;
import java.util.List;

/// How an export and an import are shown.
public final class TransferView {
  private final boolean dry;
  private final String file;
  private final List<Item> items;

  /// Takes whether nothing was written, the file as it was named, and what is in it.
  public TransferView(boolean dry, String file, List<Item> items) {
    this.dry = dry;
    this.file = file;
    this.items = List.copyOf(items);
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

  /// Returns `{"ok", "dry_run", "file", "runs", "files", "bytes", "problems"}`.
  ///
  /// @param bytes how long the file is; 0 in a dry run
  public JsonObject exported(long bytes, List<String> problems) {
    return head().add("bytes", bytes).add("problems", problems).build();
  }

  /// Returns what was exported, as a line.
  public List<String> exportLines(long bytes) {
    var what = counted(runs(), "run") + ", " + counted(items.size(), "file");
    return List.of(
        dry
            ? file + " would hold " + what
            : file + " holds " + what + ", " + bytes + " bytes, read back and verified");
  }

  /// Returns `{"ok", "dry_run", "file", "runs", "files", "taken", "problems"}`.
  public JsonObject imported(List<Item> taken, List<String> problems) {
    var paths = new ArrayList<String>();
    taken.forEach(item -> paths.add(item.path()));
    return head().add("taken", paths).add("problems", problems).build();
  }

  /// Returns what was imported, one line a file.
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
