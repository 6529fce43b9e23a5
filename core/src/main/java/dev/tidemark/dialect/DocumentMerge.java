package dev.tidemark.dialect;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.MergeConflict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Three-way merge of the documents of a format. Pure.
///
/// Every implementation passes `MergeContract`:
///
/// - **Nothing is lost.** The result has every completed phase, decision and note that either side
///   has added since the base, and the fields of other tools.
/// - **Commutative.** Exchanging the sides exchanges their names in the conflicts, and changes the
///   order of what both have added; nothing else.
/// - **Idempotent.** Two equal sides give the same document.
public interface DocumentMerge {
  /// Merges two versions of a document.
  ///
  /// @param base the version that both were made from; absent if there is none that can be read
  /// @param ours the text that the result is written over: its layout stays
  /// @throws FormatException if one of the sides cannot be read
  Result merge(CheckpointId id, @Nullable String base, String ours, String theirs);

  /// Decides conflicts that a document records.
  ///
  /// @param conflicts those to decide, as the document has them
  /// @param ours whether the fields get the values of our side, not of theirs
  /// @throws FormatException if the document cannot be read
  String decide(CheckpointId id, String document, List<MergeConflict> conflicts, boolean ours);

  /// Returns the text where at most one side has changed it: then there is nothing to merge; null
  /// where both have.
  static @Nullable String unchanged(@Nullable String base, String ours, String theirs) {
    if (ours.equals(theirs) || theirs.equals(base)) {
      return ours;
    }
    return ours.equals(base) ? theirs : null;
  }

  /// Result of a merge.
  ///
  /// @param text the merged document, which records the contradictions; empty if it was refused
  /// @param refusal why the two cannot be one document; absent if they can
  record Result(String text, @Nullable String refusal) {
    /// Returns a merged document.
    public static Result of(String text) {
      return new Result(text, null);
    }

    /// Returns the refusal of a merge.
    public static Result refused(String why) {
      return new Result("", why);
    }
  }
}
