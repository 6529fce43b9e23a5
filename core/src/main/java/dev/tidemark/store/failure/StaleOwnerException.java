package dev.tidemark.store.failure;

import dev.tidemark.checkpoint.CheckpointId;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// Fencing failure: the lease was taken over by another actor. Nothing was written.
public final class StaleOwnerException extends StoreException {
  @Serial private static final long serialVersionUID = 1L;

  /// Takes the run, and its current owner.
  ///
  /// @param owner absent if the run is unclaimed
  public StaleOwnerException(CheckpointId id, @Nullable String owner) {
    super(
        id
            + " is no longer claimed here: the claim ended and "
            + (owner == null ? "others have changed the run" : owner + " took over")
            + "; nothing was written",
        null);
  }

  @Override
  public String hint() {
    return "Check the changes since then with `tidemark resume`; `tidemark claim` claims the run"
        + " again when it is free, `tidemark release` forgets the old claim.";
  }
}
