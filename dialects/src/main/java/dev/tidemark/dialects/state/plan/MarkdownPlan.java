package dev.tidemark.dialects.state.plan;

import dev.tidemark.checkpoint.TaskStatus;
import java.util.ArrayList;
import java.util.List;

/// The parts that all forms in Markdown share.
abstract class MarkdownPlan implements PlanForm {
  private static final String STRUCK = "~~";

  @Override
  public final boolean takes(Source source) {
    if (source.json() != null) {
      return false;
    }
    for (var line : source.outline().lines()) {
      if (takes(line)) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether a line is one that only documents of this form have.
  abstract boolean takes(Outline.Line line);

  @Override
  public final TaskPlan read(Source source) {
    var plan = new TaskPlan();
    var others = new ArrayList<Integer>();
    read(source.outline().lines(), plan, others);
    if (!others.isEmpty()) {
      int more = others.size() - 1;
      var which = "line " + others.getFirst() + (more == 0 ? "" : " and " + more + " more");
      plan.tell(
          "not-a-task",
          ": no task is read from " + which + "; one is written as - [ ] T001 Add it");
    }
    return plan;
  }

  /// Reads the lines.
  ///
  /// @param others takes the lines with a box that are no tasks
  abstract void read(List<Outline.Line> lines, TaskPlan plan, List<Integer> others);

  /// Returns a task; one that is struck out is left out on purpose.
  static TaskPlan.Task task(String id, String text, boolean ticked) {
    boolean struck = text.startsWith(STRUCK) || text.endsWith(STRUCK);
    var status = struck ? TaskStatus.SKIPPED : ticked ? TaskStatus.COMPLETE : TaskStatus.PENDING;
    return new TaskPlan.Task(id, text.replace(STRUCK, "").strip(), status);
  }

  /// Returns a title without the marks around it: `: Setup`, `- Setup`, `. Setup`, `Setup ##`.
  static String title(String rest) {
    int at = 0;
    while (at < rest.length() && " \t:.-\u2013\u2014)".indexOf(rest.charAt(at)) >= 0) {
      at++;
    }
    var title = rest.substring(at).strip();
    while (title.endsWith("#")) {
      title = title.substring(0, title.length() - 1).strip();
    }
    return title;
  }
}
