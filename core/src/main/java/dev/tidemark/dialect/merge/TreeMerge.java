package dev.tidemark.dialect.merge;

import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Three-way merge of JSON trees by the schema of a format.
///
/// A value that one side alone has changed is taken from that side. Where both have: objects are
/// merged member by member, arrays are united, of a status the further one counts, and other values
/// follow the rule of their field, by default that of a conflict. A change is stronger than a
/// removal.
public final class TreeMerge {
  private static final String BLOCKED = "blocked";

  private final Schema schema;
  private final int lead;
  private final List<MergeConflict> conflicts = new ArrayList<>();

  /// Rule for a value that both sides have changed.
  public enum Rule {
    /// The sides contradict each other.
    CONFLICT,
    /// The value of the side that leads: it describes the side, or its position in git.
    LEADER,
    /// The same for an object, which is not merged member by member.
    WHOLE,
    /// The earlier time.
    EARLIEST,
    /// The later time.
    LATEST,
    /// The greater number.
    GREATEST
  }

  /// Status field of an object.
  ///
  /// @param key the member
  /// @param words its values, the furthest last
  /// @param outcomes the values after which nothing is left to do, each with its outcome
  /// @param companions the members that explain a status and follow it
  /// @param reason the member for the reason of a status `blocked`, which a contradiction gets;
  ///   absent where a contradiction is a conflict
  /// @param subject the member that says what the status is about: two sides that differ in it are
  ///   about different things, and neither status is true of the other; absent if there is none
  public record Status(
      String key,
      List<String> words,
      Map<String, String> outcomes,
      List<String> companions,
      @Nullable String reason,
      @Nullable String subject) {
    /// Takes its own copies.
    public Status {
      words = List.copyOf(words);
      outcomes = Map.copyOf(outcomes);
      companions = List.copyOf(companions);
    }

    /// Returns whether a status is further than another one.
    boolean isFurther(@Nullable String one, @Nullable String other) {
      return words.indexOf(one) > words.indexOf(other);
    }

    /// Returns whether two sides contradict each other: they ended it with different outcomes, or
    /// one ended it again and the other one reopened it.
    public boolean contradict(@Nullable String base, @Nullable String one, @Nullable String other) {
      if (Objects.equals(one, other) || Objects.equals(base, one) || Objects.equals(base, other)) {
        return false;
      }
      var ours = outcome(one);
      var theirs = outcome(other);
      return (ours != null && theirs != null)
          ? !ours.equals(theirs)
          : outcome(base) != null && (ours != null || theirs != null);
    }

    private @Nullable String outcome(@Nullable String word) {
      return word == null ? null : outcomes.get(word);
    }
  }

  /// Schema of a format, as far as a merge needs it. A path is the keys that lead to a value; the
  /// element of an array is named by its key.
  public interface Schema {
    /// Returns the rule of a value.
    Rule rule(List<String> path);

    /// Returns the member that names the elements of an array; null if their content does.
    default @Nullable String elementKey(List<String> path) {
      return null;
    }

    /// Returns the status field of an object; null if it has none.
    default @Nullable Status status(List<String> path) {
      return null;
    }

    /// Returns the phase that a value belongs to; null if it belongs to the run.
    @Nullable PhaseName phase(List<String> path);
  }

  /// Takes the schema, and which side leads where a rule asks for the side that does.
  ///
  /// @param lead positive if ours does, negative if theirs does, 0 if neither: then the values are
  ///   compared, so that the result does not depend on which side is called ours
  public TreeMerge(Schema schema, int lead) {
    this.schema = schema;
    this.lead = lead;
  }

  /// Returns which side leads: the one with the later time under a key.
  public static int lead(JsonObject ours, JsonObject theirs, String timeKey) {
    return time(ours.find(timeKey)).compareTo(time(theirs.find(timeKey)));
  }

  private boolean oursLeads(Json ours, Json theirs) {
    return lead == 0 ? ours.toString().compareTo(theirs.toString()) >= 0 : lead > 0;
  }

  /// Returns the merged tree, without the conflicts; see [#conflicts].
  public JsonObject merge(@Nullable JsonObject base, JsonObject ours, JsonObject theirs) {
    var before = base == null ? JsonObject.EMPTY : base;
    for (var conflict :
        united(MergeConflict.in(before), MergeConflict.in(ours), MergeConflict.in(theirs))) {
      record(conflict);
    }
    return object(
        List.of(),
        before.without(MergeConflict.KEY),
        ours.without(MergeConflict.KEY),
        theirs.without(MergeConflict.KEY));
  }

  /// Returns the conflicts: those that a side records and the other one has not decided, and those
  /// of this merge.
  public List<MergeConflict> conflicts() {
    return List.copyOf(conflicts);
  }

  /// Records a conflict, unless the same one is recorded already.
  public void record(MergeConflict conflict) {
    for (var known : conflicts) {
      if (known.isSame(conflict)) {
        return;
      }
    }
    conflicts.add(conflict);
  }

  /// Returns the conflicts that a side records, without those that the other one has decided.
  public static List<MergeConflict> united(
      List<MergeConflict> base, List<MergeConflict> ours, List<MergeConflict> theirs) {
    var united = new ArrayList<MergeConflict>();
    for (var conflict : ours) {
      if (has(theirs, conflict) || !has(base, conflict)) {
        united.add(conflict);
      }
    }
    for (var conflict : theirs) {
      if (!has(ours, conflict) && !has(base, conflict)) {
        united.add(conflict);
      }
    }
    return united;
  }

  private static boolean has(List<MergeConflict> conflicts, MergeConflict one) {
    for (var conflict : conflicts) {
      if (conflict.isSame(one)) {
        return true;
      }
    }
    return false;
  }

  private JsonObject object(
      List<String> path, JsonObject base, JsonObject ours, JsonObject theirs) {
    var merged = ours;
    var keys = new LinkedHashSet<String>();
    ours.members().forEach(member -> keys.add(member.key()));
    theirs.members().forEach(member -> keys.add(member.key()));
    var status = schema.status(path);
    if (status != null) {
      var fields = new ArrayList<>(status.companions());
      fields.addFirst(status.key());
      var subject = status.subject();
      if (subject != null && isAboutTwo(List.of(status.key(), subject), base, ours, theirs)) {
        fields.add(subject);
        record(
            new MergeConflict(
                schema.phase(path), path, picked(ours, fields), picked(theirs, fields)));
        merged = overlaid(ours, fields, oursLeads(ours, theirs) ? ours : theirs);
        fields.forEach(keys::remove);
      } else if (!Objects.equals(ours.string(status.key()), theirs.string(status.key()))) {
        merged = status(path, status, fields, base, ours, theirs);
        fields.forEach(keys::remove);
      }
    }
    for (var key : keys) {
      var now = ours.find(key);
      var next = value(plus(path, key), base.find(key), now, theirs.find(key));
      if (!Objects.equals(now, next)) {
        merged = next == null ? merged.without(key) : merged.with(key, next);
      }
    }
    return merged;
  }

  private @Nullable Json value(
      List<String> path, @Nullable Json base, @Nullable Json ours, @Nullable Json theirs) {
    if (Objects.equals(ours, theirs) || Objects.equals(base, theirs)) {
      return ours;
    }
    if (Objects.equals(base, ours)) {
      return theirs;
    }
    if (ours == null || theirs == null) {
      return ours == null ? theirs : ours;
    }
    if (ours instanceof JsonObject one && theirs instanceof JsonObject other) {
      if (schema.rule(path) == Rule.WHOLE) {
        return oursLeads(ours, theirs) ? ours : theirs;
      }
      return object(path, base instanceof JsonObject was ? was : JsonObject.EMPTY, one, other);
    }
    if (ours instanceof JsonArray one && theirs instanceof JsonArray other) {
      return array(path, base instanceof JsonArray was ? was : JsonArray.EMPTY, one, other);
    }
    return switch (schema.rule(path)) {
      case LEADER, WHOLE -> oursLeads(ours, theirs) ? ours : theirs;
      case EARLIEST -> compareTimes(ours, theirs) <= 0 ? ours : theirs;
      case LATEST -> compareTimes(ours, theirs) >= 0 ? ours : theirs;
      case GREATEST -> Double.compare(number(ours), number(theirs)) >= 0 ? ours : theirs;
      case CONFLICT -> conflict(path, ours, theirs);
    };
  }

  private Json conflict(List<String> path, Json ours, Json theirs) {
    var key = path.getLast();
    record(
        new MergeConflict(
            schema.phase(path),
            path.subList(0, path.size() - 1),
            JsonObject.EMPTY.with(key, ours),
            JsonObject.EMPTY.with(key, theirs)));
    return oursLeads(ours, theirs) ? ours : theirs;
  }

  /// Returns whether one side has changed a status and the other one what it is about.
  ///
  /// @param fields status and subject
  private static boolean isAboutTwo(
      List<String> fields, JsonObject base, JsonObject ours, JsonObject theirs) {
    var subject = fields.getLast();
    var was = picked(base, fields);
    return !Objects.equals(ours.find(subject), theirs.find(subject))
        && !was.equals(picked(ours, fields))
        && !was.equals(picked(theirs, fields));
  }

  /// Returns our object with the status and its companions of the side that counts.
  private JsonObject status(
      List<String> path,
      Status status,
      List<String> fields,
      JsonObject base,
      JsonObject ours,
      JsonObject theirs) {
    var was = base.string(status.key());
    var one = ours.string(status.key());
    var other = theirs.string(status.key());
    boolean our =
        Objects.equals(was, other)
            || (!Objects.equals(was, one)
                && (status.isFurther(one, other)
                    || (!status.isFurther(other, one) && oursLeads(ours, theirs))));
    var merged = overlaid(ours, fields, our ? ours : theirs);
    if (status.contradict(was, one, other)) {
      var reason = status.reason();
      if (reason != null) {
        var further = our ? ours : theirs;
        var less = our ? theirs : ours;
        var both = shown(further, fields) + " on one side of a git merge, ";
        return overlaid(merged, status.companions(), JsonObject.EMPTY)
            .with(status.key(), BLOCKED)
            .with(reason, both + shown(less, fields) + " on the other");
      }
      record(
          new MergeConflict(
              schema.phase(path), path, picked(ours, fields), picked(theirs, fields)));
    }
    return merged;
  }

  /// Returns a status with the texts that explain it, in parentheses.
  ///
  /// @param fields the status and its companions
  private static String shown(JsonObject side, List<String> fields) {
    var shown = new StringBuilder(String.valueOf(side.string(fields.getFirst())));
    for (var field : fields.subList(1, fields.size())) {
      var text = side.string(field);
      shown.append(text == null ? "" : " (" + text + ")");
    }
    return shown.toString();
  }

  private static JsonObject picked(JsonObject side, List<String> fields) {
    return overlaid(JsonObject.EMPTY, fields, side);
  }

  /// Returns an object with some fields as another one has them.
  private static JsonObject overlaid(JsonObject object, List<String> fields, JsonObject other) {
    var result = object;
    for (var field : fields) {
      var value = other.find(field);
      if (value == null) {
        result = result.without(field);
      } else if (!value.equals(result.find(field))) {
        result = result.with(field, value);
      }
    }
    return result;
  }

  private JsonArray array(List<String> path, JsonArray base, JsonArray ours, JsonArray theirs) {
    var key = schema.elementKey(path);
    var others = named(key, theirs);
    var before = named(key, base);
    var result = new ArrayList<Json>();
    var names = new HashSet<String>();
    for (var element : ours.elements()) {
      var name = name(key, element);
      names.add(name);
      var merged = value(plus(path, name), before.get(name), element, others.get(name));
      if (merged != null) {
        result.add(merged);
      }
    }
    for (var element : theirs.elements()) {
      var name = name(key, element);
      if (names.add(name)) {
        var merged = value(plus(path, name), before.get(name), null, element);
        if (merged != null) {
          result.add(merged);
        }
      }
    }
    return JsonArray.of(result);
  }

  private static Map<String, Json> named(@Nullable String key, JsonArray array) {
    var named = new HashMap<String, Json>();
    for (var element : array.elements()) {
      named.putIfAbsent(name(key, element), element);
    }
    return named;
  }

  /// Returns the name of an element: the text under its key, else its content.
  private static String name(@Nullable String key, Json element) {
    var text = key != null && element instanceof JsonObject object ? object.string(key) : null;
    return text == null ? element.toString() : text;
  }

  /// Returns a tree with conflicts decided and no longer recorded.
  public static JsonObject decide(
      Schema schema, JsonObject root, List<MergeConflict> decided, boolean ours) {
    var result = root;
    var open = new ArrayList<>(MergeConflict.in(root));
    for (var conflict : decided) {
      result = at(schema, List.of(), conflict.at(), result, conflict, ours);
      open.removeIf(conflict::equals);
    }
    return MergeConflict.into(result, open);
  }

  private static JsonObject at(
      Schema schema,
      List<String> path,
      List<String> rest,
      JsonObject object,
      MergeConflict conflict,
      boolean ours) {
    if (rest.isEmpty()) {
      return overlaid(object, conflict.fields(), conflict.side(ours));
    }
    var next = object.find(rest.getFirst());
    var below = plus(path, rest.getFirst());
    if (next instanceof JsonObject inner) {
      var changed = at(schema, below, rest.subList(1, rest.size()), inner, conflict, ours);
      return object.with(rest.getFirst(), changed);
    }
    if (next instanceof JsonArray array && rest.size() > 1) {
      var key = schema.elementKey(below);
      for (int i = 0; i < array.size(); i++) {
        if (array.get(i) instanceof JsonObject inner && name(key, inner).equals(rest.get(1))) {
          var changed =
              at(
                  schema,
                  plus(below, rest.get(1)),
                  rest.subList(2, rest.size()),
                  inner,
                  conflict,
                  ours);
          return object.with(rest.getFirst(), array.with(i, changed));
        }
      }
    }
    return object;
  }

  private static List<String> plus(List<String> path, String key) {
    var longer = new ArrayList<>(path);
    longer.add(key);
    return longer;
  }

  /// Compares times; of the same time, the spellings.
  private static int compareTimes(Json one, Json other) {
    int difference = time(one).compareTo(time(other));
    return difference == 0 ? one.toString().compareTo(other.toString()) : difference;
  }

  private static Instant time(@Nullable Json json) {
    return json instanceof JsonString text
        ? Timestamps.parse(text.value()).orElse(Instant.MIN)
        : Instant.MIN;
  }

  private static double number(Json json) {
    return json instanceof JsonNumber number ? number.doubleValue() : 0;
  }
}
