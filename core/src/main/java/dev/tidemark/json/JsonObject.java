package dev.tidemark.json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A JSON object: its members in the order they were written, duplicate keys included.
///
/// Of members with the same key the last one counts, as in ECMAScript's `JSON.parse`.
public final class JsonObject extends Json {
  /// The object without members.
  public static final JsonObject EMPTY = new JsonObject(List.of(), NOWHERE, NOWHERE);

  /// Up to this many members, a scan is faster than a hash table and its memory.
  private static final int SCANNED_MAX = 16;

  /// The number of linear lookups in a large object before an index is built: most objects are
  /// searched once or twice.
  private static final int SCANS_MAX = 8;

  private final List<JsonMember> members;

  /// Counts the lookups that scanned. It does no harm if two threads count as one.
  private int scans;

  /// Hash index of a large object: key to position of its last member; built by the first lookup.
  private volatile @Nullable Map<String, Integer> index;

  JsonObject(List<JsonMember> members, int start, int end) {
    super(start, end);
    this.members = List.copyOf(members);
  }

  /// Returns an object of these members, duplicates included.
  public static JsonObject of(List<JsonMember> members) {
    return new JsonObject(members, NOWHERE, NOWHERE);
  }

  /// Returns a builder of an object.
  public static Builder builder() {
    return new Builder();
  }

  /// Returns the members, unmodifiable.
  public List<JsonMember> members() {
    return members;
  }

  /// Returns the number of members, duplicates counted.
  public int size() {
    return members.size();
  }

  /// Returns the keys that stand here more than once, each once, in order.
  public List<String> duplicates() {
    var seen = new HashSet<String>();
    var twice = new HashSet<String>();
    var duplicates = new ArrayList<String>();
    for (int i = 0; i < members.size(); i++) {
      var key = members.get(i).key();
      if (!seen.add(key) && twice.add(key)) {
        duplicates.add(key);
      }
    }
    return List.copyOf(duplicates);
  }

  /// Returns the value under that key, or null if there is none; a JSON `null` is a [JsonNull].
  public @Nullable Json find(String key) {
    int index = lastIndexOf(key);
    return index < 0 ? null : members.get(index).value();
  }

  /// Returns whether there is a value under that key, be it a JSON `null`.
  public boolean has(String key) {
    return lastIndexOf(key) >= 0;
  }

  /// Returns the string under that key, or null if there is none or something else.
  public @Nullable String string(String key) {
    return find(key) instanceof JsonString string ? string.value() : null;
  }

  /// Returns the object under that key, or null if there is none or something else.
  public @Nullable JsonObject object(String key) {
    return find(key) instanceof JsonObject object ? object : null;
  }

  /// Returns the array under that key, or null if there is none or something else.
  public @Nullable JsonArray array(String key) {
    return find(key) instanceof JsonArray array ? array : null;
  }

  /// Returns the number under that key, or null if there is none or something else.
  public @Nullable JsonNumber number(String key) {
    return find(key) instanceof JsonNumber number ? number : null;
  }

  /// Returns the elements of the array under that key; none if there is no array.
  public List<Json> elements(String key) {
    return find(key) instanceof JsonArray array ? array.elements() : List.of();
  }

  /// Returns the objects in the array under that key; none if there is no array.
  public List<JsonObject> objects(String key) {
    var objects = new ArrayList<JsonObject>();
    for (var element : elements(key)) {
      if (element instanceof JsonObject object) {
        objects.add(object);
      }
    }
    return objects;
  }

  /// Returns the strings in the array under that key; none if there is no array.
  public List<String> strings(String key) {
    return find(key) instanceof JsonArray array ? array.strings() : List.of();
  }

  /// Returns whether a JSON `true` stands under that key.
  public boolean isTrue(String key) {
    return find(key) instanceof JsonBoolean truth && truth.value();
  }

  /// Returns this object with the value under that key: in its place (the last one, of duplicates)
  /// or as a new last member.
  public JsonObject with(String key, Json value) {
    var changed = new ArrayList<>(members);
    int index = lastIndexOf(key);
    if (index < 0) {
      changed.add(JsonMember.of(key, value));
    } else {
      changed.set(index, JsonMember.of(key, value));
    }
    return of(changed);
  }

  /// Returns this object with the string under that key, see [#with(String,Json)].
  public JsonObject with(String key, String value) {
    return with(key, JsonString.of(value));
  }

  /// Returns this object with each member of another, as a sequence of [#with(String,Json)] would;
  /// in linear time.
  public JsonObject withAll(JsonObject others) {
    var changed = new ArrayList<>(members);
    var added = new HashMap<String, Integer>();
    for (int i = 0; i < others.members.size(); i++) {
      var member = others.members.get(i);
      int known = lastIndexOf(member.key());
      int position = known < 0 ? added.getOrDefault(member.key(), -1) : known;
      if (position < 0) {
        added.put(member.key(), changed.size());
        changed.add(JsonMember.of(member.key(), member.value()));
      } else {
        changed.set(position, JsonMember.of(member.key(), member.value()));
      }
    }
    return of(changed);
  }

  /// Returns this object without any member of that key.
  public JsonObject without(String key) {
    if (!has(key)) {
      return this;
    }
    var kept = new ArrayList<JsonMember>(members.size());
    for (int i = 0; i < members.size(); i++) {
      if (!members.get(i).key().equals(key)) {
        kept.add(members.get(i));
      }
    }
    return of(kept);
  }

  private int lastIndexOf(String key) {
    if (members.size() > SCANNED_MAX && (index != null || ++scans > SCANS_MAX)) {
      var position = index().get(key);
      return position == null ? -1 : position;
    }
    for (int i = members.size() - 1; i >= 0; i--) {
      if (members.get(i).key().equals(key)) {
        return i;
      }
    }
    return -1;
  }

  private Map<String, Integer> index() {
    var known = index;
    if (known == null) {
      known = HashMap.newHashMap(members.size());
      for (int i = 0; i < members.size(); i++) {
        known.put(members.get(i).key(), i);
      }
      index = known;
    }
    return known;
  }

  @Override
  public Kind kind() {
    return Kind.OBJECT;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof JsonObject that) || size() != that.size()) {
      return false;
    }
    for (int i = 0; i < members.size(); i++) {
      if (!members.get(i).equals(that.members.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = 0; i < members.size(); i++) {
      hash = 31 * hash + members.get(i).hashCode();
    }
    return hash;
  }

  /// Builder: collects the members of an object, in order; duplicate keys are kept.
  public static final class Builder {
    private final ArrayList<JsonMember> members = new ArrayList<>();

    private Builder() {}

    /// Adds a member.
    public Builder add(String key, Json value) {
      members.add(JsonMember.of(key, value));
      return this;
    }

    /// Adds a string.
    public Builder add(String key, String value) {
      return add(key, JsonString.of(value));
    }

    /// Adds a whole number.
    public Builder add(String key, long value) {
      return add(key, JsonNumber.of(value));
    }

    /// Adds a truth value.
    public Builder add(String key, boolean value) {
      return add(key, JsonBoolean.of(value));
    }

    /// Adds an array of strings.
    public Builder add(String key, List<String> values) {
      return add(key, JsonArray.ofStrings(values));
    }

    /// Adds the string, or a JSON `null` if there is none.
    public Builder addOrNull(String key, @Nullable String value) {
      return add(key, value == null ? JsonNull.NULL : JsonString.of(value));
    }

    /// Adds the string if there is one.
    public Builder addIfPresent(String key, @Nullable String value) {
      return value == null ? this : add(key, JsonString.of(value));
    }

    /// Returns the object with the members added so far.
    public JsonObject build() {
      return of(members);
    }
  }
}
