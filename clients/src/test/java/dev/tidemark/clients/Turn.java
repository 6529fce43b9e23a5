package dev.tidemark.clients;

import java.util.List;

/// One scripted response of the model.
///
/// @param status the HTTP status; anything but 200 is an error
/// @param text what the model writes, may be empty
/// @param calls the tools it calls
/// @param inputTokens how full the context is, as the provider's usage reports it
record Turn(int status, String text, List<ToolCall> calls, int inputTokens) {
  private static final int OK = 200;
  private static final int USUAL_TOKENS = 1000;

  /// A response of text, which ends the turn of the agent.
  static Turn say(String text) {
    return new Turn(OK, text, List.of(), USUAL_TOKENS);
  }

  /// A response that calls tools.
  static Turn call(ToolCall... calls) {
    return new Turn(OK, "", List.of(calls), USUAL_TOKENS);
  }

  /// A failure of the provider.
  static Turn error(int status) {
    return new Turn(status, "", List.of(), USUAL_TOKENS);
  }

  /// Reports another number of input tokens.
  Turn tokens(int number) {
    return new Turn(status, text, calls, number);
  }

  boolean isError() {
    return status != OK;
  }
}
