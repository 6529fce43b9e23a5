package dev.tidemark.dialect;

import java.io.Serial;

/// Unsupported document: intact, but not a checkpoint: too large, too deeply nested, or another
/// kind of file under a checkpoint's name. It is left alone.
public final class UnusableException extends FormatException {
  @Serial private static final long serialVersionUID = 1L;

  /// Takes the problem: the actual and the expected content.
  public UnusableException(String problem) {
    super(problem);
  }
}
