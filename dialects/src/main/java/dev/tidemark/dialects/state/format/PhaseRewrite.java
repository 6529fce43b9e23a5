package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Rewrites a run with its phases in another order and under other names, in the entries and in the
/// lists of the document. Whatever else an entry has goes with it.
public final class PhaseRewrite {
  private final StateCheckpoint before;
  private final Map<PhaseName, PhaseName> renamed;
  private final Map<String, JsonObject> entries;

  /// The present names with the earlier ones, where they differ.
  private final Map<String, String> earlier = new HashMap<>();

  /// @param renamed the earlier names with the new ones
  /// @param entries the entries that are new or changed, by their new names
  public PhaseRewrite(
      StateCheckpoint before, Map<PhaseName, PhaseName> renamed, Map<String, JsonObject> entries) {
    this.before = before;
    this.renamed = renamed;
    this.entries = entries;
    renamed.forEach((from, to) -> earlier.put(to.value(), from.value()));
  }

  /// Returns the document.
  ///
  /// @param order all phases that the run has now
  public JsonObject root(List<String> order) {
    var members = new ArrayList<JsonMember>();
    for (int i = order.size() - 1; i >= 0; i--) {
      var entry = entry(order.get(i));
      // A phase that only the lists have stands behind all entries.
      if (entry == null && !members.isEmpty()) {
        entry = JsonObject.EMPTY.with(SchemaFields.STATUS, status(order.get(i)).word());
      }
      if (entry != null) {
        members.addFirst(JsonMember.of(order.get(i), entry));
      }
    }
    for (var member : before.entries().members()) {
      if (member.key().isBlank()) {
        members.add(member);
      }
    }
    var root = before.root().with(SchemaFields.STATE, state(order));
    return root.with(SchemaFields.PHASES, JsonObject.of(members));
  }

  private @Nullable Json entry(String name) {
    var own = entries.get(name);
    return own == null ? before.entries().find(earlier.getOrDefault(name, name)) : own;
  }

  private PhaseStatus status(String name) {
    var own = entries.get(name);
    var word = own == null ? null : own.string(SchemaFields.STATUS);
    var stated = PhaseStatus.parse(word);
    if (stated != null) {
      return stated;
    }
    var known = before.byName().get(earlier.getOrDefault(name, name));
    return known == null ? PhaseStatus.PENDING : known.status();
  }

  private JsonObject state(List<String> order) {
    var state = before.state();
    var lists = NameLists.of(state);
    var complete = new ArrayList<Json>();
    for (var name : lists.completed().elements()) {
      complete.add(nowNamed(name));
    }
    var ahead = new ArrayList<Json>();
    for (var name : order) {
      var status = status(name);
      if (status == PhaseStatus.COMPLETE && !complete.contains(JsonString.of(name))) {
        complete.add(JsonString.of(name));
      }
      boolean listed = before.pending().contains(earlier.getOrDefault(name, name));
      // A phase in progress is still listed among those ahead (T-004-A).
      if (status == PhaseStatus.PENDING || (listed && status != PhaseStatus.COMPLETE)) {
        ahead.add(JsonString.of(name));
      }
    }
    state = with(state, SchemaFields.COMPLETED_PHASES, lists.completed(), JsonArray.of(complete));
    state = with(state, SchemaFields.PENDING_PHASES, lists.pending(), JsonArray.of(ahead));
    var current = state.find(SchemaFields.CURRENT_PHASE);
    return current == null ? state : state.with(SchemaFields.CURRENT_PHASE, nowNamed(current));
  }

  private static JsonObject with(JsonObject state, String key, JsonArray known, JsonArray now) {
    return now.equals(known) ? state : state.with(key, now);
  }

  private Json nowNamed(Json name) {
    var now =
        name instanceof JsonString text && !text.value().isBlank()
            ? renamed.get(new PhaseName(text.value()))
            : null;
    return now == null ? name : JsonString.of(now.value());
  }
}
