package dev.tidemark.store;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// The place where documents are kept cannot be reached. Nothing was written.
public final class StoreUnavailableException extends StoreException {
  @Serial private static final long serialVersionUID = 1L;

  /// Says which place, and why.
  public StoreUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  @Override
  public String hint() {
    return "Check that the folder exists, that you may write to it and that the disk is not full.";
  }
}
