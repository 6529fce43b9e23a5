package dev.tidemark.dialect;

import java.io.Serial;

/// Merge conflict: the file has the conflict markers of a git merge, so it holds two states of the
/// run. Neither may be chosen without the user.
public final class DivergedException extends FormatException {
  @Serial private static final long serialVersionUID = 1L;

  /// Names the first line of the conflict.
  ///
  /// @param line counted from 1
  public DivergedException(int line) {
    super("line " + line + ": git left a merge conflict in it");
  }
}
