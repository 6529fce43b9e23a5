package dev.tidemark.clients;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;

/// The API of one model provider, as far as the clients use it.
interface Protocol {
  /// Returns whether a request to this path asks for a response of the model.
  boolean serves(String path);

  /// Returns the names of the tools that a request offers.
  List<String> tools(JsonObject request);

  /// Returns the tool results in a request, oldest first.
  List<String> results(JsonObject request);

  /// Returns the response of a provider that fails.
  Reply failure(Failure failure);

  /// Returns a response, streamed if the request asks for it.
  Reply reply(Turn turn, JsonObject request, String path);

  /// An HTTP response.
  ///
  /// @param status the status
  /// @param type the media type
  /// @param body the whole body
  /// @param isCut whether the connection is closed after the first half of it
  public record Reply(int status, String type, String body, boolean isCut) {
    static Reply json(JsonObject body) {
      return failure(200, body);
    }

    static Reply failure(int status, JsonObject body) {
      return new Reply(status, "application/json", JsonText.compact(body), false);
    }

    /// The same response, cut in the middle.
    Reply cut() {
      return new Reply(status, type, body, true);
    }

    /// Server-sent events, each named by its `type` where it has one.
    static Reply events(List<JsonObject> events) {
      var stream = new StringBuilder();
      for (var event : events) {
        var type = event.string("type");
        if (type != null) {
          stream.append("event: ").append(type).append('\n');
        }
        stream.append("data: ").append(JsonText.compact(event)).append("\n\n");
      }
      return new Reply(200, "text/event-stream", stream.toString(), false);
    }
  }

  /// Returns the elements of an array that are objects; none where there is no array.
  static List<JsonObject> objects(JsonObject owner, String key) {
    var found = new ArrayList<JsonObject>();
    if (owner.find(key) instanceof JsonArray array) {
      for (Json element : array.elements()) {
        if (element instanceof JsonObject object) {
          found.add(object);
        }
      }
    }
    return found;
  }

  /// Builds an object from pairs of key and value.
  static JsonObject object(Object... pairs) {
    var built = JsonObject.builder();
    for (int i = 0; i < pairs.length; i += 2) {
      var key = (String) pairs[i];
      switch (pairs[i + 1]) {
        case Json value -> built.add(key, value);
        case String value -> built.add(key, value);
        case Integer value -> built.add(key, (long) value);
        case Boolean value -> built.add(key, value);
        default -> throw new IllegalArgumentException(key);
      }
    }
    return built.build();
  }
}
