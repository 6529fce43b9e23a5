package dev.tidemark.workflow.fact;

/// Git status of one path.
///
/// @param inHead whether the commit checked out has it
/// @param inIndex whether the index has it; in HEAD and not in the index is a staged removal
/// @param changed whether the work tree differs from HEAD, a missing file included
public record GitFile(boolean inHead, boolean inIndex, boolean changed) {
  /// A path unknown to git.
  public static final GitFile UNKNOWN = new GitFile(false, false, false);
}
