package dev.tidemark.dialects.item;

import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Facts;
import java.util.ArrayList;
import java.util.List;

/// Resume lines for a continuing session: the four lines of R-001-10, and the files to read again.
final class ResumeLines {
  private ResumeLines() {}

  /// Returns all lines.
  ///
  /// @param defined the currently defined phases; none if unknown
  static List<String> of(ItemCheckpoint checkpoint, List<Row> defined, String path, Facts facts) {
    var lines = head(checkpoint, defined, path);
    var body = checkpoint.body();
    list("Artifacts produced:", body.artifacts(), facts, lines);
    list("Read again:", body.context(), facts, lines);
    return lines;
  }

  /// Returns the four lines, and where things stand.
  static List<String> head(ItemCheckpoint checkpoint, List<Row> defined, String path) {
    var done = new ArrayList<Row>();
    for (var row : checkpoint.rows()) {
      if (row.isDone()) {
        done.add(row);
      }
    }
    var next = Rows.firstOpen(Rows.defined(checkpoint.rows(), defined));
    var lines = new ArrayList<String>();
    lines.add("Resuming from checkpoint: " + path);
    lines.add("Last updated: " + checkpoint.header().updated());
    lines.add("Completed: " + (done.isEmpty() ? "none" : Rows.labels(done)));
    lines.add("Resuming at: " + (next == null ? "nothing, all phases are done" : next.label()));
    var state = checkpoint.body().state();
    if (!state.isEmpty()) {
      lines.add("Current state: " + state.replace("\n", " "));
    }
    return lines;
  }

  /// Returns the files that the lines name, each once.
  static List<String> files(ItemCheckpoint checkpoint) {
    var files = new ArrayList<String>();
    addFiles(files, checkpoint.body().artifacts());
    addFiles(files, checkpoint.body().context());
    return files;
  }

  private static void addFiles(List<String> files, List<String> entries) {
    for (var entry : entries) {
      boolean file = isFile(entry) && !ContextNotes.isNote(entry);
      if (file && !files.contains(Words.path(entry))) {
        files.add(Words.path(entry));
      }
    }
  }

  /// Returns queries for the existence of the files that the lines name.
  static List<Ask<?>> asks(ItemCheckpoint checkpoint) {
    var asks = new ArrayList<Ask<?>>();
    for (var entry : checkpoint.body().artifacts()) {
      add(asks, entry);
    }
    for (var entry : checkpoint.body().context()) {
      add(asks, entry);
    }
    return asks;
  }

  private static void add(List<Ask<?>> asks, String entry) {
    if (isFile(entry)) {
      asks.add(new Ask.Exists(Words.path(entry)));
    }
  }

  /// Texts in backticks also are branches and the like, which are no files.
  private static boolean isFile(String entry) {
    var path = Words.path(entry);
    return !path.isEmpty() && path.indexOf('.') > 0 && !entry.startsWith("Branch:");
  }

  private static void list(String title, List<String> entries, Facts facts, List<String> lines) {
    if (entries.isEmpty()) {
      return;
    }
    lines.add(title);
    for (var entry : entries) {
      var ask = new Ask.Exists(Words.path(entry));
      boolean missing = isFile(entry) && facts.has(ask) && !facts.get(ask).orElse(true);
      lines.add("- " + entry + (missing ? " (missing)" : ""));
    }
  }
}
