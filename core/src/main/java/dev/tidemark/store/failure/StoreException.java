package dev.tidemark.store.failure;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// Store failure: the base of the typed exceptions of a store.
///
/// Sealed, so that an interface can map each kind to an exit code or status with a `switch` the
/// compiler checks.
public abstract sealed class StoreException extends RuntimeException
    permits BusyException,
        ClaimedException,
        ConflictException,
        DamagedException,
        ForbiddenException,
        OutcomeUnknownException,
        StaleOwnerException,
        StoreUnavailableException {
  @Serial private static final long serialVersionUID = 1L;

  StoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /// Returns a remedy, as an imperative sentence.
  public abstract String hint();
}
