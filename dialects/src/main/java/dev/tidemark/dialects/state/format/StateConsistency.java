package dev.tidemark.dialects.state.format;

import dev.tidemark.dialect.ViolationList;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Consistency check: finds values that are well-formed but contradict each other (R-002-06).
public final class StateConsistency {
  private final JsonObject root;
  private final JsonObject state;
  private final JsonObject phases;
  private final ViolationList violationList;

  public StateConsistency(JsonObject root, ViolationList violationList) {
    this.root = root;
    this.state = orEmpty(root.object(SchemaFields.STATE));
    this.phases = orEmpty(root.object(SchemaFields.PHASES));
    this.violationList = violationList;
  }

  public void check() {
    times("$", root);
    saved();
    lists();
    current();
    for (var member : phases.members()) {
      var path = ViolationList.path("$.phases", member.key());
      if (member.key().isBlank()) {
        violationList.warning(path, "a phase should have a name", member.value(), phases);
      }
      if (member.value() instanceof JsonObject entry) {
        times(path, entry);
        duplicates(path, entry);
      }
    }
    duplicates("$", root);
    duplicates("$.state", state);
    duplicates("$.phases", phases);
  }

  /// A document with a commit has been saved, so it should have its times too.
  private void saved() {
    if (!root.has(SchemaFields.HEAD_COMMIT)) {
      return;
    }
    for (var key : new String[] {SchemaFields.STARTED_AT, SchemaFields.UPDATED_AT}) {
      if (!root.has(key)) {
        violationList.warning("$." + key, "every save sets it", null, root);
      }
    }
  }

  private void times(String path, JsonObject object) {
    var from = StateCheckpoint.time(object, SchemaFields.STARTED_AT);
    var to = StateCheckpoint.time(object, SchemaFields.UPDATED_AT);
    if (from != null && to != null && to.isBefore(from)) {
      var value = object.find(SchemaFields.UPDATED_AT);
      violationList.warning(path + ".updated_at", "should not be before started_at", value, object);
    }
  }

  private void lists() {
    var completed = names(SchemaFields.COMPLETED_PHASES);
    names(SchemaFields.PENDING_PHASES);
    var pending = state.array(SchemaFields.PENDING_PHASES);
    for (int i = 0; pending != null && i < pending.size(); i++) {
      if (pending.get(i) instanceof JsonString name && completed.contains(name.value())) {
        var path = "$.state.pending_phases[" + i + "]";
        violationList.warning(path, "should not be completed and pending", name, state);
      }
    }
    var array = state.array(SchemaFields.COMPLETED_PHASES);
    for (int i = 0; array != null && i < array.size(); i++) {
      if (array.get(i) instanceof JsonString name) {
        completed(name.value());
      }
    }
  }

  private void completed(String name) {
    var entry = phases.object(name);
    var status = entry == null ? null : entry.find(SchemaFields.STATUS);
    if (entry != null && !(status instanceof JsonString word && word.value().equals("complete"))) {
      var path = ViolationList.path("$.phases", name) + ".status";
      violationList.warning(
          path, "should be complete, according to completed_phases", status, entry);
    }
  }

  /// Returns the names in a list, after reporting those that are there twice.
  private Set<String> names(String key) {
    var names = new HashSet<String>();
    JsonArray array = state.array(key);
    for (int i = 0; array != null && i < array.size(); i++) {
      if (array.get(i) instanceof JsonString name && !names.add(name.value())) {
        var path = "$.state." + key + "[" + i + "]";
        violationList.warning(path, "should be listed once", name, state);
      }
    }
    return names;
  }

  private void current() {
    Json current = state.find(SchemaFields.CURRENT_PHASE);
    if (!(current instanceof JsonString name)) {
      return;
    }
    if (!phases.has(name.value())) {
      violationList.warning("$.state.current_phase", "should be one of phases", current, state);
    }
    if (root.has(SchemaFields.COMPLETED_AT)) {
      violationList.warning(
          "$.state.current_phase", "should be null when completed_at is set", current, state);
    }
  }

  private void duplicates(String path, JsonObject object) {
    for (var key : object.duplicates()) {
      violationList.warning(
          ViolationList.path(path, key), "should be there once", object.find(key), object);
    }
  }

  private static JsonObject orEmpty(@Nullable JsonObject object) {
    return object == null ? JsonObject.EMPTY : object;
  }
}
