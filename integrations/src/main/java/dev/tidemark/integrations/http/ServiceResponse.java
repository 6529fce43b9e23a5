package dev.tidemark.integrations.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// HTTP response, or the reason of its failure.
///
/// @param status the status of HTTP; 0 if nothing came back
/// @param body the response body; empty for none
/// @param retryAfter the requested pause (`Retry-After`); absent if there is none
/// @param problem why nothing came back, without a word of the address or a key; empty if something
///   did
/// @param sent whether the request may have arrived
public record ServiceResponse(
    int status, String body, @Nullable Duration retryAfter, String problem, boolean sent) {
  /// The request was not sent.
  static ServiceResponse unsent(String problem) {
    return new ServiceResponse(0, "", null, problem, false);
  }

  /// The request may have arrived.
  static ServiceResponse lost(String problem) {
    return new ServiceResponse(0, "", null, problem, true);
  }

  /// Returns whether the service took it.
  public boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  /// Returns whether it may go better another time: nothing came back, there were too many
  /// requests, or the service itself is in trouble.
  public boolean isRetryable() {
    return status == 0 || status == 408 || status == 429 || status >= 500;
  }

  /// Returns why it was not taken, for people.
  public String reason() {
    if (status == 0) {
      return problem;
    }
    if (status >= 300 && status < 400) {
      return "it answered " + status + ", which leads elsewhere and is not followed";
    }
    return switch (status) {
      case 401, 403 -> "it answered " + status + ": the key is not accepted";
      case 429 -> "it answered 429: too many requests" + wait(retryAfter);
      default -> "it answered " + status;
    };
  }

  private static String wait(@Nullable Duration retryAfter) {
    return retryAfter == null ? "" : "; again in " + retryAfter.toSeconds() + " seconds";
  }
}
