package dev.tidemark.dialects;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Documents of the format `flow` and of its tasks, which random changes advance as an orchestrator
/// does.
record FlowDraft(JsonObject root, Random random) {
  private static final List<String> PHASES =
      List.of("REQUIREMENTS", "ARCHITECTURE", "IMPLEMENTATION", "VERIFICATION", "REFLECTION");
  private static final List<String> STATUSES =
      List.of("pending", "running", "complete", "failed", "blocked", "verified");

  static FlowDraft begun(Random random) {
    var root =
        JsonObject.builder()
            .add("workflow_id", "shop")
            .add("started_at", "2026-01-29T10:00:00Z")
            .add("last_updated", "2026-01-29T10:00:00Z")
            .add("current_phase", PHASES.getFirst())
            .add("phase_status", "in_progress")
            .add("completed_phases", JsonArray.EMPTY)
            .add("user_checkpoints", JsonArray.EMPTY)
            .add("interruption_safe", true)
            .add("tasks", JsonArray.EMPTY)
            .build();
    return new FlowDraft(root, random);
  }

  static FlowDraft of(String format, String document, Random random) {
    var root = begun(random).root();
    for (var member : ((JsonObject) JsonText.parse(document)).members()) {
      root = root.with(member.key(), member.value());
    }
    return new FlowDraft(root, random);
  }

  String document(String format) {
    var tasks = format.equals("flow-tasks");
    var shown = tasks ? JsonObject.EMPTY.with("workflow_id", "shop") : root.without("tasks");
    var list = root.find("tasks");
    return JsonText.compact(tasks && list != null ? shown.with("tasks", list) : shown);
  }

  FlowDraft advance(String name, int steps) {
    var now = this;
    for (int i = 0; i < steps; i++) {
      var word = i + name;
      now = random.nextInt(3) == 0 ? now.phase(word) : now.task(word);
      var at = "2026-01-29T1%d:%02d:00Z".formatted(random.nextInt(9), random.nextInt(60));
      now = new FlowDraft(now.root.with("last_updated", at), random);
    }
    return now;
  }

  private FlowDraft phase(String word) {
    var completed = list("completed_phases");
    var current = String.valueOf(root.string("current_phase"));
    int next = PHASES.indexOf(current) + 1;
    if (random.nextInt(3) == 0 || next == PHASES.size()) {
      var status = random.nextBoolean() ? "failed" : "in_progress";
      return new FlowDraft(root.with("phase_status", status), random);
    }
    completed.add(
        JsonObject.builder().add("phase", current).add("output", "output" + word).build());
    var approvals = list("user_checkpoints");
    approvals.add(
        JsonObject.builder().add("phase", current).add("approved_by", "approver" + word).build());
    return new FlowDraft(
        root.with("completed_phases", JsonArray.of(completed))
            .with("user_checkpoints", JsonArray.of(approvals))
            .with("current_phase", PHASES.get(next))
            .with("phase_status", "pending"),
        random);
  }

  private FlowDraft task(String word) {
    var tasks = list("tasks");
    if (tasks.size() < 3) {
      tasks.add(
          JsonObject.builder()
              .add("id", "T" + random.nextInt(5) + "task" + word)
              .add("status", "pending")
              .build());
    } else {
      int at = random.nextInt(tasks.size());
      var status = STATUSES.get(random.nextInt(STATUSES.size()));
      var task = ((JsonObject) tasks.get(at)).with("status", status);
      task = task.without("failure_reason").without("blocked_reason");
      task = status.equals("failed") ? task.with("failure_reason", "reason" + word) : task;
      task = status.equals("blocked") ? task.with("blocked_reason", "reason" + word) : task;
      tasks.set(at, task);
    }
    return new FlowDraft(root.with("tasks", JsonArray.of(tasks)), random);
  }

  private List<Json> list(String key) {
    var array = root.array(key);
    return new ArrayList<>(array == null ? List.of() : array.elements());
  }
}
