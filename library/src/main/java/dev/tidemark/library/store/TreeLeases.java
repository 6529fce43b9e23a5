package dev.tidemark.library.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Leases;
import dev.tidemark.store.Leases.Lease;
import dev.tidemark.store.Leases.Signature;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Leases of this work tree: claims and releases runs. Its claims are stored in the work tree, so
/// that every process in it may change the run, except after a takeover.
public final class TreeLeases {
  private final Leases leases;
  private final LeaseFiles held;

  TreeLeases(Leases leases, LeaseFiles held) {
    this.leases = leases;
    this.held = held;
  }

  /// Claims a run, see [Leases#claim].
  public Lease claim(CheckpointId id, String owner, Duration lasting, Signature signed) {
    var lease = leases.claim(id, owner, lasting, signed);
    held.keep(id, lease.fence());
    return lease;
  }

  /// Renews a claim for the same duration from now, see [Leases#renew].
  public Lease renew(CheckpointId id, long fence) {
    return leases.renew(id, fence);
  }

  /// Gives a run back, or forgets that this work tree once had it.
  ///
  /// @param signed the actor and the time of the claim
  /// @return whether this work tree had claimed the run
  public boolean release(CheckpointId id, Signature signed) {
    long fence = held.fence(id);
    boolean ours = fence != 0 && leases.release(id, fence, signed);
    held.forget(id);
    return ours;
  }

  /// Returns the current lease of a run; empty if it is unclaimed.
  public Optional<Lease> holder(CheckpointId id) {
    return leases.holder(id);
  }

  /// Returns all current leases by run.
  public Map<CheckpointId, Lease> held() {
    return leases.held();
  }

  /// Returns whether this work tree has claimed a run, by its own record.
  public boolean isHeld(CheckpointId id) {
    return held.fence(id) != 0;
  }
}
