package dev.tidemark.clients;

import java.util.EnumSet;
import java.util.Set;

/// A way in which a model provider fails, with what the providers call it.
enum Failure {
  SERVER_ERROR(500, "api_error", "server_error", "INTERNAL"),
  RATE_LIMIT(429, "rate_limit_error", "rate_limit_exceeded", "RESOURCE_EXHAUSTED"),
  OVERLOADED(503, "overloaded_error", "server_is_overloaded", "UNAVAILABLE"),
  /// A response whose connection is closed in the middle of the stream.
  CUT(200, "", "", ""),
  /// A wrong key, which stays wrong.
  UNAUTHORIZED(401, "authentication_error", "invalid_api_key", "UNAUTHENTICATED"),
  /// An account without credit; each provider has a status and words of its own for that.
  UNPAID(429, "invalid_request_error", "insufficient_quota", "RESOURCE_EXHAUSTED");

  /// The failures after which the same request may succeed.
  static final Set<Failure> PASSING = EnumSet.complementOf(EnumSet.of(UNAUTHORIZED, UNPAID));

  private final int status;
  private final String anthropic;
  private final String openAi;
  private final String google;

  Failure(int status, String anthropic, String openAi, String google) {
    this.status = status;
    this.anthropic = anthropic;
    this.openAi = openAi;
    this.google = google;
  }

  /// Returns the message, which is that of a provider for an account without credit only.
  String message(String unpaid) {
    return this == UNPAID ? unpaid : "scripted failure";
  }

  /// Returns the HTTP status.
  int status() {
    return status;
  }

  String anthropic() {
    return anthropic;
  }

  String openAi() {
    return openAi;
  }

  String google() {
    return google;
  }
}
