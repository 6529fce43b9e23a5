package dev.tidemark.dialects.state.plan;

import dev.tidemark.dialects.state.plan.Outline.Kind;
import java.util.List;
import java.util.regex.Pattern;

/// Roadmap of GSD: a list of phases with boxes, `- [x] **Phase 1: Name** - what`, and below a
/// heading for each phase the plans that are its tasks, `- [ ] 01-02: what`.
final class RoadmapPlan extends MarkdownPlan {
  private static final String INSERTED = "(INSERTED)";
  private static final String NUMBER = "(\\d+(?:\\.\\d+)*)";
  private static final Pattern LISTED =
      Pattern.compile("\\*\\*Phase " + NUMBER + ":? *(.*?)\\*\\*.*");
  private static final Pattern HEADING = Pattern.compile("Phase " + NUMBER + "\\b(.*)");
  private static final Pattern PLAN =
      Pattern.compile(
          "(~~|)(?:\\*\\*)?(\\d+(?:\\.\\d+)*-\\d+)(?:-PLAN\\.md)?(?:\\*\\*)?("
              + " *[:\u2014\u2013-].*)");

  @Override
  public String title() {
    return "a roadmap of GSD";
  }

  @Override
  boolean takes(Outline.Line line) {
    return line.kind() == Kind.BOX
        && (LISTED.matcher(line.text()).matches() || PLAN.matcher(line.text()).matches());
  }

  @Override
  void read(List<Outline.Line> lines, TaskPlan plan, List<Integer> others) {
    var current = "";
    for (var line : lines) {
      var heading = HEADING.matcher(line.text());
      var listed = LISTED.matcher(line.text());
      var planned = PLAN.matcher(line.text());
      if (line.kind() == Kind.HEADING) {
        current = heading.matches() ? "phase-" + heading.group(1) : "";
        if (heading.matches()) {
          plan.open(current, named(heading.group(2)));
        }
      } else if (line.kind() == Kind.BOX && listed.matches()) {
        plan.list("phase-" + listed.group(1), named(listed.group(2)), line.isTicked());
      } else if (line.kind() == Kind.BOX && !current.isEmpty() && planned.matches()) {
        plan.add(
            current,
            task(planned.group(2), planned.group(1) + title(planned.group(3)), line.isTicked()));
      } else if (line.isMeant()) {
        others.add(line.number());
      }
    }
  }

  private static String named(String rest) {
    return title(rest).replace(INSERTED, "").strip();
  }
}
