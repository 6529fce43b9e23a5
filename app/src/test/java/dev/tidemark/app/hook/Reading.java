package dev.tidemark.app.hook;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// Reads an answer as its agent does.
public record Reading(Agent agent) {
  /// Returns what the model is told.
  String context(Ran ran) {
    return told(ran.json());
  }

  /// Returns what a document tells the model.
  public String told(JsonObject json) {
    var context =
        switch (agent) {
          case CLAUDE_CODE, CODEX, GEMINI, QWEN -> inner(json).string("additionalContext");
          case CURSOR -> json.string("additional_context");
          case OPENCODE -> json.string("context");
        };
    return String.valueOf(context);
  }

  /// Returns why something was not let; null if it was.
  @Nullable String refusal(Ran ran) {
    if (!blocks(ran)) {
      return null;
    }
    var json = ran.json();
    return switch (agent) {
      case CLAUDE_CODE, CODEX, QWEN ->
          json.has("decision")
              ? json.string("reason")
              : inner(json).string("permissionDecisionReason");
      case GEMINI -> json.string("reason");
      case CURSOR -> json.string(json.has("continue") ? "user_message" : "agent_message");
      case OPENCODE -> json.string("deny");
    };
  }

  /// Returns whether the agent takes the answer for a no.
  boolean blocks(Ran ran) {
    return switch (agent) {
      case CLAUDE_CODE, CODEX, QWEN -> ran.exit() == 2;
      case GEMINI -> ran.out().contains("\"decision\":\"deny\"");
      case CURSOR ->
          ran.out().contains("\"permission\":\"deny\"") || ran.out().contains("\"continue\":false");
      case OPENCODE -> ran.out().contains("\"deny\"");
    };
  }

  static JsonObject inner(JsonObject json) {
    var inner = json.object("hookSpecificOutput");
    return inner == null ? JsonObject.EMPTY : inner;
  }
}
