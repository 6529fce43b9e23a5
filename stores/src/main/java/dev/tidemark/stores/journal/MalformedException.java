package dev.tidemark.stores.journal;

import java.io.Serial;

/// A line has the right checksum, yet does not say what a record has to say.
///
/// It never leaves a store, which knows the place and says so in an exception of its port.
public final class MalformedException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /// Says what is wrong, without saying where.
  public MalformedException(String problem) {
    super(problem);
  }
}
