package dev.tidemark.store.failure;

import dev.tidemark.checkpoint.CheckpointId;
import java.io.Serial;

/// Compare-and-set failure: the document changed since it was read. Nothing was written.
public final class ConflictException extends StoreException {
  @Serial private static final long serialVersionUID = 1L;

  /// Takes the run whose document has changed.
  public ConflictException(CheckpointId id) {
    super(id + " has changed in the meantime; nothing was written", null);
  }

  @Override
  public String hint() {
    return "Run the command again; it starts from the current state.";
  }
}
