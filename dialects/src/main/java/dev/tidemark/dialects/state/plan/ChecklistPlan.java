package dev.tidemark.dialects.state.plan;

import dev.tidemark.dialects.state.plan.Outline.Kind;
import java.util.List;

/// Checklist: boxes without ids, which get the numbers of their places; the texts say which is
/// which. Each heading with boxes below it is a phase.
final class ChecklistPlan extends MarkdownPlan {
  @Override
  public String title() {
    return "a checklist";
  }

  @Override
  boolean takes(Outline.Line line) {
    return true;
  }

  @Override
  void read(List<Outline.Line> lines, TaskPlan plan, List<Integer> others) {
    var heading = "";
    int phase = 0;
    int number = 0;
    boolean opened = false;
    for (var line : lines) {
      if (line.kind() == Kind.HEADING) {
        heading = title(line.text());
        opened = false;
      } else if (line.kind() == Kind.BOX && line.isPlain() && !line.text().isEmpty()) {
        phase += opened ? 0 : 1;
        opened = true;
        var name = "phase-" + phase;
        plan.open(name, heading);
        plan.add(name, task("T%03d".formatted(++number), line.text(), line.isTicked()));
      } else if (line.isMeant()) {
        others.add(line.number());
      }
    }
  }
}
