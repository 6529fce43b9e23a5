package dev.tidemark.dialects.state.plan;

import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Hand-off of GSD, `.planning/HANDOFF.json`: a phase that was left in the middle, with its tasks,
/// decisions, blockers and the next action.
final class HandoffPlan implements PlanForm {
  private static final String DONE = "completed_tasks";
  private static final String OPEN = "remaining_tasks";

  @Override
  public String title() {
    return "a hand-off of GSD";
  }

  @Override
  public boolean takes(Source source) {
    var json = source.json();
    return json != null && (json.array(DONE) != null || json.array(OPEN) != null);
  }

  @Override
  public TaskPlan read(Source source) {
    var plan = new TaskPlan();
    var json = source.json();
    if (json == null) {
      return plan;
    }
    var number = PlanForm.line(json.find("phase"));
    var name = "phase-" + (number.isEmpty() ? "1" : number);
    plan.list(name, PlanForm.line(json.find("phase_name")), false);
    add(plan, name, json.elements(DONE), TaskStatus.COMPLETE);
    add(plan, name, json.elements(OPEN), TaskStatus.PENDING);
    var known = JsonObject.builder();
    put(known, SchemaFields.DECISIONS, texts(json.elements("decisions"), "decision", "rationale"));
    put(known, SchemaFields.NOTES, texts(json.find("context_notes")));
    var next = PlanForm.line(json.find("next_action"));
    known.addIfPresent(SchemaFields.NEXT_ACTION, next.isEmpty() ? null : next);
    var blockers = texts(json.elements("blockers"), "description", "workaround");
    blockers.addAll(texts(json.elements("human_actions_pending"), "action", "context"));
    put(known, SchemaFields.BLOCKED_BY, blockers);
    plan.know(name, known.build());
    return plan;
  }

  private static void put(JsonObject.Builder known, String key, List<String> texts) {
    if (!texts.isEmpty()) {
      known.add(key, JsonArray.ofStrings(texts));
    }
  }

  private static void add(TaskPlan plan, String phase, List<Json> tasks, TaskStatus status) {
    int place = plan.sections().getFirst().tasks().size();
    for (var element : tasks) {
      place++;
      var task = element instanceof JsonObject object ? object : JsonObject.EMPTY;
      var id = PlanForm.line(task.find("id"));
      var name = PlanForm.line(task.find("name"));
      var text = name.isEmpty() ? PlanForm.line(element) : name;
      plan.add(phase, new TaskPlan.Task(id.isEmpty() ? String.valueOf(place) : id, text, status));
    }
  }

  private static List<String> texts(@Nullable Json text) {
    var one = PlanForm.line(text);
    return one.isEmpty() ? new ArrayList<>() : new ArrayList<>(List.of(one));
  }

  /// Returns one text for each element: a text itself, or two fields of an object.
  private static List<String> texts(List<Json> elements, String field, String more) {
    var texts = new ArrayList<String>();
    for (var element : elements) {
      var object = element instanceof JsonObject fields ? fields : JsonObject.EMPTY;
      var text = PlanForm.line(object.find(field));
      var rest = PlanForm.line(object.find(more));
      var whole =
          text.isEmpty() ? PlanForm.line(element) : text + (rest.isEmpty() ? "" : ": " + rest);
      if (!whole.isEmpty()) {
        texts.add(whole);
      }
    }
    return texts;
  }
}
