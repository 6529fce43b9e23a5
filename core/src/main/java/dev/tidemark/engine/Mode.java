package dev.tidemark.engine;

/// Mode of a change: commit or dry run.
public enum Mode {
  /// Make it.
  COMMIT,
  /// Say what it would do, and change nothing.
  DRY_RUN
}
