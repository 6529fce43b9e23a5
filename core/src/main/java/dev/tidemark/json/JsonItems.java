package dev.tidemark.json;

import java.util.HashMap;
import java.util.List;

/// Uniform view of the items of an array or object: an object's item starts with its key.
final class JsonItems {
  private static final int NEW = -1;

  private final Json container;
  private final List<Json> elements;
  private final List<JsonMember> members;
  private final boolean isObject;

  private JsonItems(Json container, List<Json> elements, List<JsonMember> members) {
    this.container = container;
    this.elements = elements;
    this.members = members;
    this.isObject = container.kind() == Json.Kind.OBJECT;
  }

  static JsonItems of(JsonObject object) {
    return new JsonItems(object, List.of(), object.members());
  }

  static JsonItems of(JsonArray array) {
    return new JsonItems(array, array.elements(), List.of());
  }

  Json container() {
    return container;
  }

  boolean isObject() {
    return isObject;
  }

  int start() {
    return container.start();
  }

  int end() {
    return container.end();
  }

  int size() {
    return isObject ? members.size() : elements.size();
  }

  int itemStart(int index) {
    return isObject ? members.get(index).keyStart() : elements.get(index).start();
  }

  int itemEnd(int index) {
    return value(index).end();
  }

  /// Returns where the key of an object's item ends.
  int keyEnd(int index) {
    return members.get(index).keyEnd();
  }

  Json value(int index) {
    return isObject ? members.get(index).value() : elements.get(index);
  }

  void writeKey(int index, JsonWriter writer, StringBuilder out, JsonLayout layout) {
    if (isObject) {
      writer.quote(members.get(index).key());
      out.append(layout.colon());
    }
  }

  /// Returns for each of these items the index of the old one it continues, or -1 if it is new.
  int[] origins(JsonItems was) {
    return isObject ? byKey(was) : byPlace(was);
  }

  /// Pairs members by key, the first of a key with the first, the second with the second.
  private int[] byKey(JsonItems was) {
    var origins = new int[size()];
    int same = 0;
    while (same < size() && same < was.size() && key(same).equals(was.key(same))) {
      origins[same] = same;
      same++;
    }
    if (same == size()) {
      return origins;
    }
    var first = new HashMap<String, Integer>();
    var following = new int[was.size()];
    for (int i = was.size() - 1; i >= same; i--) {
      var later = first.put(was.key(i), i);
      following[i] = later == null ? NEW : later;
    }
    for (int i = same; i < origins.length; i++) {
      var origin = first.remove(key(i));
      origins[i] = origin == null ? NEW : origin;
      if (origin != null && following[origin] != NEW) {
        first.put(key(i), following[origin]);
      }
    }
    return origins;
  }

  /// Pairs the equal elements at both ends, and those between by their place.
  private int[] byPlace(JsonItems was) {
    int shorter = Math.min(size(), was.size());
    int head = 0;
    while (head < shorter && value(head).equals(was.value(head))) {
      head++;
    }
    int tail = 0;
    while (tail < shorter - head
        && value(size() - 1 - tail).equals(was.value(was.size() - 1 - tail))) {
      tail++;
    }
    var origins = new int[size()];
    for (int i = 0; i < origins.length; i++) {
      if (i >= size() - tail) {
        origins[i] = i - size() + was.size();
      } else {
        origins[i] = i < was.size() - tail ? i : NEW;
      }
    }
    return origins;
  }

  private String key(int index) {
    return members.get(index).key();
  }
}
