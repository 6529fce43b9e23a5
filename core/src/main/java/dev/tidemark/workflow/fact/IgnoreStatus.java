package dev.tidemark.workflow.fact;

/// Ignore status in git of a path that is not committed.
public enum IgnoreStatus {
  /// A rule ignores it.
  IGNORED,
  /// No rule ignores it: `git add` would take it.
  VISIBLE,
  /// It is tracked already, so no rule has any effect on it.
  TRACKED,
  /// There is no repository to ask.
  OUTSIDE
}
