package dev.tidemark.engine;

/// Mode of a change: commit or dry run.
public enum ChangeMode {
  /// Make it.
  COMMIT,
  /// Print the effect, and change nothing.
  DRY_RUN
}
