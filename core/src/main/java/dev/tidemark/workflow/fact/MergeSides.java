package dev.tidemark.workflow.fact;

import dev.tidemark.text.ConflictMarkers;
import java.util.Optional;
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

  /// Returns the sides that git has, or where it has none that differ, those between the conflict
  /// markers of the file, which may have been committed long ago; null if there are none.
  ///
  /// @param now the file as it is; absent if there is none
  public static @Nullable MergeSides of(Optional<MergeSides> git, @Nullable String now) {
    var known = git.orElse(null);
    if (known != null && (known.differ() || known.isRemovedBySide())) {
      return known;
    }
    var versions = now == null ? null : ConflictMarkers.versions(now);
    return versions == null
        ? null
        : new MergeSides(
            new Side("", versions.base()),
            new Side("", versions.ours()),
            new Side("", versions.theirs()),
            true);
  }

  /// Returns whether git waits for a decision between the removal of the file on one side and its
  /// change on the other.
  public boolean isRemovedBySide() {
    return !finished && base.text() != null && (ours.text() == null) != (theirs.text() == null);
  }

  /// Returns whether both sides have the file and they differ: only then is there anything to lose.
  public boolean differ() {
    var one = ours.text();
    return one != null && theirs.text() != null && !one.equals(theirs.text());
  }
}
