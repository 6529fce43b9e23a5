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

  /// Task of a plan.
  ///
  /// @param text what is to be done; may be empty
  /// @param checked whether its box is ticked: it is done
  record Task(String id, String text, boolean checked) {
    /// Returns id and text, as a message names the task.
    String title() {
      return text.isEmpty() ? id : id + " " + text;
    }
  }

  /// Phase of a plan.
  ///
  /// @param title the title of its heading; empty if it has none
  /// @param tasks its tasks by their ids
  record Section(String name, String title, Map<String, Task> tasks) {
    /// Returns whether all its tasks are done.
    boolean isChecked() {
      for (var task : tasks.values()) {
        if (!task.checked) {
          return false;
        }
      }
      return true;
    }

    /// Returns the entry of the document before the phase begins.
    JsonObject entry() {
      var named = JsonObject.builder();
      for (var task : tasks.values()) {
        named.add(task.id, TaskPlan.entry(task));
      }
      return JsonObject.builder()
          .addIfPresent(SchemaFields.TITLE, title.isEmpty() ? null : title)
          .add(SchemaFields.STATUS, isChecked() ? "complete" : "pending")
          .add(SchemaFields.TASKS, named.build())
          .build();
    }
  }

  /// The phases by their names.
  private final Map<String, Section> phases = new LinkedHashMap<>();

  private final Set<String> ids = new HashSet<>();
  private final Set<String> repeated = new LinkedHashSet<>();

  /// The phase of the last heading: a heading may occur again, after others.
  private String current = "";

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
    var known = phases.get(phase);
    if (known == null) {
      phases.put(phase, new Section(phase, title, new LinkedHashMap<>()));
    } else if (known.title.isEmpty()) {
      phases.put(phase, new Section(phase, title, known.tasks));
    }
    current = phase;
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
    var what = rest.startsWith(":") ? rest.substring(1).strip() : rest;
    var section = phases.get(current);
    if (section != null) {
      section.tasks.putIfAbsent(id, new Task(id, what, checked));
    }
  }

  /// Returns the entry of the document for a task that nothing is known of yet.
  static JsonObject entry(Task task) {
    var status = task.checked ? TaskStatus.COMPLETE : TaskStatus.PENDING;
    return JsonObject.builder()
        .add(SchemaFields.STATUS, status.word())
        .add(SchemaFields.DESCRIPTION, task.text)
        .build();
  }

  /// Returns the phases that have tasks, in the order of the plan.
  List<Section> sections() {
    var all = new ArrayList<Section>();
    for (var section : phases.values()) {
      if (!section.tasks.isEmpty()) {
        all.add(section);
      }
    }
    return all;
  }

  /// Returns the names of the phases that have tasks, in the order of the plan.
  List<String> phases() {
    var named = new ArrayList<String>();
    for (var section : sections()) {
      named.add(section.name);
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
    for (var section : sections()) {
      entries.add(section.name, section.entry());
    }
    return entries.build();
  }
}
