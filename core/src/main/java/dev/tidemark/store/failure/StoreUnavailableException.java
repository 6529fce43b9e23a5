package dev.tidemark.store.failure;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// Storage unavailable: the medium cannot be reached. Nothing was written.
public final class StoreUnavailableException extends StoreException {
  @Serial private static final long serialVersionUID = 1L;

  private static final String DISK =
      "Check that the folder exists, that you may write to it and that the disk is not full.";

  private final String hint;

  /// Reports a failure of the disk: which place, and why.
  public StoreUnavailableException(String message, @Nullable Throwable cause) {
    this(message, cause, DISK);
  }

  /// Reports a failure with another remedy than that of a disk.
  ///
  /// @param hint a remedy for the user, as an imperative sentence
  public StoreUnavailableException(String message, @Nullable Throwable cause, String hint) {
    super(message, cause);
    this.hint = hint;
  }

  @Override
  public String hint() {
    return hint;
  }
}
