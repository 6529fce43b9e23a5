package dev.tidemark.brief.check;

import dev.tidemark.text.EnumWord;

/// Result of one check made before the verdict.
///
/// @param kind the kind of check
/// @param result its result
/// @param text its subject and its result, in a few trusted words
public record Check(Kind kind, Result result, String text) {

  /// The checks, in the order in which they run.
  public enum Kind {
    /// The document can be read and is valid for its format.
    SCHEMA("schema"),
    /// The journal is intact, as far as it was verified, and matches the document.
    JOURNAL("journal"),
    /// The workflow still has the phases of the run.
    DEFINITION("definition"),
    /// The branch and the work tree are those of the run.
    BRANCH("branch"),
    /// HEAD is where it was, or has moved on from there.
    COMMIT("commit"),
    /// The files that the phases produced exist and have the recorded digests.
    ARTIFACTS("artifacts"),
    /// The last change is recent enough.
    AGE("age"),
    /// No approval is half given, and no task is left in hand.
    LOOSE_ENDS("loose ends");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /// Returns the stable word for scripts.
    public String word() {
      return word;
    }
  }

  /// The result of the check.
  public enum Result implements EnumWord {
    /// It holds.
    HOLDS,
    /// The check failed or is inconclusive: a warning gives the reason.
    DOUBTFUL,
    /// Nothing is recorded to compare with, or it could not be read.
    UNKNOWN
  }
}
