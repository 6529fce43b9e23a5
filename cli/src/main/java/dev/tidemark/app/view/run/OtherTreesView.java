package dev.tidemark.app.view.run;

import dev.tidemark.app.view.text.ColumnLayout;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.brief.OtherTreeRun;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.PlainText;
import java.util.ArrayList;
import java.util.List;

/// View of the runs of other work trees, in a group of their own below a list.
public final class OtherTreesView {
  /// The name of the runs in JSON.
  public static final String NAME = "other_work_trees";

  private final List<Entry> entries;
  private final ShownBase shownBase;

  /// Run of another work tree.
  ///
  /// @param run the run and its place
  /// @param path the path of its document, from the root of its project
  public record Entry(OtherTreeRun run, String path) {}

  /// Takes the runs, those of one work tree after each other, and the context of the view.
  public OtherTreesView(List<Entry> entries, ShownBase shownBase) {
    this.entries = List.copyOf(entries);
    this.shownBase = shownBase;
  }

  /// Returns the runs.
  public List<OtherTreeRun> runs() {
    var runs = new ArrayList<OtherTreeRun>(entries.size());
    for (var entry : entries) {
      runs.add(entry.run());
    }
    return runs;
  }

  /// Returns the rows of a list, each with `work_tree`, `relation` and `removed`; `branch` is the
  /// one that is checked out there.
  public JsonArray json() {
    var all = new ArrayList<JsonObject>(entries.size());
    for (var entry : entries) {
      var run = entry.run();
      var branch = run.branch();
      var row = new SummaryLineView(run.summary(), shownBase).json(entry.path());
      row = branch == null ? row : row.with("branch", branch);
      all.add(
          row.with("command", run.command())
              .with("work_tree", run.path())
              .with("relation", run.relation())
              .with("removed", JsonBoolean.of(run.isRemoved())));
    }
    return JsonArray.of(all);
  }

  /// Returns the group with its title; none without runs.
  public List<StyledLine> lines() {
    if (entries.isEmpty()) {
      return List.of();
    }
    var cells = new ArrayList<String[]>();
    for (var entry : entries) {
      cells.add(cells(entry.run()));
    }
    var table = new ColumnLayout(cells).lines();
    var lines = new ArrayList<StyledLine>();
    lines.add(line("Other work trees (" + entries.size() + ")"));
    var title = "";
    for (int i = 0; i < table.size(); i++) {
      var run = entries.get(i).run();
      if (!title(run).equals(title)) {
        title = title(run);
        lines.add(line(title));
      }
      lines.add(line("    " + table.get(i).stripTrailing()));
      if (run.isRemoved()) {
        lines.add(line("      next: " + run.command()));
      }
    }
    return lines;
  }

  private static String title(OtherTreeRun run) {
    var branch = run.branch() == null ? "" : ", branch " + run.branch();
    return run.isRemoved()
        ? "  work tree removed: " + run.path()
        : "  " + run.relation() + " " + run.path() + branch + ": " + run.command();
  }

  private String[] cells(OtherTreeRun run) {
    var view = new SummaryLineView(run.summary(), shownBase);
    var remarks = view.remarks();
    var removed = run.isRemoved() ? "work tree removed" : "";
    return new String[] {
      run.summary().id().toString(),
      view.phase(),
      view.age(),
      remarks + (remarks.isEmpty() || removed.isEmpty() ? "" : ", ") + removed
    };
  }

  private static StyledLine line(String text) {
    return StyledLine.of(Style.PLAIN, PlainText.of(text));
  }
}
