package dev.tidemark.dialect;

import java.io.Serial;

/// Parse failure: a document cannot be read as a checkpoint.
public abstract sealed class FormatException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  FormatException(String message) {
    super(message);
  }

  /// Malformed document: it is not in the expected format, or is inconsistent.
  public static final class UnreadableException extends FormatException {
    @Serial private static final long serialVersionUID = 1L;

    /// Takes the problem with its position and the expected content, for example `line 3, column 7:
    /// expected a value`.
    public UnreadableException(String problem) {
      super(problem);
    }
  }

  /// Unsupported version: the document has a format version that this program does not read. It is
  /// left alone.
  public static final class UnknownVersionException extends FormatException {
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
    public String foundVersion() {
      return found;
    }
  }

  /// Unsupported document: intact, but not a checkpoint: too large, too deeply nested, or another
  /// kind of file under a checkpoint's name. It is left alone.
  public static final class UnusableException extends FormatException {
    @Serial private static final long serialVersionUID = 1L;

    /// Takes the problem: the actual and the expected content.
    public UnusableException(String problem) {
      super(problem);
    }
  }

  /// Merge conflict: the file has the conflict markers of a git merge, so it holds two states of
  /// the run. Neither may be chosen without the user.
  public static final class DivergedException extends FormatException {
    @Serial private static final long serialVersionUID = 1L;

    /// Names the first line of the conflict.
    ///
    /// @param line counted from 1
    public DivergedException(int line) {
      super("line " + line + ": git left a merge conflict in it");
    }
  }
}
