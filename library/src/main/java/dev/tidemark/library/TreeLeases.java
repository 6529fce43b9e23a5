package dev.tidemark.library;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Leases;
import dev.tidemark.store.Leases.Lease;
import dev.tidemark.store.Leases.Signature;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Takes runs for this work tree alone. What it has taken is remembered in the work tree, so that
/// every process in it may change the run, and none that was overtaken.
public final class TreeLeases {
  private final Leases leases;
  private final LeaseFiles held;

  TreeLeases(Leases leases, LeaseFiles held) {
    this.leases = leases;
    this.held = held;
  }

  /// Takes a run, as [Leases#claim] says.
  public Lease claim(CheckpointId id, String owner, Duration lasting, Signature signed) {
    var lease = leases.claim(id, owner, lasting, signed);
    held.keep(id, lease.fence());
    return lease;
  }

  /// Makes a claim last for as long again from now, as [Leases#renew] says.
  public Lease renew(CheckpointId id, long fence) {
    return leases.renew(id, fence);
  }

  /// Gives a run back, or forgets that this work tree once had it.
  ///
  /// @param signed who is said to have asked for it, and when
  /// @return whether it was ours to give
  public boolean release(CheckpointId id, Signature signed) {
    long fence = held.fence(id);
    boolean ours = fence != 0 && leases.release(id, fence, signed);
    held.forget(id);
    return ours;
  }

  /// Returns who has a run now; empty if nobody has.
  public Optional<Lease> holder(CheckpointId id) {
    return leases.holder(id);
  }

  /// Returns all runs that somebody has now, with who has them.
  public Map<CheckpointId, Lease> held() {
    return leases.held();
  }

  /// Returns whether a run is ours, as far as this work tree knows.
  public boolean isHeld(CheckpointId id) {
    return held.fence(id) != 0;
  }
}
