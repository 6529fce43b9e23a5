package dev.tidemark.dialect;

import java.io.Serial;

/// Unsupported version: the document has a format version that this program does not read. It is
/// left alone.
public final class UnknownVersionException extends FormatException {
  @Serial private static final long serialVersionUID = 1L;

  private final String found;
  private final boolean newer;

  /// Takes the version as the document spells it; `undefined` if it names none.
  ///
  /// @param newer whether it is later than the supported ones
  public UnknownVersionException(String found, boolean newer) {
    super("unknown version " + found);
    this.found = found;
    this.newer = newer;
  }

  /// Returns whether it is later than the supported versions: then no older state may replace the
  /// document.
  public boolean isNewer() {
    return newer;
  }

  /// Returns the version as the document spells it.
  public String found() {
    return found;
  }
}
