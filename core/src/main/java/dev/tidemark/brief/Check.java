package dev.tidemark.brief;

/// Result of one check made before the verdict.
///
/// @param kind what was checked
/// @param result what came out
/// @param text what exactly was checked and found, in a few words of our own
public record Check(Kind kind, Result result, String text) {

  /// The checks, in the order in which they run.
  public enum Kind {
    /// The document can be read and is valid for its format.
    SCHEMA("schema"),
    /// The record of the past is whole, as far as it was looked at, and fits the document.
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
  public enum Result {
    /// It holds.
    HOLDS("holds"),
    /// The check failed or is inconclusive: a warning gives the reason.
    DOUBTFUL("doubtful"),
    /// Nothing is recorded to compare with, or it could not be looked at.
    UNKNOWN("unknown");

    private final String word;

    Result(String word) {
      this.word = word;
    }

    /// Returns the stable word for scripts.
    public String word() {
      return word;
    }
  }
}
