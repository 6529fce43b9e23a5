package dev.tidemark.workflow.fact;

import org.jspecify.annotations.Nullable;

/// The versions of a file that a git merge brings together: of an unfinished merge, from the stages
/// of the index; of a committed one, from the two parents of HEAD.
///
/// @param base the version that both were made from; its text is absent where there is none
/// @param ours the version checked out when the merge began
/// @param theirs the merged version
/// @param finished whether the merge is committed
public record MergeSides(Side base, Side ours, Side theirs, boolean finished) {
  /// One version of the file.
  ///
  /// @param commit the commit that holds it, abbreviated; empty where unknown
  /// @param text its content; absent where that side has no such file
  public record Side(String commit, @Nullable String text) {}

  /// Returns whether both sides have the file and they differ: only then is there anything to lose.
  public boolean differ() {
    var one = ours.text();
    return one != null && theirs.text() != null && !one.equals(theirs.text());
  }
}
