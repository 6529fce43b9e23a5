package dev.tidemark.handoff;

import dev.tidemark.checkpoint.Head;
import org.jspecify.annotations.Nullable;

/// Staleness of a checkpoint against the work tree. A comparison, not a judgement.
///
/// @param kind how the two compare
/// @param saved the commit recorded in the checkpoint, where it names one
/// @param now the current commit, if git can determine it
public record Staleness(Kind kind, @Nullable String saved, @Nullable String now) {

  /// Relation of the recorded commit to HEAD.
  public enum Kind {
    /// They are the same.
    FRESH,
    /// They differ: a commit, reset or switch happened since.
    MOVED,
    /// One of them is not known.
    UNKNOWN
  }

  /// Compares the commit of a checkpoint with the present one (R-004-15).
  public static Staleness of(@Nullable String saved, Head head) {
    var now = head.commit();
    if (saved == null || now == null) {
      return new Staleness(Kind.UNKNOWN, saved, now);
    }
    return new Staleness(saved.equals(now) ? Kind.FRESH : Kind.MOVED, saved, now);
  }

  /// Returns the sentence of R-004-15 if HEAD has moved, else an empty text.
  public String sentence() {
    return kind != Kind.MOVED || saved == null || now == null
        ? ""
        : "Checkpoint is stale (saved at "
            + Head.abbreviated(saved)
            + ", current HEAD is "
            + Head.abbreviated(now)
            + ")";
  }
}
