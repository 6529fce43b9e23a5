package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.text.Timestamps;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Three-way merge of the documents of a format. Pure.
///
/// Every implementation passes `MergeContract`:
///
/// - **Nothing is lost.** The result has every completed phase, decision, note, file, task and
///   reason of a failure that either side has recorded since the base, and the fields of other
///   tools; or it lists what the format has no place for.
/// - **One run.** Two sides that began at different times, or are about different items, are
///   refused.
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

  /// Returns why two checkpoints are not versions of one run; null if they are.
  static @Nullable String difference(Checkpoint ours, Checkpoint theirs) {
    boolean named =
        ours.identity().isEmpty()
            || theirs.identity().isEmpty()
            || ours.identity().equals(theirs.identity());
    var one = ours.startedAt();
    var other = theirs.startedAt();
    boolean began = one.isEmpty() || other.isEmpty() || one.equals(other);
    return named && began
        ? null
        : "the two sides are different runs: ours " + run(ours) + ", theirs " + run(theirs);
  }

  private static String run(Checkpoint side) {
    var name = String.join(" ", side.identity()).strip();
    return name + side.startedAt().map(at -> " begun at " + Timestamps.millis(at)).orElse("");
  }

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
  /// @param moved what became a note, because the merged document has no other place for it
  /// @param unplaced what it has no place for at all
  record Result(String text, @Nullable String refusal, List<Note> moved, List<Note> unplaced) {
    /// Takes its own copies of the lists.
    public Result {
      moved = List.copyOf(moved);
      unplaced = List.copyOf(unplaced);
    }

    /// Returns a merged document with everything in its place.
    public static Result of(String text) {
      return new Result(text, null, List.of(), List.of());
    }

    /// Returns the result of a second merge into this one.
    public Result followedBy(Result next) {
      var allMoved = new ArrayList<>(moved);
      allMoved.addAll(next.moved);
      var allUnplaced = new ArrayList<>(unplaced);
      allUnplaced.addAll(next.unplaced);
      return new Result(next.text, next.refusal, allMoved, allUnplaced);
    }

    /// Returns the refusal of a merge.
    public static Result refused(String why) {
      return new Result("", why, List.of(), List.of());
    }
  }
}
