package dev.tidemark.world;

import java.time.Duration;

/// Webhook subscriber port: receives events after they were recorded. Its answer does not affect
/// the run.
public interface Listener {
  /// Returns what it is called; no two have the same name.
  String name();

  /// Returns whether the subscription includes the announcement.
  boolean wants(Announcement announcement);

  /// Returns how often it is told again where that may help, beyond the first time.
  int retries();

  /// Tells it once. It may be told the same again, with the same id.
  ///
  /// @param patience how long that may take
  Receipt hear(Announcement announcement, Duration patience);

  /// Returns what it would be told, for people; without addresses and keys.
  String preview(Announcement announcement);
}
