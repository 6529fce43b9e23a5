package dev.tidemark.store;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lets one party at a time work on a run, for as long as it shows that it is there.
///
/// A lease ends by itself, by the clock of the store alone. Each new one has a larger *fence*: a
/// party that was asleep while another took over holds an old one, and whatever it still wants to
/// write is refused, however late it wakes up.
///
/// The past of a run that has begun tells who took it and who gave it back: the entry is there if
/// and only if that was done.
public interface Leases {
  /// Takes a run that is free, whose lease has ended, or that the same party has already. The run
  /// need not have begun.
  ///
  /// @param owner who takes it, told from all others
  /// @param lasting how long the lease lasts unless it is renewed; every change renews it
  /// @param signed who is said to have asked for it, and when
  /// @throws ClaimedException if somebody else has it; nothing was taken
  /// @throws StoreUnavailableException if the medium cannot be reached; nothing was taken
  /// @throws OutcomeUnknownException if the medium failed at the end; only [#holder] can tell
  Lease claim(CheckpointId id, String owner, Duration lasting, Signature signed);

  /// Makes a lease last for as long again from now.
  ///
  /// @throws StaleOwnerException if the run is somebody else's, or nobody's, by now
  /// @throws StoreUnavailableException if the medium cannot be reached; the lease goes on as before
  Lease renew(CheckpointId id, long fence);

  /// Gives a run back. One that is somebody else's by now stays so.
  ///
  /// @param signed who is said to have asked for it, and when
  /// @return whether it was held under that fence
  /// @throws StoreUnavailableException if the medium cannot be reached; the lease ends by itself
  boolean release(CheckpointId id, long fence, Signature signed);

  /// Returns who has a run now; empty if nobody has.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  Optional<Lease> holder(CheckpointId id);

  /// Returns all runs that somebody has now, with who has them.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  Map<CheckpointId, Lease> held();

  /// What an entry of the past says beside what happened.
  ///
  /// @param by who asked for it
  /// @param at when, by the clock of their machine
  record Signature(Actor by, Instant at) {}

  /// What somebody holds.
  ///
  /// @param owner who
  /// @param fence larger than that of anybody before
  /// @param since when they took it, by the clock of the store
  /// @param until when it ends, by the clock of the store
  /// @param from from whom it was taken, after their lease had ended; absent if from nobody
  record Lease(String owner, long fence, Instant since, Instant until, @Nullable String from) {}
}
