package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.dialects.state.format.StatusWord;
import dev.tidemark.history.Event;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Merges a plan into a run by the ids of phases and tasks. Status and every other field of the run
/// stay; titles and descriptions become those of the plan; entries missing in the plan are kept.
final class PlanMerge {
  private static final int LISTED_MAX = 5;

  private final StateCheckpoint before;
  private final List<Event> events = new ArrayList<>();
  private final List<String> reopened = new ArrayList<>();
  private final List<String> renamed = new ArrayList<>();
  private final JsonObject root;
  private int phases;
  private int tasks;

  PlanMerge(StateCheckpoint before, TaskPlan plan) {
    this.before = before;
    var merges = JsonObject.builder();
    var queue = new ArrayList<Json>();
    var entries = before.entries();
    var names = before.names();
    var statuses = statuses(before);
    for (var planned : plan.entries().members()) {
      var name = planned.key();
      var known = entries.object(name);
      var entry = (JsonObject) planned.value();
      if (!names.contains(name)) {
        queue.add(JsonString.of(name));
        phases++;
        tasks += size(entry.object(SchemaFields.TASKS));
      }
      var status = statuses.get(name);
      var merged = known == null ? newEntry(entry, status) : merged(known, entry);
      if (!merged.equals(known)) {
        merges.add(name, merged);
        events.add(
            names.contains(name)
                ? new Event.PhaseAmended(new PhaseName(name))
                : new Event.PhaseQueued(new PhaseName(name)));
        count(name, names.contains(name), status, known, merged);
      }
    }
    this.root =
        before
            .root()
            .with(SchemaFields.STATE, queued(before.state(), queue))
            .with(SchemaFields.PHASES, entries.withAll(merges.build()));
  }

  private static Map<String, PhaseStatus> statuses(StateCheckpoint before) {
    var statuses = new HashMap<String, PhaseStatus>();
    for (var phase : before.phases()) {
      statuses.put(phase.name().value(), phase.status());
    }
    return statuses;
  }

  private static JsonObject queued(JsonObject state, List<Json> names) {
    if (names.isEmpty()) {
      return state;
    }
    var ahead = state.array(SchemaFields.PENDING_PHASES);
    var pending = new ArrayList<>(ahead == null ? List.<Json>of() : ahead.elements());
    pending.addAll(names);
    return state.with(SchemaFields.PENDING_PHASES, JsonArray.of(pending));
  }

  /// A phase that only the lists of the run name keeps the status that they give it.
  private static JsonObject newEntry(JsonObject entry, @Nullable PhaseStatus status) {
    return status == null ? entry : entry.with(SchemaFields.STATUS, StatusWord.of(status));
  }

  private JsonObject merged(JsonObject known, JsonObject entry) {
    var merged = known;
    var title = entry.find(SchemaFields.TITLE);
    if (title != null) {
      merged = SchemaFields.insert(merged, SchemaFields.TITLE, title, SchemaFields.PHASE_ORDER);
    }
    var have = known.object(SchemaFields.TASKS);
    var tasks = have == null ? JsonObject.EMPTY : have;
    var planned = entry.object(SchemaFields.TASKS);
    var merges = JsonObject.builder();
    for (var member : planned == null ? JsonObject.EMPTY.members() : planned.members()) {
      merges.add(member.key(), task(member.key(), tasks.find(member.key()), member.value()));
    }
    return merged.with(SchemaFields.TASKS, tasks.withAll(merges.build()));
  }

  private Json task(String id, @Nullable Json known, Json planned) {
    var description =
        planned instanceof JsonObject task ? task.find(SchemaFields.DESCRIPTION) : null;
    if (!(known instanceof JsonObject task) || description == null) {
      return planned;
    }
    var before = task.string(SchemaFields.DESCRIPTION);
    if (before != null && !JsonString.of(before).equals(description)) {
      renamed.add(id + " (was \"" + before + "\")");
    }
    return task.with(SchemaFields.DESCRIPTION, description);
  }

  private void count(
      String name,
      boolean mentioned,
      @Nullable PhaseStatus status,
      @Nullable JsonObject known,
      JsonObject merged) {
    var have = known == null ? null : known.object(SchemaFields.TASKS);
    int more = size(merged.object(SchemaFields.TASKS)) - size(have);
    if (mentioned) {
      tasks += more;
    }
    boolean over = status == PhaseStatus.COMPLETE || status == PhaseStatus.SKIPPED;
    if (more > 0 && over) {
      reopened.add(name);
    }
  }

  private static int size(@Nullable JsonObject object) {
    return object == null ? 0 : object.size();
  }

  /// Returns the document with the plan in it; times are as they were.
  JsonObject root() {
    return root;
  }

  List<Event> events() {
    return events;
  }

  /// Returns the notice about the additions.
  Notice notice() {
    var text = new StringBuilder("the plan was merged into ").append(before.id());
    text.append(": ").append(tasks).append(tasks == 1 ? " new task, " : " new tasks, ");
    text.append(phases).append(phases == 1 ? " new phase" : " new phases");
    text.append("; progress is kept");
    if (!renamed.isEmpty()) {
      int listed = Math.min(renamed.size(), LISTED_MAX);
      text.append("; tasks with another text now: ");
      text.append(String.join(", ", renamed.subList(0, listed)));
      text.append(listed < renamed.size() ? ", " + (renamed.size() - listed) + " more" : "");
    }
    if (!reopened.isEmpty()) {
      text.append("; new tasks in phases that are over: ").append(String.join(", ", reopened));
    }
    return new Notice("plan-merged", text.toString());
  }
}
