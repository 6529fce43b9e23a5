package dev.tidemark.store;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// A store could not do what it was asked.
///
/// Sealed, so that a front door can turn each kind into its own exit code or status with a `switch`
/// the compiler checks.
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

  /// Returns what somebody could do about it, as an imperative sentence.
  public abstract String hint();
}
