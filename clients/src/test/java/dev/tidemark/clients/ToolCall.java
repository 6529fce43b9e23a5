package dev.tidemark.clients;

import dev.tidemark.json.JsonObject;

/// A tool call of the model, in the words of one client.
///
/// @param name the tool
/// @param input its arguments
/// @param freeText the input of a tool that takes text instead of JSON; empty for all others
/// @param namespace the group of tools it belongs to; empty for none
record ToolCall(String name, JsonObject input, String freeText, String namespace) {
  /// A call with JSON arguments, given as pairs of key and value.
  static ToolCall of(String name, String... pairs) {
    var input = JsonObject.builder();
    for (int i = 0; i < pairs.length; i += 2) {
      input.add(pairs[i], pairs[i + 1]);
    }
    return new ToolCall(name, input.build(), "", "");
  }

  /// A call with JSON arguments.
  static ToolCall of(String name, JsonObject input) {
    return new ToolCall(name, input, "", "");
  }

  /// A call of a tool that takes text.
  static ToolCall text(String name, String text) {
    return new ToolCall(name, JsonObject.EMPTY, text, "");
  }

  /// The same call of a tool in a group.
  ToolCall in(String group) {
    return new ToolCall(name, input, freeText, group);
  }
}
