package dev.tidemark.dialect;

import java.io.Serial;

/// Parse failure: a document cannot be read as a checkpoint.
public abstract sealed class FormatException extends RuntimeException
    permits UnreadableException, UnknownVersionException, UnusableException, DivergedException {
  @Serial private static final long serialVersionUID = 1L;

  FormatException(String message) {
    super(message);
  }
}
