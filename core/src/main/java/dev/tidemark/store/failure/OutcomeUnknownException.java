package dev.tidemark.store.failure;

import java.io.Serial;

/// Unknown outcome: the medium failed after a write may have reached it. Only reading again shows
/// the outcome.
public final class OutcomeUnknownException extends StoreException {
  @Serial private static final long serialVersionUID = 1L;

  /// Takes the failed step, its subject, and the reason.
  public OutcomeUnknownException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public String hint() {
    return "Run `tidemark status` to see whether the change is there before repeating it.";
  }
}
