package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.CodeFences;
import dev.tidemark.text.Utf8;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Parser of the tasks of a plan: lines `- [ ] T001 What to do` below headings `## Phase 1: Name`,
/// outside of code and of comments (R-004-O6). Ids and numbers of phases may have parts: `T005a`,
/// `T1.2`, `Phase 3.1`, `Phase N`. Tasks before the first heading are of phase 1. Malformed and
/// duplicate tasks give a warning.
final class TaskPlan {
  private static final Pattern HEADING =
      Pattern.compile("#{2,3} Phase (\\d+(?:\\.\\d+)*|[A-Z](?=\\s*(?:$|[:.\u2013\u2014-])))(.*)");

  /// A heading of the third level is one of a phase only with a title behind its number.
  private static final Pattern SECTION = Pattern.compile("### Phase \\S+\\s*[:\u2013\u2014-].*");

  private static final Pattern ID = Pattern.compile("T\\d+(?:\\.\\d+)*(?:[a-z](?![\\w]))?");
  private static final String COMMENT = "<!--";
  private static final String COMMENT_END = "-->";
  private static final int BOX = 6;
  private static final int NAMED_MAX = 5;
  private static final int TITLE_MAX = 100;

  /// The phases, each with its position in the other lists.
  private final Map<String, Integer> phases = new LinkedHashMap<>();

  private final List<Map<String, JsonObject>> tasks = new ArrayList<>();

  /// The titles of the phases; empty where the heading has none.
  private final List<String> titles = new ArrayList<>();

  private final Set<String> ids = new HashSet<>();
  private final Set<String> repeated = new LinkedHashSet<>();

  /// The phase of the last heading: a heading may occur again, after others.
  private int current;

  /// The line that opens code which is never closed; 0 if none does.
  private int fence;

  /// The lines with a box that are no tasks.
  private final List<Integer> others = new ArrayList<>();

  private TaskPlan() {}

  static TaskPlan of(String document) {
    var plan = new TaskPlan();
    var fences = new CodeFences();
    int number = 0;
    boolean commented = false;
    for (var line : Utf8.withoutByteOrderMark(document).lines().toList()) {
      number++;
      boolean begins = !commented && line.strip().startsWith(COMMENT);
      if (commented || (begins && !fences.isOpen())) {
        commented = line.lastIndexOf(COMMENT_END) <= line.lastIndexOf(COMMENT);
      } else if (!fences.takes(line)) {
        plan.read(line.strip(), number);
      }
    }
    plan.fence = fences.line();
    return plan;
  }

  private void read(String line, int number) {
    var heading = HEADING.matcher(line);
    if (heading.matches() && (line.startsWith("## ") || SECTION.matcher(line).matches())) {
      open("phase-" + heading.group(1), title(heading.group(2)));
    } else if (isTask(line)) {
      task(line.substring(BOX), line.charAt(3) != ' ');
    } else if (hasBox(line)) {
      others.add(number);
    }
  }

  /// Returns the title behind the number of a phase: `: Setup`, `- Setup`, `. Setup` or ` Setup`.
  private static String title(String rest) {
    int at = 0;
    while (at < rest.length() && " \t:.-\u2013\u2014)".indexOf(rest.charAt(at)) >= 0) {
      at++;
    }
    var title = rest.substring(at).strip();
    while (title.endsWith("#")) {
      title = title.substring(0, title.length() - 1).strip();
    }
    return title.length() <= TITLE_MAX ? title : title.substring(0, TITLE_MAX) + "\u2026";
  }

  private void open(String phase, String title) {
    var known = phases.putIfAbsent(phase, phases.size());
    if (known == null) {
      tasks.add(new LinkedHashMap<>());
      titles.add("");
    }
    current = known == null ? phases.size() - 1 : known;
    if (titles.get(current).isEmpty()) {
      titles.set(current, title);
    }
  }

  private static boolean isTask(String line) {
    return line.length() > BOX
        && (line.startsWith("- [ ] ") || line.startsWith("- [x] ") || line.startsWith("- [X] "))
        && ID.matcher(line).region(BOX, line.length()).lookingAt();
  }

  /// Returns whether the line is an item of any list that begins with a box.
  private static boolean hasBox(String line) {
    int marker = CodeFences.listMarkerEnd(line, 0);
    var text = marker < 0 ? "" : line.substring(marker).strip();
    boolean box = text.startsWith("[ ]") || text.startsWith("[x]") || text.startsWith("[X]");
    // With a bracket after it, it is a link.
    return box && (text.length() == 3 || "([:".indexOf(text.charAt(3)) < 0);
  }

  /// A task that stands there twice keeps its first text. A checked box is a task that is complete.
  private void task(String text, boolean checked) {
    if (phases.isEmpty()) {
      open("phase-1", "");
    }
    var number = ID.matcher(text);
    var id = number.lookingAt() ? number.group() : text;
    if (!ids.add(id)) {
      repeated.add(id);
    }
    var rest = text.substring(id.length()).strip();
    var entry =
        JsonObject.builder()
            .add(SchemaFields.STATUS, (checked ? TaskStatus.COMPLETE : TaskStatus.PENDING).word())
            .add(SchemaFields.DESCRIPTION, rest.startsWith(":") ? rest.substring(1).strip() : rest)
            .build();
    tasks.get(current).putIfAbsent(id, entry);
  }

  /// Returns the phases that have tasks, in the order of the plan.
  List<String> phases() {
    var named = new ArrayList<String>();
    for (var phase : phases.entrySet()) {
      if (!tasks.get(phase.getValue()).isEmpty()) {
        named.add(phase.getKey());
      }
    }
    return named;
  }

  /// Returns whether there are items without an id, which are no tasks.
  boolean hasOthers() {
    return !others.isEmpty();
  }

  /// Returns the warnings about the plan.
  ///
  /// @param path where it is
  List<Notice> notices(String path) {
    var notices = new ArrayList<Notice>();
    if (fence > 0) {
      notices.add(
          new Notice(
              "open-fence",
              path
                  + ": the code that begins in line "
                  + fence
                  + " is never closed, and the rest is not read"));
    }
    if (!others.isEmpty()) {
      int more = others.size() - 1;
      var which = "line " + others.getFirst() + (more == 0 ? "" : " and " + more + " more");
      notices.add(
          new Notice(
              "not-a-task",
              path + ": no task is read from " + which + "; one is written as - [ ] T001 Add it"));
    }
    if (!repeated.isEmpty()) {
      var named = new ArrayList<>(repeated).subList(0, Math.min(NAMED_MAX, repeated.size()));
      int more = repeated.size() - named.size();
      var which = String.join(", ", named) + (more == 0 ? "" : " and " + more + " more");
      notices.add(
          new Notice(
              "task-repeated",
              path
                  + " has more than once: "
                  + which
                  + "; only the first is reached by its number"));
    }
    return notices;
  }

  /// Returns the document's entries of the phases before the first begins.
  JsonObject entries() {
    var entries = JsonObject.builder();
    for (var phase : phases.entrySet()) {
      int i = phase.getValue();
      if (!tasks.get(i).isEmpty()) {
        var named = JsonObject.builder();
        tasks.get(i).forEach(named::add);
        var entry =
            JsonObject.builder()
                .addIfPresent(SchemaFields.TITLE, titles.get(i).isEmpty() ? null : titles.get(i))
                .add(SchemaFields.STATUS, "pending")
                .add(SchemaFields.TASKS, named.build());
        entries.add(phase.getKey(), entry.build());
      }
    }
    return entries.build();
  }
}
