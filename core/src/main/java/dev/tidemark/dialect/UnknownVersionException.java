package dev.tidemark.dialect;

import java.io.Serial;

/// A document was written by a version of its format that we do not know. It is left alone.
public final class UnknownVersionException extends FormatException {
  @Serial private static final long serialVersionUID = 1L;

  private final String found;

  /// Takes the version as the document spells it; `undefined` if it names none.
  public UnknownVersionException(String found) {
    super("unknown version " + found);
    this.found = found;
  }

  /// Returns the version as the document spells it.
  public String found() {
    return found;
  }
}
