package dev.tidemark.port;

import java.time.Duration;

/// Webhook subscriber port: receives events after they were recorded. Its answer does not affect
/// the run.
public interface Subscriber {
  /// Returns its unique name.
  String name();

  /// Returns whether the subscription includes the announcement.
  boolean accepts(Announcement announcement);

  /// Returns the number of retries after a temporary failure.
  int retries();

  /// Delivers an announcement once. An announcement may be delivered again, with the same id.
  ///
  /// @param patience how long that may take
  DeliveryResult deliver(Announcement announcement, Duration patience);

  /// Returns the message for people; without addresses and keys.
  String preview(Announcement announcement);
}
