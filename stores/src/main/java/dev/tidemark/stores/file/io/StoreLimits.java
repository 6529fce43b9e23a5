package dev.tidemark.stores.file.io;

/// Timeouts and limits of a store.
///
/// @param patienceMillis how long a writer waits for others
/// @param networkFileSystems whether documents may be written on file systems whose locks may be
///   invisible to other machines
public record StoreLimits(long patienceMillis, boolean networkFileSystems) {
  /// Waits five seconds, and refuses network file systems.
  public static final StoreLimits USUAL = new StoreLimits(5_000, false);
}
