package dev.tidemark.library.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Leases;
import dev.tidemark.store.Leases.Lease;
import dev.tidemark.store.Leases.Signature;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.DiskReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Leases of this work tree: claims and releases runs. Its claims are stored in the work tree, as
/// fences of its runs in the folder `leases` of its state, so that every process in it may change
/// the run, except after a takeover.
public final class TreeLeases {
  private static final String LEASES = "leases";
  private static final int DIGITS_MAX = 18;

  private final Leases leases;
  private final StorageIo io;
  private final Path root;
  private final StateFolder stateFolder;
  private final FileLayout fileLayout;

  TreeLeases(Leases leases, StorageIo io, Path root, FileLayout fileLayout) {
    this.leases = leases;
    this.io = io;
    this.root = root;
    this.stateFolder = new StateFolder(io, root, StoreLimits.USUAL);
    this.fileLayout = fileLayout;
  }

  /// Claims a run for the actor in this work tree, see [Leases#claim].
  public Lease claim(CheckpointId id, Duration lasting, Signature signed) {
    var by = signed.by();
    var owner = by.name() + (by.host() == null ? "" : "@" + by.host()) + ":" + root;
    var lease = leases.claim(id, owner, lasting, signed);
    keep(id, lease.fence());
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
    long fence = fence(id);
    boolean ours = fence != 0 && leases.release(id, fence, signed);
    forget(id);
    return ours;
  }

  /// Returns the current lease of a run; empty if it is unclaimed.
  public Optional<Lease> holder(CheckpointId id) {
    return leases.holder(id);
  }

  /// Returns all current leases by run.
  public Map<CheckpointId, Lease> currentLeases() {
    return leases.currentLeases();
  }

  /// Returns whether this work tree has claimed a run, by its own record.
  public boolean isHeld(CheckpointId id) {
    return fence(id) != 0;
  }

  private Path file(CheckpointId id) {
    return stateFolder.path().resolve(LEASES).resolve(fileLayout.nameOf(id));
  }

  /// Returns the fence of the claim; 0 if there is none.
  public long fence(CheckpointId id) {
    var file = file(id);
    try {
      var bytes = io.stat(file) == null ? null : io.read(file, 0, DIGITS_MAX + 1);
      return bytes == null ? 0 : number(new String(bytes, StandardCharsets.US_ASCII).strip());
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          "the claim of "
              + id
              + " cannot be read, nothing was changed: "
              + DiskReason.located(failure),
          failure);
    }
  }

  /// An unreadable claim must not be treated as no claim.
  private static long number(String digits) {
    long number = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      number = number * 10 + c - '0';
    }
    return digits.isEmpty() || digits.length() > DIGITS_MAX ? -1 : number;
  }

  /// Remembers a claim.
  private void keep(CheckpointId id, long fence) {
    try {
      stateFolder.prepare();
      var file = file(id);
      stateFolder.guard().check(file);
      stateFolder.makeFolder(LEASES);
      var bytes = (fence + "\n").getBytes(StandardCharsets.US_ASCII);
      new AtomicFile(io, file).replace(bytes, Access.PRIVATE, Durability.DURABLE);
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          "the claim of "
              + id
              + " cannot be kept here; it ends by itself: "
              + DiskReason.located(failure),
          failure);
    }
  }

  /// Forgets a claim.
  private void forget(CheckpointId id) {
    try {
      stateFolder.guard().check(file(id));
      io.unlink(file(id));
    } catch (IOException failure) {
      throw new StoreUnavailableException(
          "the claim of " + id + " cannot be forgotten here: " + DiskReason.located(failure),
          failure);
    }
  }
}
