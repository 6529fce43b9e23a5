package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Alignment of the sides of a merge whose plans differ: phases and tasks of one side get the names
/// and numbers that the other side has for the same titles and texts. Without it, the merge would
/// take what has one number for one thing: a number is where something is, and not what it is.
public final class PlanAlignment {
  private static final CheckpointId ANY = new CheckpointId("state", "merge", null);

  /// Task of a side, where it is.
  private record Place(String phase, String id) {}

  private PlanAlignment() {}

  /// Returns the words by which a title or text is compared: its letters and digits, without case
  /// and without the tags before it, such as `[P]`.
  public static String words(String text) {
    var words = new StringBuilder();
    var rest = text.strip();
    while (rest.startsWith("[") && rest.indexOf(']') > 0) {
      rest = rest.substring(rest.indexOf(']') + 1).strip();
    }
    for (int i = 0; i < rest.length(); ) {
      int letter = rest.codePointAt(i);
      if (Character.isLetterOrDigit(letter)) {
        words.appendCodePoint(Character.toLowerCase(letter));
      }
      i += Character.charCount(letter);
    }
    return words.isEmpty() ? rest : words.toString();
  }

  /// Returns the document with the names and numbers of another one.
  ///
  /// @param base the common ancestor; what neither it nor the other one knows under a number is
  ///   another task, and gets a free one
  static JsonObject of(JsonObject root, JsonObject like, @Nullable JsonObject base) {
    var named = named(root, renamed(root, like));
    var moves = moves(named, like, base);
    return moves.isEmpty() ? named : moved(named, moves);
  }

  /// Returns whether something that two documents share has another name or number in one of them.
  static boolean differs(JsonObject one, JsonObject other) {
    return !of(one, other, null).equals(one);
  }

  private static JsonObject named(JsonObject root, Map<String, String> renamed) {
    if (renamed.isEmpty()) {
      return root;
    }
    var run = new StateCheckpoint(ANY, root);
    var order = new ArrayList<String>();
    var names = new LinkedHashMap<PhaseName, PhaseName>();
    renamed.forEach((from, to) -> names.put(new PhaseName(from), new PhaseName(to)));
    for (var phase : run.phases()) {
      var name = phase.name().value();
      order.add(renamed.getOrDefault(name, name));
    }
    return new PhaseRewrite(run, names, Map.of()).root(order);
  }

  private static JsonObject phases(JsonObject root) {
    var phases = root.object(SchemaFields.PHASES);
    return phases == null ? JsonObject.EMPTY : phases;
  }

  /// Returns the names of phases by the words of their titles, those that only one has.
  private static Map<String, String> titles(JsonObject root) {
    var titles = new LinkedHashMap<String, String>();
    var twice = new HashSet<String>();
    for (var phase : phases(root).members()) {
      var title =
          phase.value() instanceof JsonObject entry ? entry.string(SchemaFields.TITLE) : null;
      var words = title == null ? "" : words(title);
      if (!words.isEmpty() && titles.putIfAbsent(words, phase.key()) != null) {
        twice.add(words);
      }
    }
    titles.keySet().removeAll(twice);
    return titles;
  }

  private static Map<String, String> renamed(JsonObject root, JsonObject like) {
    var renamed = new LinkedHashMap<String, String>();
    var others = titles(like);
    for (var own : titles(root).entrySet()) {
      var other = others.get(own.getKey());
      if (other != null && !other.equals(own.getValue())) {
        renamed.put(own.getValue(), other);
      }
    }
    var taken = new HashSet<>(renamed.values());
    for (var phase : phases(root).members()) {
      if (taken.contains(phase.key()) && !renamed.containsKey(phase.key())) {
        var free = "other-" + phase.key();
        while (phases(root).has(free) || phases(like).has(free)) {
          free = "other-" + free;
        }
        renamed.put(phase.key(), free);
      }
    }
    return renamed;
  }

  private static Map<Place, String> tasks(JsonObject root) {
    var all = new LinkedHashMap<Place, String>();
    for (var phase : phases(root).members()) {
      var tasks =
          phase.value() instanceof JsonObject entry ? entry.object(SchemaFields.TASKS) : null;
      for (var task : tasks == null ? List.<JsonMember>of() : tasks.members()) {
        var text =
            task.value() instanceof JsonObject fields
                ? fields.string(SchemaFields.DESCRIPTION)
                : null;
        all.put(new Place(phase.key(), task.key()), text == null ? "" : words(text));
      }
    }
    return all;
  }

  private static Map<String, Place> unique(Map<Place, String> tasks) {
    var places = new HashMap<String, Place>();
    var twice = new HashSet<String>();
    for (var task : tasks.entrySet()) {
      if (!task.getValue().isEmpty()
          && places.putIfAbsent(task.getValue(), task.getKey()) != null) {
        twice.add(task.getValue());
      }
    }
    places.keySet().removeAll(twice);
    return places;
  }

  /// Returns where tasks go.
  private static Map<Place, Place> moves(
      JsonObject root, JsonObject like, @Nullable JsonObject base) {
    var own = tasks(root);
    var others = tasks(like);
    var known = base == null ? Map.<Place, String>of() : tasks(base);
    var places = unique(others);
    var moves = new LinkedHashMap<Place, Place>();
    var matched = new HashSet<Place>();
    for (var task : unique(own).entrySet()) {
      var other = places.get(task.getKey());
      if (other != null) {
        matched.add(other);
        if (!other.equals(task.getValue())) {
          moves.put(task.getValue(), other);
        }
      }
    }
    var ids = new HashSet<String>();
    own.keySet().forEach(place -> ids.add(place.id));
    others.keySet().forEach(place -> ids.add(place.id));
    for (var task : own.entrySet()) {
      var place = task.getKey();
      var there = others.get(place);
      if (there == null || moves.containsKey(place) || there.equals(task.getValue())) {
        continue;
      }
      boolean named = !there.isEmpty() && !task.getValue().isEmpty();
      if (matched.contains(place) || (base != null && !known.containsKey(place) && named)) {
        moves.put(place, new Place(place.phase, free(ids)));
      }
    }
    return moves;
  }

  private static String free(Set<String> ids) {
    for (int number = ids.size() + 1; ; number++) {
      var id = "T%03d".formatted(number);
      if (ids.add(id)) {
        return id;
      }
    }
  }

  /// Returns the document with its tasks in their new places. A phase that only the other side has
  /// begins with what goes there.
  private static JsonObject moved(JsonObject root, Map<Place, Place> moves) {
    var phases = phases(root);
    var arrivals = new LinkedHashMap<Place, Json>();
    for (var move : moves.entrySet()) {
      var from = move.getKey();
      var entry = phases.object(from.phase);
      var tasks = entry == null ? null : entry.object(SchemaFields.TASKS);
      var task = tasks == null ? null : tasks.find(from.id);
      if (entry != null && tasks != null && task != null) {
        phases = phases.with(from.phase, entry.with(SchemaFields.TASKS, tasks.without(from.id)));
        arrivals.put(move.getValue(), task);
      }
    }
    for (var arrival : arrivals.entrySet()) {
      var to = arrival.getKey();
      var known = phases.object(to.phase);
      var entry = known == null ? JsonObject.EMPTY : known;
      var tasks = entry.object(SchemaFields.TASKS);
      var all = (tasks == null ? JsonObject.EMPTY : tasks).with(to.id, arrival.getValue());
      phases = phases.with(to.phase, entry.with(SchemaFields.TASKS, all));
    }
    var moved = root.with(SchemaFields.PHASES, phases);
    var state = root.object(SchemaFields.STATE);
    var current = state == null ? null : state.string(SchemaFields.CURRENT_TASK);
    for (var move : moves.entrySet()) {
      if (state != null && move.getKey().id.equals(current)) {
        var now = JsonString.of(move.getValue().id);
        return moved.with(SchemaFields.STATE, state.with(SchemaFields.CURRENT_TASK, now));
      }
    }
    return moved;
  }
}
