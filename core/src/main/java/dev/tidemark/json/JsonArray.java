package dev.tidemark.json;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A JSON array.
public final class JsonArray extends Json {
  /// The array without elements.
  public static final JsonArray EMPTY = new JsonArray(List.of(), NOWHERE, NOWHERE);

  private final List<Json> elements;

  JsonArray(List<Json> elements, int start, int end) {
    super(start, end);
    this.elements = List.copyOf(elements);
  }

  /// Returns an array of these.
  public static JsonArray of(List<? extends Json> elements) {
    return new JsonArray(List.copyOf(elements), NOWHERE, NOWHERE);
  }

  /// Returns an array of these.
  public static JsonArray of(Json... elements) {
    return of(List.of(elements));
  }

  /// Returns an array of strings.
  public static JsonArray ofStrings(List<String> values) {
    var elements = new ArrayList<Json>(values.size());
    for (int i = 0; i < values.size(); i++) {
      elements.add(JsonString.of(values.get(i)));
    }
    return of(elements);
  }

  /// Returns the elements, unmodifiable.
  public List<Json> elements() {
    return elements;
  }

  /// Returns the number of elements.
  public int size() {
    return elements.size();
  }

  /// Returns the element at that index, counted from 0.
  public Json get(int index) {
    return elements.get(index);
  }

  /// Returns the values of those elements that are strings, in order.
  public List<String> strings() {
    var strings = new ArrayList<String>(elements.size());
    for (int i = 0; i < elements.size(); i++) {
      if (elements.get(i) instanceof JsonString string) {
        strings.add(string.value());
      }
    }
    return List.copyOf(strings);
  }

  /// Returns this array with one more element at its end.
  public JsonArray plus(Json element) {
    var changed = new ArrayList<>(elements);
    changed.add(element);
    return of(changed);
  }

  /// Returns this array with another element at that index.
  public JsonArray with(int index, Json element) {
    var changed = new ArrayList<>(elements);
    changed.set(index, element);
    return of(changed);
  }

  /// Returns this array without the element at that index.
  public JsonArray without(int index) {
    var changed = new ArrayList<>(elements);
    changed.remove(index);
    return of(changed);
  }

  @Override
  public Kind kind() {
    return Kind.ARRAY;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof JsonArray that) || size() != that.size()) {
      return false;
    }
    for (int i = 0; i < elements.size(); i++) {
      if (!elements.get(i).equals(that.elements.get(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = 0; i < elements.size(); i++) {
      hash = 31 * hash + elements.get(i).hashCode();
    }
    return hash;
  }
}
