package dev.tidemark.store;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.ClaimedException;
import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.store.StoreException.StaleOwnerException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Leases: exclusive claims on runs with expiry and fencing.
///
/// A lease ends by itself, by the clock of the store alone. Each new lease has a larger *fence*: a
/// process that was suspended while another took over holds an old one, and all its later writes
/// are refused.
///
/// The journal of a run that has started records each claim and release: the entry exists if and
/// only if the claim or release succeeded.
public interface Leases {
  /// Claims a run that is unclaimed, expired, or already claimed by the same owner. The run need
  /// not have begun.
  ///
  /// @param owner the unique owner of the lease
  /// @param lasting how long the lease lasts unless it is renewed; every change renews it
  /// @param signed the actor and the time of the claim
  /// @throws ClaimedException if another actor holds it; nothing was changed
  /// @throws StoreUnavailableException if the medium cannot be reached; nothing was taken
  /// @throws OutcomeUnknownException if the medium failed at the end; only [#holder] shows the
  ///   outcome
  Lease claim(CheckpointId id, String owner, Duration lasting, Signature signed);

  /// Makes a lease last for as long again from now.
  ///
  /// @throws StaleOwnerException if the lease has passed to another actor, or expired
  /// @throws StoreUnavailableException if the medium cannot be reached; the lease is unchanged
  Lease renew(CheckpointId id, long fence);

  /// Gives a run back. A lease of another actor stays unchanged.
  ///
  /// @param signed the actor and the time of the claim
  /// @return whether it was held under that fence
  /// @throws StoreUnavailableException if the medium cannot be reached; the lease ends by itself
  boolean release(CheckpointId id, long fence, Signature signed);

  /// Returns the current lease of a run; empty if it is unclaimed.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  Optional<Lease> holder(CheckpointId id);

  /// Returns all current leases by run.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  Map<CheckpointId, Lease> currentLeases();

  /// Metadata of the journal entry for a claim.
  ///
  /// @param by the actor
  /// @param at when, by the clock of their machine
  record Signature(Actor by, Instant at) {}

  /// Lease of a run: owner, fence and expiry.
  ///
  /// @param owner the owner
  /// @param fence larger than every earlier one
  /// @param since when they took it, by the clock of the store
  /// @param until when it ends, by the clock of the store
  /// @param from the owner of the expired lease that was taken over; absent if there was none
  record Lease(String owner, long fence, Instant since, Instant until, @Nullable String from) {}
}
