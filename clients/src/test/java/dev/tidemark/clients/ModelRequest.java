package dev.tidemark.clients;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.List;

/// One request that a client made for a response of the model.
///
/// @param protocol the provider's API
/// @param path the path with its query
/// @param body the request
record ModelRequest(Protocol protocol, String path, JsonObject body) {
  /// Returns all strings of the request, one below the other: everything the model is told.
  String text() {
    var text = new StringBuilder();
    collect(body, text);
    return text.toString();
  }

  /// Returns the names of the tools that the model may call.
  List<String> tools() {
    return protocol.tools(body);
  }

  /// Returns what the tools answered in this conversation so far, oldest first.
  List<String> results() {
    return protocol.results(body);
  }

  /// Returns whether this is a step of a conversation with tools, not a title or a summary that the
  /// client asks for on the side.
  boolean isStep() {
    return !tools().isEmpty();
  }

  /// Adds all strings of a value to a text.
  static void collect(Json value, StringBuilder text) {
    switch (value) {
      case JsonString string -> text.append(string.value()).append('\n');
      case JsonArray array -> array.elements().forEach(element -> collect(element, text));
      case JsonObject object -> object.members().forEach(member -> collect(member.value(), text));
      default -> {
        // Numbers and the like tell the model nothing.
      }
    }
  }

  /// Returns all strings of a value, one below the other.
  static String strings(Json value) {
    var text = new StringBuilder();
    collect(value, text);
    return text.toString().strip();
  }
}
