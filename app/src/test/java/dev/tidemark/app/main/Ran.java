package dev.tidemark.app.main;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What came of one command.
///
/// @param exit the exit code
/// @param out everything on standard output
/// @param err everything on standard error
public record Ran(int exit, String out, String err) {
  /// Returns the one JSON document on standard output.
  ///
  /// @throws AssertionError if there is none, or anything else beside it
  public JsonObject json() {
    boolean oneLine = out.endsWith("\n") && out.indexOf('\n') == out.length() - 1;
    if (oneLine && JsonText.parse(out) instanceof JsonObject object) {
      return object;
    }
    throw new AssertionError("not exactly one JSON object: " + this);
  }

  /// Returns a text in the document.
  public @Nullable String string(String key) {
    return json().string(key);
  }

  /// Returns one text of each object in an array of the document.
  public List<String> each(String array, String key) {
    var values = new ArrayList<String>();
    var found = json().array(array);
    for (var element : found == null ? JsonArray.EMPTY.elements() : found.elements()) {
      values.add(String.valueOf(((JsonObject) element).string(key)));
    }
    return values;
  }

  /// Returns the string under that key of each member of an array that is marked as chosen.
  public List<String> chosen(String array, String key) {
    var chosen = new ArrayList<String>();
    for (var element : json().array(array).elements()) {
      var object = (JsonObject) element;
      if (object.isTrue("chosen")) {
        chosen.add(object.string(key));
      }
    }
    return chosen;
  }

  /// Returns the lines on standard output.
  public List<String> lines() {
    return out.lines().toList();
  }

  /// Returns the messages on standard error, each with its hint if one follows on the next line.
  public List<String> complaints() {
    var complaints = new ArrayList<String>();
    for (var line : err.lines().toList()) {
      if (line.startsWith("hint: ") && !complaints.isEmpty()) {
        complaints.addLast(complaints.removeLast() + "\n" + line);
      } else {
        complaints.add(line);
      }
    }
    return complaints;
  }
}
