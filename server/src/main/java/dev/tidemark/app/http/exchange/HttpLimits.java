package dev.tidemark.app.http.exchange;

import java.time.Duration;

/// Resource limits of a server.
///
/// @param body how long the body of a request may be, in bytes
/// @param perSecond how many requests one user may send for long
/// @param burst how many of them may come at once
/// @param connections how many connections are open at a time
/// @param listeners the limit of concurrent event streams among them
/// @param patience how long one piece of an answer, or a whole request, may be on its way
/// @param beat the interval of keep-alive messages to an idle subscriber
public record HttpLimits(
    int body,
    int perSecond,
    int burst,
    int connections,
    int listeners,
    Duration patience,
    Duration beat) {
  /// The default limits.
  public static final HttpLimits USUAL =
      new HttpLimits(
          1024 * 1024, 100, 400, 2_048, 200, Duration.ofSeconds(30), Duration.ofSeconds(15));
}
