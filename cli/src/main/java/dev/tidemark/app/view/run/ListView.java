package dev.tidemark.app.view.run;

import dev.tidemark.app.view.text.ColumnLayout;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.engine.run.RunSummary.State;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Leases.Lease;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// View of a list of runs, in any dialects.
public final class ListView {
  /// The least widths of the columns run, phase, branch, age and remarks, in the order of
  /// truncation. The name of a run is truncated last, because people copy it.
  private static final int[] LEAST = {20, 10, 8, 6, 14};

  private static final int[] CUT_FIRST = {4, 2, 1, 0};

  /// The same with the goal, which is the second column.
  private static final int[] LEAST_WITH_GOAL = {20, 12, 10, 6, 6, 14};

  private static final int[] CUT_FIRST_WITH_GOAL = {5, 1, 3, 2, 0};

  private final List<Row> rows;
  private final int hidden;
  private final ShownBase shownBase;
  private final boolean goals;

  /// A run and the path of its document, from the project root. Equal rows look the same.
  ///
  /// @param lease the lease of the run; absent if it is unclaimed
  public record Row(RunSummary glance, String path, @Nullable Lease lease) {
    /// Returns a document about the run with its lease, if it is claimed.
    JsonObject claimed(JsonObject json) {
      return lease == null ? json : json.with("claim", LeaseView.claim(lease));
    }

    /// Returns remarks with the owner of the run, if it is claimed.
    String claimed(String remarks) {
      if (lease == null) {
        return remarks;
      }
      return remarks.isEmpty() ? LeaseView.remark(lease) : remarks + ", " + LeaseView.remark(lease);
    }
  }

  /// Takes the runs to list, the number of omitted finished ones, and the context of the view. Runs
  /// that need action come first, in the order of their states.
  public ListView(List<Row> rows, int hidden, ShownBase shownBase) {
    var ordered = new ArrayList<Row>(rows.size());
    for (var state : State.values()) {
      for (var row : rows) {
        if (state.needsAction() && row.glance().state() == state) {
          ordered.add(row);
        }
      }
    }
    for (var row : rows) {
      if (!row.glance().state().needsAction()) {
        ordered.add(row);
      }
    }
    this.rows = ordered;
    this.hidden = hidden;
    this.shownBase = shownBase;
    boolean goals = false;
    for (var row : rows) {
      goals |= row.glance().goal() != null;
    }
    this.goals = goals;
  }

  /// Returns `{"runs": [...], "finished_not_shown": n}`.
  public JsonObject json() {
    var all = new ArrayList<JsonObject>(rows.size());
    for (var row : rows) {
      all.add(row.claimed(new SummaryLineView(row.glance(), shownBase).json(row.path())));
    }
    return JsonObject.builder()
        .add("runs", JsonArray.of(all))
        .add("finished_not_shown", hidden)
        .build();
  }

  /// Returns a table with nothing cut, for a file or another program. Where there are runs with
  /// another command than most, its last column has these; below it is the usual one.
  public List<String> wideTable() {
    if (rows.isEmpty()) {
      return noRunsLines();
    }
    boolean next = false;
    for (var row : rows) {
      next |= row.glance().state().needsAction() || !row.glance().open();
    }
    var cells = new ArrayList<String[]>(rows.size() + 1);
    cells.add(titles(next));
    for (var row : rows) {
      cells.add(cells(new SummaryLineView(row.glance(), shownBase), row, next));
    }
    var usual = next();
    return ColumnLayout.joined(
        new ColumnLayout(cells).lines(), usual == null ? List.of() : List.of(usual));
  }

  /// Returns a table for a screen, in groups if there are runs that need action, each of which has
  /// its next command below it.
  ///
  /// @param columns how wide the screen is
  public List<StyledLine> narrowTable(int columns) {
    var lines = new ArrayList<StyledLine>();
    if (rows.isEmpty()) {
      noRunsLines().forEach(line -> lines.add(line(null, line)));
      return lines;
    }
    var cells = new ArrayList<String[]>(rows.size() + 1);
    cells.add(titles(false));
    for (var row : rows) {
      cells.add(cells(new SummaryLineView(row.glance(), shownBase), row, false));
    }
    var table =
        new ColumnLayout(cells)
            .shrinkToFit(
                columns, goals ? LEAST_WITH_GOAL : LEAST, goals ? CUT_FIRST_WITH_GOAL : CUT_FIRST)
            .lines();
    lines.add(line(null, table.getFirst()));
    boolean grouped = rows.getFirst().glance().state().needsAction();
    String title = null;
    for (int i = 0; i < rows.size(); i++) {
      var runSummary = rows.get(i).glance();
      if (grouped && !title(runSummary).equals(title)) {
        title = title(runSummary);
        lines.add(line(runSummary.state(), title + " (" + count(title) + ")"));
      }
      lines.add(line(runSummary.state(), table.get(i + 1)));
      if (runSummary.state().needsAction()) {
        var view = new SummaryLineView(runSummary, shownBase);
        var reason = view.reason();
        // The table truncates long cells.
        if (reason != null && !table.get(i + 1).contains(reason)) {
          lines.add(line(runSummary.state(), "  " + reason));
        }
        lines.add(line(null, "  next: " + view.command()));
      }
    }
    if (hidden > 0) {
      lines.add(line(null, hidden + " finished, shown by tidemark list --all"));
    }
    var usual = next();
    if (usual != null) {
      lines.add(line(null, usual));
    }
    return lines;
  }

  /// Returns the command of the runs that need no action; null if there are none.
  private @Nullable String next() {
    for (var row : rows) {
      if (row.glance().open() && new SummaryLineView(row.glance(), shownBase).isUsual()) {
        return rows.size() > 1
            ? "next: tidemark resume --run RUN"
            : "next: " + CommandLines.of("resume", rows.getFirst().glance().id());
      }
    }
    return null;
  }

  /// @param state the state of the run that the line is about, or of the group; absent if it is
  ///   about neither
  private static StyledLine line(@Nullable State state, String text) {
    var style =
        state == null || !state.needsAction()
            ? Style.PLAIN
            : state == State.WAITING ? Style.DOUBTFUL : Style.BAD;
    return StyledLine.of(style, text);
  }

  /// Returns the name of the group of a run.
  private String title(RunSummary runSummary) {
    return runSummary.state() == State.STARTED
        ? "open"
        : new SummaryLineView(runSummary, shownBase).state();
  }

  private int count(String title) {
    int count = 0;
    for (var row : rows) {
      count += title(row.glance()).equals(title) ? 1 : 0;
    }
    return count;
  }

  private String[] titles(boolean next) {
    var when = shownBase.zone() == null ? "AGE" : "CHANGED";
    return cells("RUN", "GOAL", "PHASE", "BRANCH", when, "REMARKS", next ? "NEXT" : null);
  }

  private List<String> noRunsLines() {
    return List.of(
        hidden == 0
            ? "no runs yet; begin one: tidemark start implement/NAME"
            : "no unfinished runs (" + hidden + " finished; tidemark list --all)");
  }

  private String[] cells(SummaryLineView view, Row row, boolean next) {
    var runSummary = row.glance();
    return cells(
        runSummary.id().toString(),
        orDash(runSummary.goal()),
        view.phase(),
        orDash(runSummary.branch()),
        orDash(view.age()),
        orDash(row.claimed(view.remarks())),
        !next ? null : view.isUsual() ? "-" : view.command());
  }

  /// Returns the cells of a row: run, goal, and the others; no goal if no run has one.
  private String[] cells(String run, String goal, @Nullable String... others) {
    var cells = new ArrayList<String>();
    cells.add(run);
    if (goals) {
      cells.add(goal);
    }
    for (var other : others) {
      if (other != null) {
        cells.add(other);
      }
    }
    return cells.toArray(new String[0]);
  }

  private static String orDash(@Nullable String text) {
    return text == null || text.isEmpty() ? "-" : text;
  }
}
