package dev.tidemark.dialects.state.plan;

import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.plan.Outline.Kind;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Position in a project, as GSD's `STATE.md` has it: the phase at work with its decisions, its
/// blockers and, as tasks, what is still to do. The phases themselves stand in the roadmap.
final class PositionPlan extends MarkdownPlan {
  private static final Pattern PHASE =
      Pattern.compile("Phase: \\[?(\\d+(?:\\.\\d+)*)\\]? of \\[?\\S+\\]?(?: *\\((.*)\\))?.*");
  private static final Pattern NOTHING = Pattern.compile("(?i)none( yet)?\\.?|\\[.*\\]|");

  @Override
  public String title() {
    return "a position in a roadmap of GSD";
  }

  @Override
  boolean takes(Outline.Line line) {
    return line.kind() == Kind.TEXT && PHASE.matcher(line.text()).matches();
  }

  @Override
  void read(List<Outline.Line> lines, TaskPlan plan, List<Integer> others) {
    var name = "";
    var under = "";
    var decisions = new ArrayList<String>();
    var blockers = new ArrayList<String>();
    String next = null;
    for (var line : lines) {
      var phase = PHASE.matcher(line.text());
      boolean item = line.kind() == Kind.BOX || line.whole().startsWith("- ");
      boolean says = item && !NOTHING.matcher(line.text()).matches();
      if (line.kind() == Kind.HEADING) {
        under = line.text().toLowerCase(Locale.ROOT);
      } else if (name.isEmpty() && phase.matches()) {
        name = "phase-" + phase.group(1);
        plan.list(name, phase.group(2) == null ? "" : phase.group(2), false);
      } else if (line.text().startsWith("Stopped at: ")) {
        next = "Go on after: " + line.text().substring("Stopped at: ".length());
      } else if (says && under.contains("decision")) {
        decisions.add(line.text());
      } else if (says && under.contains("blocker")) {
        blockers.add(line.text());
      } else if (says && under.contains("todo") && !name.isEmpty()) {
        var id = "T%03d".formatted(tasks(plan) + 1);
        plan.add(name, task(id, line.text(), line.isTicked()));
      } else if (line.isMeant()) {
        others.add(line.number());
      }
    }
    var known = JsonObject.builder();
    if (!decisions.isEmpty()) {
      known.add(SchemaFields.DECISIONS, JsonArray.ofStrings(decisions));
    }
    known.addIfPresent(SchemaFields.NEXT_ACTION, next);
    if (!blockers.isEmpty()) {
      known.add(SchemaFields.BLOCKED_BY, JsonArray.ofStrings(blockers));
    }
    plan.know(name, known.build());
  }

  private static int tasks(TaskPlan plan) {
    return plan.sections().getFirst().tasks().size();
  }
}
