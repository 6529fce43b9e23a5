package dev.tidemark.app.view.run;

import dev.tidemark.app.view.text.ColumnLayout;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.PlainText;
import dev.tidemark.text.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Overview of all runs of a project, grouped by the action they need: first those that wait for a
/// person, then those in progress, stuck or in doubt, and done. The first view of `watch` and of
/// the dashboard.
public final class OverviewView {
  /// After how long without any change a run counts as stuck.
  private static final Duration QUIET = Duration.ofHours(24);

  /// The limit of finished runs shown, the newest first; the others are counted.
  private static final int DONE_MAX = 50;

  /// Run, phase, branch, age, remarks: how far they may be cut, and which are cut first.
  private static final int[] LEAST = {20, 10, 6, 6, 14};

  private static final int[] CUT_FIRST = {4, 2, 1, 0};
  private static final String INDENT = "  ";

  private final String project;
  private final ShownBase shownBase;
  private final int left;
  private final Map<CheckpointId, RunActivity> activities;
  private final Map<Group, List<ListView.Row>> runs = new EnumMap<>(Group.class);

  /// The groups of runs.
  public enum Group {
    /// A phase has failed.
    FAILED("failed"),
    /// An unresolved note blocks the work.
    BLOCKED("blocked"),
    /// A person has to act before work can continue.
    WAITING("waiting for you"),
    /// Git left a merge conflict in its document.
    DIVERGED("diverged: two sides of a git merge"),
    /// Its document or its journal was recorded and is gone.
    MISSING("missing"),
    /// Its document cannot be read.
    DAMAGED("damaged"),
    /// In progress.
    RUNNING("running"),
    /// A runner gave up, something about it is odd, or nothing has happened for a day.
    DOUBT("stuck or in doubt"),
    /// It has come to its end.
    DONE("done");

    private final String title;

    Group(String title) {
      this.title = title;
    }

    String word() {
      return switch (this) {
        case FAILED -> "failed";
        case BLOCKED -> "blocked";
        case WAITING -> "waiting";
        case DIVERGED -> "diverged";
        case MISSING -> "missing";
        case DAMAGED -> "damaged";
        case RUNNING -> "running";
        case DOUBT -> "doubt";
        case DONE -> "done";
      };
    }
  }

  /// The kind of a line.
  public enum Part {
    /// The name of a group.
    TITLE,
    /// A run.
    RUN,
    /// What an agent does at it.
    ACTIVITY,
    /// An attempt of an agent that failed.
    FAILURE,
    /// The next command.
    NEXT
  }

  /// A line of text.
  ///
  /// @param group its group
  /// @param part the kind of its text
  /// @param text nothing in it steers a terminal
  public record Row(Group group, Part part, String text) {}

  /// Groups runs.
  ///
  /// @param project the name of the project
  /// @param rows the runs, finished ones too
  /// @param left how many finished runs there are besides
  /// @param activities the runs with an activity of agents
  /// @param shownBase the context of the view
  public OverviewView(
      String project,
      List<ListView.Row> rows,
      int left,
      Map<CheckpointId, RunActivity> activities,
      ShownBase shownBase) {
    this.project = PlainText.line(project);
    this.shownBase = shownBase;
    this.left = left;
    this.activities = activities;
    for (var group : Group.values()) {
      runs.put(group, new ArrayList<>());
    }
    for (var row : rows) {
      of(group(row.glance())).add(row);
    }
    var oldest = Comparator.comparing((ListView.Row row) -> changed(row.glance()));
    of(Group.WAITING).sort(oldest);
    for (var group : Group.values()) {
      if (group != Group.WAITING) {
        of(group).sort(oldest.reversed());
      }
    }
  }

  /// Returns how many runs belong to a group.
  public int count(Group group) {
    return of(group).size() + (group == Group.DONE ? left : 0);
  }

  /// Returns `{"project", "branch", "at", "groups": [{"group", "title", "count", "runs": [...]}]}`;
  /// each run as in a list, its remarks, and the attempt of an agent if one is under way or has
  /// failed.
  public JsonObject json() {
    var groups = new ArrayList<JsonObject>();
    for (var group : Group.values()) {
      var all = new ArrayList<JsonObject>();
      for (var row : shown(group)) {
        var view = new SummaryLineView(row.glance(), shownBase);
        var run = row.claimed(view.json(row.path()).with("remarks", remarks(row, view)));
        var activity = activities.get(row.glance().id());
        all.add(activity == null ? run : run.with("attempt", activity.jsonWithLines()));
      }
      groups.add(
          JsonObject.builder()
              .add("group", group.word())
              .add("title", group.title)
              .add("count", count(group))
              .add("runs", JsonArray.of(all))
              .build());
    }
    return JsonObject.builder()
        .add("project", project)
        .addOrNull("branch", shownBase.head().branch())
        .add("at", Timestamps.millis(shownBase.now()))
        .add("groups", JsonArray.of(groups))
        .build();
  }

  /// Returns how many there are of each group, as a sentence: `1 failed, 2 waiting, 1 running, 0
  /// stuck or in doubt, 7 done`. Failed, blocked, diverged, missing and damaged runs are named only
  /// if there are any.
  public String counts() {
    return countUnlessZero(Group.FAILED)
        + countUnlessZero(Group.BLOCKED)
        + countUnlessZero(Group.DIVERGED)
        + countUnlessZero(Group.MISSING)
        + countUnlessZero(Group.DAMAGED)
        + count(Group.WAITING)
        + " waiting, "
        + count(Group.RUNNING)
        + " running, "
        + count(Group.DOUBT)
        + " stuck or in doubt, "
        + count(Group.DONE)
        + " done";
  }

  private String countUnlessZero(Group group) {
    return count(group) == 0 ? "" : count(group) + " " + group.title + ", ";
  }

  /// Returns the name of the project.
  public String project() {
    return project;
  }

  /// Returns the groups that have runs, with the next command of each open run.
  ///
  /// @param columns how wide they may become
  /// @param finished whether finished runs are shown, not only counted
  public List<Row> rows(int columns, boolean finished) {
    var rows = new ArrayList<Row>();
    for (var group : Group.values()) {
      if (count(group) == 0) {
        continue;
      }
      boolean counted = group == Group.DONE && !finished;
      int hidden = counted ? 0 : count(group) - shown(group).size();
      var more = hidden > 0 ? ", " + hidden + " older ones by tidemark list --all" : "";
      rows.add(new Row(group, Part.TITLE, group.title + " (" + count(group) + more + ")"));
      if (!counted && !shown(group).isEmpty()) {
        add(rows, group, columns);
      }
    }
    return rows;
  }

  private void add(List<Row> rows, Group group, int columns) {
    var cells = new ArrayList<String[]>();
    for (var row : shown(group)) {
      cells.add(cells(row));
    }
    var lines =
        new ColumnLayout(cells).shrinkToFit(columns - INDENT.length(), LEAST, CUT_FIRST).lines();
    for (int i = 0; i < lines.size(); i++) {
      var runSummary = shown(group).get(i).glance();
      var view = new SummaryLineView(runSummary, shownBase);
      rows.add(new Row(group, Part.RUN, (INDENT + lines.get(i)).stripTrailing()));
      var activity = activities.get(runSummary.id());
      for (var line : activity == null ? List.<StyledLine>of() : activity.lines()) {
        boolean bad = line.parts().getFirst().style() == Style.BAD;
        rows.add(new Row(group, bad ? Part.FAILURE : Part.ACTIVITY, INDENT + INDENT + line.text()));
      }
      if (runSummary.open()) {
        var command = INDENT + INDENT + "next: " + PlainText.line(view.command());
        rows.add(new Row(group, Part.NEXT, command));
      }
    }
  }

  private String[] cells(ListView.Row row) {
    var runSummary = row.glance();
    var view = new SummaryLineView(runSummary, shownBase);
    var branch = runSummary.branch();
    return new String[] {
      PlainText.line(runSummary.id().toString()),
      PlainText.line(view.phase()),
      branch == null ? "-" : PlainText.line(branch),
      view.age().isEmpty() ? "-" : view.age(),
      PlainText.line(withGoal(runSummary, remarks(row, view)))
    };
  }

  /// Returns the reason or other remarks; of a run without any, the goal.
  private static String withGoal(RunSummary runSummary, String remarks) {
    var goal = runSummary.goal();
    return goal == null ? remarks : remarks.isEmpty() ? goal : remarks + " (" + goal + ")";
  }

  private String remarks(ListView.Row row, SummaryLineView view) {
    var runSummary = row.glance();
    var remarks = row.claimed(view.remarks());
    if (group(runSummary) != Group.DOUBT || !isQuiet(runSummary)) {
      return remarks;
    }
    return remarks.isEmpty() ? "nothing for a day" : remarks + ", nothing for a day";
  }

  private List<ListView.Row> of(Group group) {
    return runs.getOrDefault(group, List.of());
  }

  private List<ListView.Row> shown(Group group) {
    var all = of(group);
    return group == Group.DONE ? all.subList(0, Math.min(DONE_MAX, all.size())) : all;
  }

  private Group group(RunSummary runSummary) {
    var activity = activities.get(runSummary.id());
    boolean stuck = activity == null ? isQuiet(runSummary) : activity.stuck();
    boolean odd = runSummary.concerns().warning() != null || stuck;
    return switch (runSummary.state()) {
      case FAILED -> Group.FAILED;
      case STUCK -> Group.DOUBT;
      case BLOCKED -> Group.BLOCKED;
      case WAITING -> Group.WAITING;
      case DIVERGED -> Group.DIVERGED;
      case MISSING -> Group.MISSING;
      case DAMAGED -> Group.DAMAGED;
      case OPEN, STARTED -> odd ? Group.DOUBT : Group.RUNNING;
      case ABANDONED, DONE -> Group.DONE;
    };
  }

  private boolean isQuiet(RunSummary runSummary) {
    var at = runSummary.updatedAt();
    return at != null && at.plus(QUIET).isBefore(shownBase.now());
  }

  private static Instant changed(RunSummary runSummary) {
    var at = runSummary.updatedAt();
    return at == null ? Instant.EPOCH : at;
  }
}
