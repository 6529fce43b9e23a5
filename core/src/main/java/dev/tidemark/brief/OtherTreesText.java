package dev.tidemark.brief;

import dev.tidemark.text.PlainText;
import java.util.ArrayList;
import java.util.List;

/// Text about the open runs of other work trees: of the repository, of its superproject and of its
/// submodules. Bounded, however many there are.
public final class OtherTreesText {
  /// The limit of runs that are named.
  public static final int RUNS_MAX = 3;

  private OtherTreesText() {}

  /// Returns a line for each of the first runs, and one with the number of the others.
  public static List<String> lines(List<OtherTreeRun> runs) {
    var lines = new ArrayList<String>();
    for (var run : runs.subList(0, Math.min(RUNS_MAX, runs.size()))) {
      lines.add(PlainText.line(run.text()));
    }
    if (runs.size() > RUNS_MAX) {
      lines.add(runs.size() - RUNS_MAX + " more: tidemark list");
    }
    return lines;
  }

  /// Returns the text for a new session in a work tree without an open run.
  public static String none(List<OtherTreeRun> runs) {
    return "Tidemark records work in phases here; no run is open in this work tree. Open"
        + " elsewhere:\n"
        + marked(runs)
        + "\nTo work on one of them, go to its work tree with the command behind it.";
  }

  /// Returns the runs, marked as data.
  public static String marked(List<OtherTreeRun> runs) {
    var text = new StringBuilder().append(BriefText.OPEN).append('\n');
    for (var line : lines(runs)) {
      text.append(BriefLines.item(line)).append('\n');
    }
    return text.append(BriefText.CLOSE).toString();
  }
}
