package dev.tidemark.store.failure;

import dev.tidemark.checkpoint.CheckpointId;
import java.io.Serial;

/// Lock timeout: another process kept a run locked for too long. Nothing was written.
public final class BusyException extends StoreException {
  @Serial private static final long serialVersionUID = 1L;

  /// Takes the run, and the time waited.
  public BusyException(CheckpointId id, long waitedMillis) {
    super(id + " is locked by another process (waited " + waitedMillis + " ms)", null);
  }

  @Override
  public String hint() {
    return "Run the command again when the other process has finished, or end that process.";
  }
}
