package dev.tidemark.app.mcp;

import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import org.jspecify.annotations.Nullable;

/// MCP tools, in the order they are listed. Few, because an agent pays for the whole list in every
/// session: a test holds it to 2,500 tokens.
enum Tool {
  STATUS("tidemark_status", Effect.LOOKS, ReadTools.STATUS),
  RESUME("tidemark_resume", Effect.LOOKS, ReadTools.RESUME),
  HISTORY("tidemark_history", Effect.LOOKS, ReadTools.HISTORY),
  CHECK("tidemark_check", Effect.LOOKS, ReadTools.CHECK),
  UPDATE("tidemark_update", Effect.CHANGES, ChangeTools.UPDATE),
  APPROVE("tidemark_approve", Effect.ASKS, ChangeTools.APPROVE);

  /// The effect of a tool.
  private enum Effect {
    LOOKS,
    CHANGES,
    ASKS
  }

  private final String word;
  private final Effect effect;
  private final String text;

  Tool(String word, Effect effect, String text) {
    this.word = word;
    this.effect = effect;
    this.text = text;
  }

  /// Returns its name.
  public String word() {
    return word;
  }

  /// Returns whether calls are carried out one by one, in the order they come.
  boolean isOrdered() {
    return effect == Effect.CHANGES;
  }

  /// Returns whether a person has to agree to each call.
  boolean asks() {
    return effect == Effect.ASKS;
  }

  /// Returns its entry in the list of tools.
  JsonObject definition() {
    return (JsonObject) JsonText.parse(text);
  }

  /// Returns the schema of its arguments.
  JsonObject input() {
    var input = definition().object("inputSchema");
    if (input == null) {
      throw new IllegalStateException(word + " has no schema for its arguments");
    }
    return input;
  }

  /// Returns whether a call reads the project: all do but the frequent query for the context
  /// budget.
  static boolean looksAtTheProject(JsonObject params) {
    var arguments = params.object("arguments");
    boolean room =
        CHECK.word.equals(params.string("name"))
            && arguments != null
            && "context".equals(arguments.string("what"));
    return !room;
  }

  /// Returns the tool of that name; null if there is none.
  static @Nullable Tool named(@Nullable String word) {
    for (var tool : values()) {
      if (tool.word.equals(word)) {
        return tool;
      }
    }
    return null;
  }
}
