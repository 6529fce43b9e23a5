package dev.tidemark.dialects.state.plan;

import dev.tidemark.dialects.state.plan.Outline.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Numbered tasks, as Kiro and OpenSpec write them: `- [ ] 1.2 What to do`, below a heading `## 1.
/// Name` or below the item `- [ ] 1. Name`. An item on its own is a phase with one task. A star
/// behind the box, Kiro's mark of an optional task, is no part of the text.
final class NumberedPlan extends MarkdownPlan {
  private static final Pattern HEADING = Pattern.compile("(\\d+)[.)]? +(.*)");
  private static final Pattern TASK =
      Pattern.compile("\\*? *~{0,2}(?:(\\d+)[.)]|(\\d+(?:\\.\\d+)+)\\.?) +(.*)");

  @Override
  public String title() {
    return "a numbered task list";
  }

  @Override
  boolean takes(Outline.Line line) {
    return line.kind() == Kind.BOX && TASK.matcher(line.text()).matches();
  }

  @Override
  void read(List<Outline.Line> lines, TaskPlan plan, List<Integer> others) {
    var parents = new HashSet<String>();
    for (var line : lines) {
      var task = TASK.matcher(line.text());
      if (line.kind() == Kind.BOX && task.matches() && task.group(2) != null) {
        parents.add(task.group(2).substring(0, task.group(2).indexOf('.')));
      }
    }
    for (var line : lines) {
      var heading = HEADING.matcher(line.text());
      var task = TASK.matcher(line.text());
      if (line.kind() == Kind.HEADING && heading.matches()) {
        plan.open("phase-" + heading.group(1), title(heading.group(2)));
      } else if (line.kind() == Kind.BOX && task.matches()) {
        add(plan, task.group(1), task.group(2), task.group(3), line.isTicked(), parents);
      } else if (line.isMeant()) {
        others.add(line.number());
      }
    }
  }

  /// Adds an item with a number, or with a number of parts.
  private static void add(
      TaskPlan plan,
      @Nullable String top,
      @Nullable String parts,
      String text,
      boolean ticked,
      Set<String> parents) {
    var number = top == null ? Objects.requireNonNull(parts) : top;
    int dot = number.indexOf('.');
    var phase = "phase-" + (dot < 0 ? number : number.substring(0, dot));
    var task = task(number, text, ticked);
    boolean own = !plan.has(phase);
    plan.open(phase, top == null ? "" : task.text());
    if (top != null && own && parents.contains(top)) {
      plan.list(phase, task.text(), ticked);
    } else {
      plan.add(phase, task);
    }
  }
}
