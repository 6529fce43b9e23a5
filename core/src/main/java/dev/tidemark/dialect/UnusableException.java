package dev.tidemark.dialect;

import java.io.Serial;

/// A document is not damaged, but it is not a checkpoint either: too large, too deeply nested, or
/// something else altogether under our name. It is left alone.
public final class UnusableException extends FormatException {
  @Serial private static final long serialVersionUID = 1L;

  /// Says what was found and what was expected.
  public UnusableException(String problem) {
    super(problem);
  }
}
