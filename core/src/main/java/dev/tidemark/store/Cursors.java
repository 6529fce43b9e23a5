package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Delivery cursors: the position of each subscriber in the history of runs.
public interface Cursors {
  /// Locks a subscriber's cursor, so that no other process moves it meanwhile. Close it to keep it.
  ///
  /// @param since the starting position of a new subscriber
  /// @return null if another process holds it and delivers now
  /// @throws StoreUnavailableException if the medium cannot be reached
  @Nullable Cursor lock(String listener, Instant since);

  /// Returns a read-only copy of a subscriber's cursor.
  ///
  /// @param since the starting position of a new subscriber
  /// @throws StoreUnavailableException if the medium cannot be reached
  Cursor read(String listener, Instant since);

  /// Locked cursor of one subscriber.
  interface Cursor extends AutoCloseable {
    /// Returns the entry of a run that was delivered last; -1 if none was: then everything counts
    /// that was recorded at or after [#since].
    long lastDelivered(CheckpointId run);

    /// Returns when the subscriber was first seen.
    Instant since();

    /// Moves the cursor of a run to an entry.
    void advance(CheckpointId run, long sequence);

    /// Returns the damage of the cursor, as the rest of a sentence that begins with the subscriber;
    /// empty if there is none. A damaged cursor restarts at its earliest possible position, so that
    /// an announcement is delivered twice rather than lost.
    default String damage() {
      return "";
    }

    /// Returns the earlier failures.
    Backoff backoff();

    /// Notes that something could not be delivered, or that all is well again.
    void backoff(Backoff now);

    /// Keeps where it stands.
    ///
    /// @throws StoreUnavailableException if it cannot be saved; the announcements are delivered
    ///   again
    @Override
    void close();
  }

  /// Backoff state of a subscriber: its failures since the last success.
  ///
  /// @param failures how many there were since the last success
  /// @param notBefore when it is worth trying again; the epoch for at once
  record Backoff(int failures, Instant notBefore) {
    /// All is well.
    public static final Backoff NONE = new Backoff(0, Instant.EPOCH);
  }
}
