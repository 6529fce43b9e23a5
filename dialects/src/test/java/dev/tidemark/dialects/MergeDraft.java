package dev.tidemark.dialects;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// State of a run as far as merges are concerned, and its document in each format. A status that a
/// format does not have becomes the nearest one.
///
/// @param statuses of the three phases; an empty one is a phase that the document does not have
/// @param summaries of the phases
/// @param decisions texts
/// @param notes texts
/// @param tasks statuses by id
/// @param extra fields of other tools
/// @param minute when it was saved
record MergeDraft(
    List<String> statuses,
    List<String> summaries,
    Set<String> decisions,
    Set<String> notes,
    Map<String, String> tasks,
    Map<String, String> extra,
    int minute) {
  static final List<String> FORMATS = List.of("state", "item", "phase", "flow", "flow-tasks");
  private static final List<String> NAMES = List.of("research", "planning", "specs");
  private static final List<String> FLOW =
      List.of("REQUIREMENTS", "ARCHITECTURE", "IMPLEMENTATION", "VERIFICATION");
  private static final List<String> DEV = List.of("0-start", "1-bootstrap", "2-plan", "3-build");

  private static final String DONE = "2026-01-29T10:00:00Z";

  static MergeDraft begun() {
    return new MergeDraft(
        List.of("in_progress", "pending", "pending"),
        List.of("", "", ""),
        Set.of(),
        Set.of(),
        Map.of("T1", "pending"),
        Map.of("tool", "x"),
        0);
  }

  MergeDraft with(int phase, String status, String summary) {
    var newStatuses = new ArrayList<>(statuses);
    newStatuses.set(phase, status);
    var newSummaries = new ArrayList<>(summaries);
    newSummaries.set(phase, summary);
    return new MergeDraft(newStatuses, newSummaries, decisions, notes, tasks, extra, minute);
  }

  MergeDraft deciding(String text) {
    return new MergeDraft(statuses, summaries, plus(decisions, text), notes, tasks, extra, minute);
  }

  MergeDraft noting(String text) {
    return new MergeDraft(statuses, summaries, decisions, plus(notes, text), tasks, extra, minute);
  }

  MergeDraft task(String id, String status) {
    var all = new TreeMap<>(tasks);
    all.put(id, status);
    return new MergeDraft(statuses, summaries, decisions, notes, all, extra, minute);
  }

  MergeDraft extra(String key, String value) {
    var all = new TreeMap<>(extra);
    all.put(key, value);
    return new MergeDraft(statuses, summaries, decisions, notes, tasks, all, minute);
  }

  MergeDraft at(int other) {
    return new MergeDraft(statuses, summaries, decisions, notes, tasks, extra, other);
  }

  private static Set<String> plus(Set<String> texts, String text) {
    var all = new LinkedHashSet<>(texts);
    all.add(text);
    return all;
  }

  String document(String format) {
    return switch (format) {
      case "state" -> state();
      case "item" -> item();
      case "phase" -> phase();
      case "flow" -> flow();
      default -> taskList();
    };
  }

  private String time() {
    return "2026-01-29T10:%02d:00Z".formatted(minute);
  }

  private String state() {
    var entries = JsonObject.builder();
    var completed = new ArrayList<String>();
    var pending = new ArrayList<String>();
    String current = null;
    for (int i = 0; i < NAMES.size(); i++) {
      var status = statuses.get(i);
      if (status.isEmpty()) {
        continue;
      }
      if (status.equals("complete")) {
        completed.add(NAMES.get(i));
      } else if (status.equals("pending")) {
        pending.add(NAMES.get(i));
      } else if (status.equals("in_progress")) {
        current = NAMES.get(i);
      }
      entries.add(NAMES.get(i), entry(i, status));
    }
    var lists =
        JsonObject.builder()
            .addOrNull("current_phase", current)
            .add("completed_phases", completed)
            .add("pending_phases", pending)
            .build();
    var root =
        JsonObject.builder()
            .add("command", "design")
            .add("feature", "auth")
            .add("version", 1)
            .add("head_commit", "c".repeat(39) + Integer.toHexString(minute % 16))
            .add("started_at", "2026-01-29T10:00:00Z")
            .add("updated_at", time())
            .add("state", lists)
            .add("phases", entries.build());
    extra.forEach(root::add);
    return JsonText.pretty(root.build());
  }

  private JsonObject entry(int phase, String status) {
    var entry = JsonObject.builder().add("status", status);
    var summary = summaries.get(phase);
    entry.addIfPresent("context_summary", summary.isEmpty() ? null : summary);
    entry.addIfPresent("error", status.equals("failed") ? "broken" : null);
    if (phase == 0) {
      entry.add("decisions", new ArrayList<>(decisions)).add("notes", new ArrayList<>(notes));
      var all = JsonObject.builder();
      tasks.forEach((id, word) -> all.add(id, JsonObject.EMPTY.with("status", word)));
      entry.add("tasks", all.build());
    }
    return entry.build();
  }

  private String item() {
    var rows = new StringBuilder();
    var state = "";
    int current = NAMES.size() - 1;
    for (int i = NAMES.size() - 1; i >= 0; i--) {
      var status = statuses.get(i);
      boolean done = status.equals("complete") || status.equals("skipped");
      var word =
          done
              ? "done"
              : status.equals("failed") || status.equals("in_progress") ? "in_progress" : "pending";
      current = done ? current : i;
      state = state.isEmpty() ? summaries.get(i) : state;
      if (!status.isEmpty() || i == 0) {
        rows.insert(
            0, "| %d | %s | %s | %s |\n".formatted(i, NAMES.get(i), word, done ? DONE : "\u2014"));
      }
    }
    var text =
        new StringBuilder("---\ncommand: epic\nitem: E-1\nbranch: main\n")
            .append("started: 2026-01-29T10:00:00Z\nupdated: " + time() + "\n")
            .append("status: in_progress\ncurrent_phase: " + current + "\ntotal_phases: 2\n");
    extra.forEach((key, value) -> text.append(key + ": " + value + "\n"));
    text.append("---\n\n# Checkpoint\n\n## Phases\n\n| # | Phase | Status | Completed |\n");
    text.append("|---|---|---|---|\n").append(rows).append("\n## Current State\n\n").append(state);
    text.append("\n\n## Key Decisions\n\n");
    decisions.forEach(decision -> text.append("- [Phase 0] " + decision + "\n"));
    text.append("\n## Key Context\n\n");
    notes.forEach(note -> text.append("- [Phase 0] Note: " + note + "\n"));
    text.append("\n## Of Another Tool\n\n");
    extra.forEach((key, value) -> text.append(key + " is " + value + "\n"));
    return text.toString();
  }

  /// Returns how many of the first phases have ended.
  private int ended() {
    int ended = 0;
    while (ended < statuses.size()
        && (statuses.get(ended).equals("complete") || statuses.get(ended).equals("skipped"))) {
      ended++;
    }
    return ended;
  }

  private String phase() {
    int ended = ended();
    var completed = DEV.get(ended);
    var summary = ended == 0 ? "" : summaries.get(ended - 1);
    var next = ended + 1 < DEV.size() ? DEV.get(ended + 1) : "4-review";
    var text =
        new StringBuilder("---\ncompleted_phase: " + completed + "\ncompleted_at: " + time())
            .append("\nnext_phase: " + next + "\nnext_command: /go\nbranch: main\n")
            .append("active_spec: null\nclear_recommended: false\nclear_reason: \"none\"\n");
    extra.forEach((key, value) -> text.append(key + ": " + value + "\n"));
    text.append("---\n\n# Phase Checkpoint\n\n## Completed: Phase\n\n");
    text.append(summary.isEmpty() ? "Completed." : summary).append("\n\n## Key Outcomes\n\n");
    decisions.forEach(decision -> text.append("- " + decision + "\n"));
    text.append(decisions.isEmpty() ? "- None recorded.\n" : "");
    text.append("\n## Context for Next Phase\n\n");
    notes.forEach(note -> text.append("- Note (0-start): " + note + "\n"));
    text.append(notes.isEmpty() ? "None.\n" : "").append("\n## Open Items\n\nNone.\n");
    text.append("\n## Next Step\n\nRun it.\n\n## Of Another Tool\n\n");
    extra.forEach((key, value) -> text.append(key + " is " + value + "\n"));
    return text.toString();
  }

  private String flow() {
    int ended = ended();
    var completed = new ArrayList<JsonObject>();
    for (int i = 0; i < ended; i++) {
      completed.add(
          JsonObject.builder()
              .add("phase", FLOW.get(i))
              .add("completed_at", DONE)
              .add("output", "memory/reports/" + i + ".json")
              .build());
    }
    var status = ended < statuses.size() ? statuses.get(ended) : "pending";
    var word = status.equals("failed") || status.equals("in_progress") ? status : "pending";
    var root =
        JsonObject.builder()
            .add("workflow_id", "shop")
            .add("started_at", "2026-01-29T10:00:00Z")
            .add("last_updated", time())
            .add("current_phase", FLOW.get(ended))
            .add("phase_status", word)
            .add("completed_phases", JsonArray.of(completed))
            .add("user_checkpoints", JsonArray.EMPTY)
            .add("interruption_safe", true);
    extra.forEach(root::add);
    return JsonText.compact(root.build());
  }

  private String taskList() {
    var all = new ArrayList<JsonObject>();
    new LinkedHashMap<>(tasks)
        .forEach(
            (id, word) ->
                all.add(
                    JsonObject.builder()
                        .add("id", id)
                        .add("status", word)
                        .add("attempts", minute)
                        .build()));
    var root = JsonObject.builder().add("workflow_id", "shop").add("tasks", JsonArray.of(all));
    extra.forEach(root::add);
    return JsonText.compact(root.build());
  }
}
