package dev.tidemark.checkpoint;

import org.jspecify.annotations.Nullable;

/// Position in the repository: a commit and the content of the work tree.
///
/// @param commit the commit that was checked out; absent outside git and before the first commit
/// @param tree the id of the work tree's content without ignored files and checkpoints; absent
///   where git could not compute it
public record TreePosition(@Nullable String commit, @Nullable String tree) {
  /// The position outside git.
  public static final TreePosition NONE = new TreePosition(null, null);

  /// Returns whether another position has the same tree. An unknown tree is the same as none.
  public boolean hasTreeOf(TreePosition other) {
    return tree != null && tree.equals(other.tree);
  }
}
