package dev.tidemark.app.view;

import dev.tidemark.engine.Run;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// How a list of runs is shown.
public final class ListView {
  private static final List<String> TITLES =
      List.of("RUN", "STATE", "PHASE", "DONE", "BRANCH", "AGE", "");

  private final List<Run> runs;
  private final int hidden;
  private final Seen seen;

  /// Takes the runs to list, how many finished ones are left out, and what to compare with.
  public ListView(List<Run> runs, int hidden, Seen seen) {
    this.runs = List.copyOf(runs);
    this.hidden = hidden;
    this.seen = seen;
  }

  /// Returns `{"runs": [...], "finished_not_shown": n}`.
  public JsonObject json() {
    var all = new ArrayList<JsonObject>();
    for (var run : runs) {
      all.add(new RunView(run, seen).brief());
    }
    return JsonObject.builder()
        .add("runs", JsonArray.of(all))
        .add("finished_not_shown", hidden)
        .build();
  }

  /// Returns a table for people.
  public List<String> lines() {
    if (runs.isEmpty()) {
      return List.of(
          hidden == 0
              ? "no runs here yet; begin one: tidemark start WORKFLOW"
              : "no unfinished runs (" + hidden + " finished; tidemark list --all)");
    }
    var rows = new ArrayList<List<String>>();
    rows.add(TITLES);
    for (var run : runs) {
      rows.add(row(run));
    }
    return table(rows);
  }

  private List<String> row(Run run) {
    var view = new RunView(run, seen);
    var next = view.resume().next();
    var branch = view.branch();
    var stale = view.staleness().sentence().isEmpty() ? "" : "stale";
    return List.of(
        run.id().toString(),
        view.state(),
        next == null ? "-" : next.value(),
        view.done() + "/" + view.total(),
        branch == null ? "-" : branch,
        view.age().isEmpty() ? "-" : view.age(),
        stale);
  }

  private static List<String> table(List<List<String>> rows) {
    int[] widths = new int[TITLES.size()];
    for (var row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    var lines = new ArrayList<String>();
    for (var row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
