package dev.tidemark.store;

import java.io.Serial;

/// Access refused: a path or text that must not be written, or cannot be read here. Nothing was
/// written.
public final class ForbiddenException extends StoreException {
  @Serial private static final long serialVersionUID = 1L;

  private final String hint;

  /// Says which place and why, and what would help.
  public ForbiddenException(String message, String hint) {
    super(message, null);
    this.hint = hint;
  }

  @Override
  public String hint() {
    return hint;
  }
}
