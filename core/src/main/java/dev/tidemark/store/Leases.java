package dev.tidemark.store;

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
public interface Leases {
  /// Takes a run that is free, whose lease has ended, or that the same party has already. The run
  /// need not have begun.
  ///
  /// @param owner who takes it, told from all others
  /// @param lasting how long the lease lasts unless it is renewed; every change renews it
  /// @throws ClaimedException if somebody else has it; nothing was taken
  /// @throws StoreUnavailableException if the medium cannot be reached; nothing was taken
  Lease claim(CheckpointId id, String owner, Duration lasting);

  /// Makes a lease last for as long again from now.
  ///
  /// @throws StaleOwnerException if the run is somebody else's, or nobody's, by now
  /// @throws StoreUnavailableException if the medium cannot be reached; the lease goes on as before
  Lease renew(CheckpointId id, long fence);

  /// Gives a run back. One that is somebody else's by now stays so.
  ///
  /// @return whether it was held under that fence
  /// @throws StoreUnavailableException if the medium cannot be reached; the lease ends by itself
  boolean release(CheckpointId id, long fence);

  /// Returns who has a run now; empty if nobody has.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  Optional<Lease> holder(CheckpointId id);

  /// Returns all runs that somebody has now, with who has them.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  Map<CheckpointId, Lease> held();

  /// What somebody holds.
  ///
  /// @param owner who
  /// @param fence larger than that of anybody before
  /// @param since when they took it, by the clock of the store
  /// @param until when it ends, by the clock of the store
  /// @param from from whom it was taken, after their lease had ended; absent if from nobody
  record Lease(String owner, long fence, Instant since, Instant until, @Nullable String from) {}
}
