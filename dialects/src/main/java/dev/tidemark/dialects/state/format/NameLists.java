package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/// The three name lists of the schema's `state`: current, completed, pending.
///
/// Never adds a name twice, and leaves unknown entries in the arrays unchanged.
///
/// @param current the phase under way, if any
/// @param completed names, in the order they were completed
/// @param pending names ahead
public record NameLists(@Nullable String current, JsonArray completed, JsonArray pending) {

  /// Reads the lists; a missing one is empty.
  public static NameLists of(JsonObject state) {
    return new NameLists(
        state.string(SchemaFields.CURRENT_PHASE),
        array(state, SchemaFields.COMPLETED_PHASES),
        array(state, SchemaFields.PENDING_PHASES));
  }

  /// Returns the lists after a phase got a status: T-004-A, whole.
  public NameLists after(String name, PhaseStatus status) {
    var complete =
        status == PhaseStatus.COMPLETE ? including(completed, name) : withoutName(completed, name);
    if (status == PhaseStatus.IN_PROGRESS) {
      return new NameLists(name, complete, pending);
    }
    var idle = name.equals(current) ? null : current;
    var ahead =
        status == PhaseStatus.PENDING ? including(pending, name) : withoutName(pending, name);
    return new NameLists(idle, complete, ahead);
  }

  /// Returns the lists with other phases ahead, each once.
  public NameLists withAhead(JsonArray names) {
    var distinct = new LinkedHashSet<>(names.strings());
    return new NameLists(current, completed, JsonArray.ofStrings(new ArrayList<>(distinct)));
  }

  /// Returns the lists with nothing under way and nothing ahead.
  public NameLists ended() {
    return new NameLists(null, completed, JsonArray.EMPTY);
  }

  /// Returns `state` with these lists in it.
  public JsonObject writeInto(JsonObject state) {
    Json now = current == null ? JsonNull.NULL : JsonString.of(current);
    return put(
        put(put(state, SchemaFields.CURRENT_PHASE, now), SchemaFields.COMPLETED_PHASES, completed),
        SchemaFields.PENDING_PHASES,
        pending);
  }

  private static JsonObject put(JsonObject state, String key, Json value) {
    return value.equals(state.find(key)) ? state : state.with(key, value);
  }

  private static JsonArray array(JsonObject state, String key) {
    var array = state.array(key);
    return array == null ? JsonArray.EMPTY : array;
  }

  private static JsonArray withoutName(JsonArray names, String name) {
    var kept = new ArrayList<Json>(names.size());
    for (var element : names.elements()) {
      if (!isName(element, name)) {
        kept.add(element);
      }
    }
    return kept.size() == names.size() ? names : JsonArray.of(kept);
  }

  private static JsonArray including(JsonArray names, String name) {
    for (var element : names.elements()) {
      if (isName(element, name)) {
        return names;
      }
    }
    return names.plus(JsonString.of(name));
  }

  private static boolean isName(Json element, String name) {
    return element instanceof JsonString string && string.value().equals(name);
  }
}
