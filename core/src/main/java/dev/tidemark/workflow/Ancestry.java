package dev.tidemark.workflow;

/// How a commit of the past lies to the one that is checked out.
public enum Ancestry {
  /// They are the same.
  SAME,
  /// The one that is checked out was made after it, on top of it.
  ANCESTOR,
  /// The one that is checked out does not contain it: somebody reset, rebased or switched.
  DIVERGED
}
