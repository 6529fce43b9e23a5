package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Merges a plan into a run by the ids of phases and tasks. Status and every other field of the run
/// stay; titles and descriptions become those of the plan; what the plan lacks is kept.
final class PlanMerge {
  private final StateCheckpoint before;
  private final List<Event> events = new ArrayList<>();
  private final List<String> reopened = new ArrayList<>();
  private final JsonObject root;
  private int phases;
  private int tasks;

  PlanMerge(StateCheckpoint before, TaskPlan plan) {
    this.before = before;
    var entries = before.entries();
    var state = before.state();
    var names = before.names();
    for (var planned : plan.entries().members()) {
      var name = planned.key();
      var known = entries.object(name);
      var entry = (JsonObject) planned.value();
      if (!names.contains(name)) {
        state = queued(state, name);
        phases++;
        tasks += size(entry.object(Fields.TASKS));
      }
      var merged = known == null ? fresh(entry, name) : merged(known, entry);
      if (!merged.equals(known)) {
        entries = entries.with(name, merged);
        events.add(
            names.contains(name)
                ? new Event.PhaseAmended(new PhaseName(name))
                : new Event.PhaseQueued(new PhaseName(name)));
        told(name, known, merged);
      }
    }
    this.root = before.root().with(Fields.STATE, state).with(Fields.PHASES, entries);
  }

  private static JsonObject queued(JsonObject state, String name) {
    var ahead = state.array(Fields.PENDING_PHASES);
    var pending = ahead == null ? JsonArray.EMPTY : ahead;
    return state.with(Fields.PENDING_PHASES, pending.plus(JsonString.of(name)));
  }

  /// A phase that only the lists of the run name keeps the status that they give it.
  private JsonObject fresh(JsonObject entry, String name) {
    for (var phase : before.phases()) {
      if (phase.name().value().equals(name)) {
        return entry.with(Fields.STATUS, StatusWord.of(phase.status()));
      }
    }
    return entry;
  }

  private static JsonObject merged(JsonObject known, JsonObject entry) {
    var merged = known;
    var title = entry.find(Fields.TITLE);
    if (title != null) {
      merged = Fields.insert(merged, Fields.TITLE, title, Fields.PHASE_ORDER);
    }
    var have = known.object(Fields.TASKS);
    var tasks = have == null ? JsonObject.EMPTY : have;
    var planned = entry.object(Fields.TASKS);
    for (var member : planned == null ? JsonObject.EMPTY.members() : planned.members()) {
      tasks = tasks.with(member.key(), task(tasks.find(member.key()), member.value()));
    }
    return merged.with(Fields.TASKS, tasks);
  }

  private static Json task(@Nullable Json known, Json planned) {
    var description = planned instanceof JsonObject task ? task.find(Fields.DESCRIPTION) : null;
    return known instanceof JsonObject task && description != null
        ? task.with(Fields.DESCRIPTION, description)
        : planned;
  }

  private void told(String name, @Nullable JsonObject known, JsonObject merged) {
    var have = known == null ? null : known.object(Fields.TASKS);
    int more = size(merged.object(Fields.TASKS)) - size(have);
    if (before.names().contains(name)) {
      tasks += more;
    }
    for (var phase : before.phases()) {
      boolean over =
          phase.status() == PhaseStatus.COMPLETE || phase.status() == PhaseStatus.SKIPPED;
      if (more > 0 && over && phase.name().value().equals(name)) {
        reopened.add(name);
      }
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

  /// Returns what was added.
  Notice notice() {
    var text = new StringBuilder("the plan was merged into ").append(before.id());
    text.append(": ").append(tasks).append(tasks == 1 ? " new task, " : " new tasks, ");
    text.append(phases).append(phases == 1 ? " new phase" : " new phases");
    text.append("; progress is kept");
    if (!reopened.isEmpty()) {
      text.append("; new tasks in phases that are over: ").append(String.join(", ", reopened));
    }
    return new Notice("plan-merged", text.toString());
  }
}
