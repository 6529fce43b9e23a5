package dev.tidemark.runner;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Reply of an agent, read from the envelope that its program prints.
///
/// @param text the text in which the response is; empty if there is none
/// @param failure why there is none, in words; absent if the agent reports no failure
/// @param kind how to go on after a failure
/// @param cost what it cost in US dollars; absent if unknown
/// @param tokens how many tokens it used; absent if unknown
/// @param session the agent's own name of its session; absent if unknown
/// @param version the version of the agent; absent if unknown
record AgentReply(
    String text,
    @Nullable String failure,
    Failure kind,
    @Nullable BigDecimal cost,
    @Nullable Long tokens,
    @Nullable String session,
    @Nullable String version) {

  /// The kinds of failures.
  enum Failure {
    /// Another attempt may succeed.
    RETRY,
    /// The provider limits the rate: another attempt may succeed later.
    RATE_LIMIT,
    /// Only a person can help: a wrong key, an unknown model, no credit.
    PERMANENT,
    /// The agent itself has reached a limit of cost.
    BUDGET
  }

  static AgentReply of(String text) {
    return new AgentReply(text, null, Failure.RETRY, null, null, null, null);
  }

  static AgentReply failed(String failure, Failure kind) {
    return new AgentReply("", failure, kind, null, null, null, null);
  }

  AgentReply spending(@Nullable BigDecimal dollars, @Nullable Long used) {
    return new AgentReply(text, failure, kind, dollars, used, session, version);
  }

  AgentReply by(@Nullable String name, @Nullable String number) {
    return new AgentReply(text, failure, kind, cost, tokens, name, number);
  }
}
