package dev.tidemark.app.command.session;

import java.io.Serial;

/// Unreadable input: a file or value named on the command line. Nothing was changed.
public final class InputException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final String hint;

  /// Takes the unreadable input with its reason, and a remedy.
  public InputException(String message, String hint) {
    super(message);
    this.hint = hint;
  }

  /// Returns the next step, as an imperative sentence.
  public String hint() {
    return hint;
  }
}
