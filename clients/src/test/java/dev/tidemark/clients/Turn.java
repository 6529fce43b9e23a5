package dev.tidemark.clients;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One scripted response of the model.
///
/// @param failure how the provider fails in place of it; null where it does not
/// @param text what the model writes, may be empty
/// @param calls the tools it calls
/// @param inputTokens how full the context is, as the provider's usage reports it
record Turn(@Nullable Failure failure, String text, List<ToolCall> calls, int inputTokens) {
  private static final int USUAL_TOKENS = 1000;

  /// A response of text, which ends the turn of the agent.
  static Turn say(String text) {
    return new Turn(null, text, List.of(), USUAL_TOKENS);
  }

  /// A response that calls tools.
  static Turn call(ToolCall... calls) {
    return new Turn(null, "", List.of(calls), USUAL_TOKENS);
  }

  /// A failure of the provider.
  static Turn failing(Failure failure) {
    return new Turn(failure, "A response that does not come to its end.", List.of(), USUAL_TOKENS);
  }

  /// Reports another number of input tokens.
  Turn tokens(int number) {
    return new Turn(failure, text, calls, number);
  }
}
