package dev.tidemark.app.hook.event;

import org.jspecify.annotations.Nullable;

/// Hook response, before it is encoded for the agent.
///
/// @param context the context for the model; absent if there is none
/// @param refusal the reason of blocking the agent's action; absent if it is allowed
/// @param message the message for the user; absent if there is none
public record HookAnswer(
    @Nullable String context, @Nullable String refusal, @Nullable String message) {
  /// The empty response: the agent continues.
  public static final HookAnswer NOTHING = new HookAnswer(null, null, null);

  /// Returns something for the model.
  public static HookAnswer context(String text) {
    return new HookAnswer(text, null, null);
  }

  /// Returns a no, which ends with the next step.
  public static HookAnswer refusal(String reason) {
    return new HookAnswer(null, reason, null);
  }

  /// Returns a response with the same text for model and user.
  public static HookAnswer forModelAndUser(String text) {
    return new HookAnswer(text, null, text);
  }
}
