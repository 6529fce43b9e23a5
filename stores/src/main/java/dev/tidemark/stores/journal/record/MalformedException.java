package dev.tidemark.stores.journal.record;

import java.io.Serial;

/// Malformed record: a line has a valid checksum, yet its content violates the format.
///
/// It never leaves a store, which adds the position and throws an exception of its port.
public final class MalformedException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /// Takes the problem, without its position.
  public MalformedException(String problem) {
    super(problem);
  }
}
