package dev.tidemark.dialect;

import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Flattens the fields of a JSON document to details, each with its path, such as
/// `state.current_task`. Unknown fields are included.
public final class JsonFields {
  private final Set<String> elsewhere;
  private final List<DocumentField> details = new ArrayList<>();

  private JsonFields(Set<String> elsewhere) {
    this.elsewhere = elsewhere;
  }

  /// Returns the fields of an object.
  ///
  /// @param path the prefix of their names; empty for a whole document
  /// @param elsewhere the paths of fields that are compared separately
  public static List<DocumentField> of(String path, JsonObject object, Set<String> elsewhere) {
    var all = new JsonFields(elsewhere);
    all.addMembers(path, object);
    return all.details;
  }

  private void addMembers(String path, JsonObject object) {
    for (var member : object.members()) {
      add(path.isEmpty() ? member.key() : path + "." + member.key(), member.value());
    }
  }

  private void add(String path, Json value) {
    if (elsewhere.contains(path)) {
      return;
    }
    if (value instanceof JsonObject object) {
      addMembers(path, object);
    } else if (value instanceof JsonArray array) {
      for (var element : array.elements()) {
        details.add(new DocumentField(path, text(element)));
      }
    } else {
      details.add(new DocumentField(path, text(value)));
    }
  }

  private static String text(Json value) {
    return switch (value) {
      case JsonString string -> string.value();
      case JsonNumber number -> number.spelling();
      default -> JsonText.compact(value);
    };
  }
}
