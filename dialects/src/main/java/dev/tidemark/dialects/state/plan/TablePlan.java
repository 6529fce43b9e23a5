package dev.tidemark.dialects.state.plan;

import dev.tidemark.dialects.state.plan.Outline.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Tasks in tables: rows whose first cell is an id such as `T001` or `T-1.2` and whose second one
/// is the text. A task is done if another cell says so: `done`, `complete`, `[x]`.
final class TablePlan extends MarkdownPlan {
  private static final Pattern ID = Pattern.compile("[`*]*(T-?\\d+(?:\\.\\d+)*[a-z]?)[`*]*");
  private static final Pattern HEADING = Pattern.compile("(?:Phase )?(\\d+(?:\\.\\d+)*)\\b(.*)");
  private static final Set<String> DONE =
      Set.of("done", "complete", "completed", "[x]", "x", "yes", "\u2713", "\u2714", "\u2705");

  @Override
  public String title() {
    return "a table of tasks";
  }

  @Override
  boolean takes(Outline.Line line) {
    return line.kind() == Kind.ROW && isTask(line.cells());
  }

  private static boolean isTask(List<String> cells) {
    return cells.size() > 1 && ID.matcher(cells.getFirst()).matches() && !cells.get(1).isEmpty();
  }

  @Override
  void read(List<Outline.Line> lines, TaskPlan plan, List<Integer> others) {
    var current = "phase-1";
    for (var line : lines) {
      var heading = HEADING.matcher(line.text());
      if (line.kind() == Kind.HEADING && heading.matches()) {
        current = "phase-" + heading.group(1);
        plan.open(current, title(heading.group(2)));
      } else if (line.kind() == Kind.ROW && isTask(line.cells())) {
        var cells = line.cells();
        var id = ID.matcher(cells.getFirst());
        boolean done = false;
        for (var cell : cells.subList(2, cells.size())) {
          done |= DONE.contains(cell.toLowerCase(Locale.ROOT));
        }
        plan.open(current, "");
        plan.add(current, task(id.replaceAll("$1"), cells.get(1), done));
      } else if (line.isMeant()) {
        others.add(line.number());
      }
    }
  }
}
