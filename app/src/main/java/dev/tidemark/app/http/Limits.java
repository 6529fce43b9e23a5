package dev.tidemark.app.http;

import java.time.Duration;

/// What one server bears.
///
/// @param body how long the body of a request may be, in bytes
/// @param perSecond how many requests one user may send for long
/// @param burst how many of them may come at once
/// @param connections how many connections are open at a time
/// @param listeners how many of them may listen for events
/// @param patience how long one piece of an answer, or a whole request, may be on its way
/// @param beat after how long a listener to whom nothing was said hears that all is well
public record Limits(
    int body,
    int perSecond,
    int burst,
    int connections,
    int listeners,
    Duration patience,
    Duration beat) {
  /// What is usual.
  public static final Limits USUAL =
      new Limits(1024 * 1024, 100, 400, 2_048, 200, Duration.ofSeconds(30), Duration.ofSeconds(15));
}
