package dev.tidemark.store.failure;

import java.io.Serial;

/// Access refused: a path or text that must not be written, or cannot be read here. Nothing was
/// written.
public final class ForbiddenException extends StoreException {
  @Serial private static final long serialVersionUID = 1L;

  private final String hint;

  /// Takes the place with the reason, and a remedy.
  public ForbiddenException(String message, String hint) {
    super(message, null);
    this.hint = hint;
  }

  @Override
  public String hint() {
    return hint;
  }
}
