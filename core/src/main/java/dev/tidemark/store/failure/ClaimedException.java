package dev.tidemark.store.failure;

import dev.tidemark.checkpoint.CheckpointId;
import java.io.Serial;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Claimed run: another actor holds the lease. Nothing was written.
public final class ClaimedException extends StoreException {
  @Serial private static final long serialVersionUID = 1L;

  /// Takes the run, its owner, and the end of the lease.
  public ClaimedException(CheckpointId id, String owner, Instant until) {
    super(
        id
            + " is claimed by "
            + owner
            + " until "
            + until.truncatedTo(ChronoUnit.SECONDS)
            + "; nothing was written",
        null);
  }

  @Override
  public String hint() {
    return "Wait until it is released or the claim ends, then take it: tidemark claim.";
  }
}
