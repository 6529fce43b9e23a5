package dev.tidemark.dialects.state;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// List of texts that many changes are made to, each in the same time however long it is. Elements
/// that are no texts stay where they are.
final class TextList {
  private final Map<Object, Json> elements = new LinkedHashMap<>();

  /// The keys of the elements with a text: files that others wrote may have it twice.
  private final Map<String, List<Object>> keys = new HashMap<>();

  TextList(JsonArray array) {
    for (var element : array.elements()) {
      add(element);
    }
  }

  private void add(Json element) {
    var key = new Object();
    elements.put(key, element);
    if (element instanceof JsonString string) {
      var same = keys.get(string.value());
      if (same == null) {
        same = new ArrayList<>(1);
        keys.put(string.value(), same);
      }
      same.add(key);
    }
  }

  /// Appends a text that is not there.
  void include(String text) {
    if (!keys.containsKey(text)) {
      add(JsonString.of(text));
    }
  }

  /// Removes a text, wherever it is.
  void exclude(String text) {
    var same = keys.remove(text);
    if (same != null) {
      for (var key : same) {
        elements.remove(key);
      }
    }
  }

  JsonArray array() {
    return JsonArray.of(new ArrayList<>(elements.values()));
  }
}
