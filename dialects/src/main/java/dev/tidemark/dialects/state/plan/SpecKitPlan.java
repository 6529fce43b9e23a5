package dev.tidemark.dialects.state.plan;

import dev.tidemark.dialects.state.plan.Outline.Kind;
import java.util.List;
import java.util.regex.Pattern;

/// Tasks with ids, as Spec Kit writes them: `- [ ] T001 What to do` below headings `## Phase 1:
/// Name`. Ids and numbers of phases may have parts: `T005a`, `T1.2`, `Phase 3.1`, `Phase N`. Tasks
/// before the first heading are of phase 1. Boxes without an id are no tasks here.
final class SpecKitPlan extends MarkdownPlan {
  private static final Pattern HEADING =
      Pattern.compile("Phase (\\d+(?:\\.\\d+)*|[A-Z](?=\\s*(?:$|[:.\u2013\u2014-])))(.*)");

  /// A heading of the third level is one of a phase only with a title behind its number.
  private static final Pattern SECTION = Pattern.compile("Phase \\S+\\s*[:\u2013\u2014-].*");

  private static final Pattern ID = Pattern.compile("~{0,2}(T\\d+(?:\\.\\d+)*(?:[a-z](?![\\w]))?)");

  @Override
  public String title() {
    return "";
  }

  @Override
  boolean takes(Outline.Line line) {
    return isTask(line);
  }

  private static boolean isTask(Outline.Line line) {
    return line.kind() == Kind.BOX && line.isPlain() && ID.matcher(line.text()).lookingAt();
  }

  @Override
  void read(List<Outline.Line> lines, TaskPlan plan, List<Integer> others) {
    var current = "phase-1";
    for (var line : lines) {
      var heading = HEADING.matcher(line.text());
      boolean opens =
          line.kind() == Kind.HEADING
              && (line.depth() == 2
                  || (line.depth() == 3 && SECTION.matcher(line.text()).matches()))
              && heading.matches();
      if (opens) {
        current = "phase-" + heading.group(1);
        plan.open(current, title(heading.group(2)));
      } else if (isTask(line)) {
        plan.open(current, "");
        var number = ID.matcher(line.text());
        var id = number.lookingAt() ? number.group(1) : "";
        var struck = line.text().startsWith("~~") ? "~~" : "";
        var rest = line.text().substring(struck.length() + id.length()).strip();
        var what = rest.startsWith(":") ? rest.substring(1).strip() : rest;
        plan.add(current, task(id, struck + what, line.isTicked()));
      } else if (line.isMeant()) {
        others.add(line.number());
      }
    }
  }
}
