package dev.tidemark.app.hook;

import org.jspecify.annotations.Nullable;

/// Hook response, before it is encoded for the agent.
///
/// @param context what the model is told; absent if nothing
/// @param refusal why the agent must not do what it is about to do; absent if it may
/// @param message what the user is told; absent if nothing
public record HookAnswer(
    @Nullable String context, @Nullable String refusal, @Nullable String message) {
  /// The empty response: the agent continues.
  public static final HookAnswer NOTHING = new HookAnswer(null, null, null);

  /// Returns something for the model.
  static HookAnswer context(String text) {
    return new HookAnswer(text, null, null);
  }

  /// Returns a no, which ends with the next step.
  static HookAnswer refusal(String reason) {
    return new HookAnswer(null, reason, null);
  }

  /// Returns something that model and user are both told.
  static HookAnswer both(String text) {
    return new HookAnswer(text, null, text);
  }
}
