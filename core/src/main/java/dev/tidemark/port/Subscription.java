package dev.tidemark.port;

import java.time.Duration;
import java.util.List;

/// Subscription: the events and workflows that a subscriber receives, with its retry limits.
///
/// @param name the name of the subscriber
/// @param events the selected events
/// @param workflows the selected workflows; empty for all
/// @param timeout how long telling it once may take
/// @param retries the number of retries
public record Subscription(
    String name, List<String> events, List<String> workflows, Duration timeout, int retries) {
  /// Takes its own copies of the lists.
  public Subscription {
    events = List.copyOf(events);
    workflows = List.copyOf(workflows);
  }

  /// Returns whether this is wanted.
  public boolean accepts(Announcement announcement) {
    return events.contains(announcement.event())
        && (workflows.isEmpty() || workflows.contains(announcement.run().workflow()));
  }

  /// Returns how long telling it once may take, where only so much time is left.
  public Duration timeoutWithin(Duration left) {
    return left.compareTo(timeout) < 0 ? left : timeout;
  }
}
