package dev.tidemark.app.view;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// View of a prune: the dropped states, and the kept ones with the reason.
public final class PruneView {
  private final boolean dry;
  private final int keep;
  private final Instant before;
  private final List<PrunePlan> plans = new ArrayList<>();
  private final List<String> files = new ArrayList<>();
  private final List<String> archives = new ArrayList<>();
  private final List<String> leftovers = new ArrayList<>();
  private int looked;
  private int left;

  /// Takes whether nothing was written, how many states each run keeps, and from when on all are
  /// kept.
  public PruneView(boolean dry, int keep, Instant before) {
    this.dry = dry;
    this.keep = keep;
    this.before = before;
  }

  /// Returns how many states each run keeps.
  public int keep() {
    return keep;
  }

  /// Returns from when on all states are kept.
  public Instant before() {
    return before;
  }

  /// Adds the dropped states of one run, possibly none.
  public void add(PrunePlan plan) {
    looked++;
    if (plan.entries() > 0) {
      plans.add(plan);
    }
  }

  /// Counts a run that is left alone because it is not finished.
  public void leave() {
    left++;
  }

  /// Adds a document that is moved into the archive.
  public void file(String path) {
    files.add(path);
  }

  /// Adds an archived copy that is removed.
  public void archive(String path) {
    archives.add(path);
  }

  /// Adds a file of an interrupted writer, which is removed.
  public void leftover(String path) {
    leftovers.add(path);
  }

  /// Returns `{"ok", "dry_run", "keep", "before", "runs", "unfinished_left_alone", "plans",
  /// "files", "archives", "leftovers"}`.
  public JsonObject json() {
    var all = new ArrayList<JsonObject>();
    for (var plan : plans) {
      all.add(
          JsonObject.builder()
              .add("run", plan.id().toString())
              .add("states", plan.entries())
              .add("kept_from", plan.firstKept())
              .add("bytes", plan.bytes())
              .build());
    }
    return JsonObject.builder()
        .add("ok", true)
        .add("dry_run", dry)
        .add("keep", keep)
        .add("before", Timestamps.millis(before))
        .add("runs", looked)
        .add("unfinished_left_alone", left)
        .add("plans", JsonArray.of(all))
        .add("files", files)
        .add("archives", archives)
        .add("leftovers", leftovers)
        .build();
  }

  /// Returns one line per run that loses states, and the untouched ones.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    for (var plan : plans) {
      lines.add(
          plan.id()
              + ": "
              + plan.entries()
              + (dry ? " states would be dropped, about " : " states dropped, about ")
              + plan.bytes()
              + " bytes; kept from entry "
              + plan.firstKept()
              + ", the history stays");
    }
    addLines(files, "would be moved into the archive", "moved into the archive", lines);
    addLines(archives, "would be removed", "removed", lines);
    addLines(leftovers, "would be removed", "removed", lines);
    if (lines.isEmpty()) {
      lines.add(
          "nothing to prune: of "
              + looked
              + (looked == 1 ? " run" : " runs")
              + " the newest "
              + keep
              + " states stay, and all since "
              + Timestamps.seconds(before));
    }
    if (left > 0) {
      lines.add(
          left
              + (left == 1 ? " unfinished run" : " unfinished runs")
              + " left alone; --include-open prunes them too");
    }
    return lines;
  }

  private void addLines(List<String> paths, String planned, String done, List<String> lines) {
    for (var path : paths) {
      lines.add(path + " " + (dry ? planned : done));
    }
  }
}
