package dev.tidemark.engine;

/// Whether a change is to be made, or only to be thought through.
public enum Mode {
  /// Make it.
  COMMIT,
  /// Say what it would do, and change nothing.
  DRY_RUN
}
