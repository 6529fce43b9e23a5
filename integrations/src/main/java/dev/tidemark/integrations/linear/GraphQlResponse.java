package dev.tidemark.integrations.linear;

import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.fact.Fact;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// GraphQL response, or the kind of its failure.
///
/// @param data the response data; empty after a failure
/// @param problem why not; empty if it was
/// @param kind the kind of failure
/// @param retryAfter the requested pause (`Retry-After`); absent if there is none
record GraphQlResponse(JsonObject data, String problem, Kind kind, @Nullable Duration retryAfter) {
  /// The kind of failure.
  enum Kind {
    /// None.
    NONE,
    /// It may go better another time; it may even have been done.
    RETRYABLE,
    /// The key is not accepted.
    FORBIDDEN,
    /// The service rejected a well-formed request.
    DECLINED
  }

  static GraphQlResponse of(JsonObject data) {
    return new GraphQlResponse(data, "", Kind.NONE, null);
  }

  static GraphQlResponse failed(Kind kind, String problem) {
    return new GraphQlResponse(JsonObject.EMPTY, problem, kind, null);
  }

  boolean isSuccess() {
    return kind == Kind.NONE;
  }

  <T> Fact<T> unknown() {
    return Fact.unknown(problem);
  }
}
