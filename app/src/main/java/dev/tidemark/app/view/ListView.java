package dev.tidemark.app.view;

import dev.tidemark.engine.Glance;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Leases.Lease;
import dev.tidemark.workflow.CommandLines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a list of runs is shown, whatever their dialects.
public final class ListView {
  /// Run, phase, branch, age, remarks.
  private static final int TITLES = 5;

  /// How far columns may be cut, in their order, and which are cut first. What names a run is cut
  /// last, because it is what people copy.
  private static final int[] LEAST = {20, 10, 8, 6, 14};

  private static final int[] CUT_FIRST = {4, 2, 1, 0};

  private final List<Row> rows;
  private final int hidden;
  private final Seen seen;

  /// A run and where its document is, from the project root.
  ///
  /// @param lease who works on it alone; absent if nobody does
  public record Row(Glance glance, String path, @Nullable Lease lease) {
    /// Returns a document about the run with who works on it, if anybody does.
    JsonObject claimed(JsonObject json) {
      return lease == null ? json : json.with("claim", LeaseView.claim(lease));
    }

    /// Returns remarks with who works on the run, if anybody does.
    String claimed(String remarks) {
      if (lease == null) {
        return remarks;
      }
      return remarks.isEmpty() ? LeaseView.remark(lease) : remarks + ", " + LeaseView.remark(lease);
    }
  }

  /// Takes the runs to list, how many finished ones are left out, and what to compare with.
  public ListView(List<Row> rows, int hidden, Seen seen) {
    this.rows = List.copyOf(rows);
    this.hidden = hidden;
    this.seen = seen;
  }

  /// Returns `{"runs": [...], "finished_not_shown": n}`.
  public JsonObject json() {
    var all = new ArrayList<JsonObject>(rows.size());
    for (var row : rows) {
      all.add(row.claimed(new GlanceView(row.glance(), seen).json(row.path())));
    }
    return JsonObject.builder()
        .add("runs", JsonArray.of(all))
        .add("finished_not_shown", hidden)
        .build();
  }

  /// Returns a table with nothing cut, and with the next command of each run in its last column:
  /// for a file, or another program.
  public List<String> wide() {
    if (rows.isEmpty()) {
      return nothing();
    }
    var cells = new ArrayList<String[]>(rows.size() + 1);
    cells.add(titles(TITLES + 1));
    for (var row : rows) {
      cells.add(cells(new GlanceView(row.glance(), seen), row, 6));
    }
    return new Columns(cells).lines();
  }

  /// Returns a table for a screen, and below it the commands to go on with.
  ///
  /// @param columns how wide the screen is
  public List<String> narrow(int columns) {
    if (rows.isEmpty()) {
      return nothing();
    }
    var cells = new ArrayList<String[]>(rows.size() + 1);
    var next = new ArrayList<String>();
    boolean usual = false;
    cells.add(titles(TITLES));
    for (var row : rows) {
      var view = new GlanceView(row.glance(), seen);
      cells.add(cells(view, row, TITLES));
      if (row.glance().open() && !view.isUsual()) {
        next.add("next: " + view.command());
      }
      usual |= row.glance().open() && view.isUsual();
    }
    var lines = new Columns(cells).fit(columns, LEAST, CUT_FIRST).lines();
    if (hidden > 0) {
      lines.add(hidden + " finished, shown by tidemark list --all");
    }
    lines.addAll(next);
    if (usual) {
      lines.add(
          rows.size() > 1
              ? "next: tidemark resume --run RUN"
              : "next: " + CommandLines.of("resume", rows.getFirst().glance().id()));
    }
    return lines;
  }

  private String[] titles(int columns) {
    var when = seen.zone() == null ? "AGE" : "CHANGED";
    return Arrays.copyOf(new String[] {"RUN", "PHASE", "BRANCH", when, "REMARKS", "NEXT"}, columns);
  }

  private List<String> nothing() {
    return List.of(
        hidden == 0
            ? "no runs here yet; see what can be started: tidemark workflows"
            : "no unfinished runs (" + hidden + " finished; tidemark list --all)");
  }

  private static String[] cells(GlanceView view, Row row, int columns) {
    var glance = row.glance();
    var cells = new String[columns];
    cells[0] = glance.id().toString();
    cells[1] = view.phase();
    cells[2] = orDash(glance.trace().branch());
    cells[3] = orDash(view.age());
    cells[4] = orDash(row.claimed(view.remarks()));
    if (columns > TITLES) {
      cells[5] = view.command();
    }
    return cells;
  }

  private static String orDash(@Nullable String text) {
    return text == null || text.isEmpty() ? "-" : text;
  }
}
