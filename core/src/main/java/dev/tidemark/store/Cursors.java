package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How far each listener has been told the past: the history is what waits to be delivered, and a
/// cursor says where it goes on.
public interface Cursors {
  /// Takes a listener's cursor, so that nobody else moves it meanwhile. Close it to keep it.
  ///
  /// @param since where a listener begins that was never told anything
  /// @return null if somebody else has it: they deliver just now
  /// @throws StoreUnavailableException if the medium cannot be reached
  @Nullable Cursor take(String listener, Instant since);

  /// Returns where a listener stands, to look at only: it is not kept.
  ///
  /// @param since where a listener begins that was never told anything
  /// @throws StoreUnavailableException if the medium cannot be reached
  Cursor look(String listener, Instant since);

  /// One listener's cursor, in one hand.
  interface Cursor extends AutoCloseable {
    /// Returns the entry of a run that was delivered last; -1 if none was: then everything counts
    /// that was recorded at or after [#since].
    long last(CheckpointId run);

    /// Returns when the listener was first seen.
    Instant since();

    /// Says that a run was delivered up to an entry.
    void advance(CheckpointId run, long sequence);

    /// Returns what is wrong with the cursor, as the rest of a sentence that begins with the
    /// listener; empty if nothing is. One that is damaged begins where it may have stood, so that
    /// something is told twice rather than not at all.
    default String flaw() {
      return "";
    }

    /// Returns what is known of earlier failures.
    Trouble trouble();

    /// Notes that something could not be delivered, or that all is well again.
    void trouble(Trouble now);

    /// Keeps where it stands.
    ///
    /// @throws StoreUnavailableException if it cannot be kept; what was delivered is delivered
    ///   again
    @Override
    void close();
  }

  /// What is known of a listener's failures.
  ///
  /// @param failures how many there were since the last success
  /// @param notBefore when it is worth trying again; the epoch for at once
  record Trouble(int failures, Instant notBefore) {
    /// All is well.
    public static final Trouble NONE = new Trouble(0, Instant.EPOCH);
  }
}
