package dev.tidemark.dialects.state;

import dev.tidemark.json.JsonObject;
import dev.tidemark.text.CodeFences;
import dev.tidemark.text.Utf8;
import java.util.ArrayList;
import java.util.List;

/// Reads the tasks of a plan: lines `- [ ] T001 What to do` below headings `## Phase 1: Name`,
/// outside of code (R-004-O6). Tasks before the first heading are of phase 1.
final class TaskPlan {
  private static final String HEADING = "## Phase ";
  private static final int BOX = 6;

  private final List<String> phases = new ArrayList<>();
  private final List<JsonObject> tasks = new ArrayList<>();

  private TaskPlan() {}

  static TaskPlan of(String document) {
    var plan = new TaskPlan();
    var fences = new CodeFences();
    for (var line : Utf8.unmarked(document).lines().toList()) {
      if (!fences.takes(line)) {
        plan.read(line.strip());
      }
    }
    return plan;
  }

  private void read(String line) {
    if (line.startsWith(HEADING)) {
      heading(line.substring(HEADING.length()));
    } else if (isTask(line)) {
      task(line.substring(BOX));
    }
  }

  private void heading(String rest) {
    int end = digits(rest, 0);
    if (end > 0) {
      open("phase-" + rest.substring(0, end));
    }
  }

  private void open(String phase) {
    if (!phases.contains(phase)) {
      phases.add(phase);
      tasks.add(JsonObject.EMPTY);
    }
  }

  private static boolean isTask(String line) {
    return line.length() > BOX + 1
        && (line.startsWith("- [ ] T") || line.startsWith("- [x] T") || line.startsWith("- [X] T"))
        && digits(line, BOX + 1) > BOX + 1;
  }

  /// A task that stands there twice keeps its first text.
  private void task(String text) {
    if (phases.isEmpty()) {
      open("phase-1");
    }
    int end = digits(text, 1);
    var id = text.substring(0, end);
    int last = phases.size() - 1;
    var entry =
        JsonObject.builder()
            .add(Fields.STATUS, "pending")
            .add("description", text.substring(end).strip())
            .build();
    if (!tasks.get(last).has(id)) {
      tasks.set(last, tasks.get(last).with(id, entry));
    }
  }

  private static int digits(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  /// Returns the phases that have tasks, in the order of the plan.
  List<String> phases() {
    var named = new ArrayList<String>();
    for (int i = 0; i < phases.size(); i++) {
      if (!tasks.get(i).members().isEmpty()) {
        named.add(phases.get(i));
      }
    }
    return named;
  }

  /// Returns what a document says of the phases before anybody has begun: every task is pending.
  JsonObject entries() {
    var entries = JsonObject.EMPTY;
    for (int i = 0; i < phases.size(); i++) {
      if (!tasks.get(i).members().isEmpty()) {
        var entry =
            JsonObject.builder().add(Fields.STATUS, "pending").add(Fields.TASKS, tasks.get(i));
        entries = entries.with(phases.get(i), entry.build());
      }
    }
    return entries;
  }
}
