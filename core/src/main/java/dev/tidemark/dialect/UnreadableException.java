package dev.tidemark.dialect;

import java.io.Serial;

/// Malformed document: it is not in the expected format, or is inconsistent.
public final class UnreadableException extends FormatException {
  @Serial private static final long serialVersionUID = 1L;

  /// Takes the problem with its position and the expected content, for example `line 3, column 7:
  /// expected a value`.
  public UnreadableException(String problem) {
    super(problem);
  }
}
