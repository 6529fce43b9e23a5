package dev.tidemark.workflow.fact;

/// Relation of a recorded commit to HEAD: ancestor, same, or neither.
///
/// @param kind whether HEAD contains it
/// @param commits how many commits HEAD has that it has not; 0 if they are the same
public record CommitRelation(Kind kind, int commits) {
  /// They are the same.
  public static final CommitRelation SAME = new CommitRelation(Kind.SAME, 0);

  /// The kind of relation.
  public enum Kind {
    /// They are the same.
    SAME,
    /// The one that is checked out was made after it, on top of it.
    ANCESTOR,
    /// The one that is checked out does not contain it: after a reset, a rebase or a switch.
    DIVERGED
  }

  /// Returns that HEAD is so many commits ahead.
  public static CommitRelation ahead(int commits) {
    return new CommitRelation(Kind.ANCESTOR, commits);
  }

  /// Returns that HEAD does not contain the commit, and has so many commits of its own.
  public static CommitRelation diverged(int commits) {
    return new CommitRelation(Kind.DIVERGED, commits);
  }

  /// Returns whether HEAD contains the commit.
  public boolean isContained() {
    return kind != Kind.DIVERGED;
  }
}
