package dev.tidemark.history;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// JSON codec of redactions in the journal: `"states":[2,3],"notes":{"3":"digest"}`.
final class RedactedJson {
  private static final String STATES = "states";
  private static final String NOTES = "notes";
  private static final int DIGITS_MAX = 18;

  private RedactedJson() {}

  static void write(JsonObject.Builder json, Event.Redacted event) {
    var states = new ArrayList<Json>();
    for (long state : event.states()) {
      states.add(JsonNumber.of(state));
    }
    var notes = JsonObject.builder();
    for (var note : new TreeMap<>(event.notes()).entrySet()) {
      notes.add(Long.toString(note.getKey()), note.getValue());
    }
    json.add(STATES, JsonArray.of(states)).add(NOTES, notes.build());
  }

  static Event.@Nullable Redacted read(JsonObject json) {
    var array = json.array(STATES);
    var object = json.object(NOTES);
    if (array == null || object == null) {
      return null;
    }
    var states = new ArrayList<Long>();
    for (var element : array.elements()) {
      if (!(element instanceof JsonNumber number) || number.wholeValue().isEmpty()) {
        return null;
      }
      states.add(number.wholeValue().getAsLong());
    }
    var notes = new HashMap<Long, String>();
    for (var member : object.members()) {
      long entry = entry(member.key());
      if (entry < 0 || !(member.value() instanceof JsonString digest)) {
        return null;
      }
      notes.put(entry, digest.value());
    }
    return new Event.Redacted(states, notes);
  }

  private static long entry(String digits) {
    if (digits.isEmpty() || digits.length() > DIGITS_MAX) {
      return -1;
    }
    long entry = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      entry = 10 * entry + c - '0';
    }
    return entry;
  }
}
