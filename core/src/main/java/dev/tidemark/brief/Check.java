package dev.tidemark.brief;

/// One thing that was checked before a verdict was given.
///
/// @param kind what was checked
/// @param result what came out
/// @param text what exactly was checked and found, in a few words of our own
public record Check(Kind kind, Result result, String text) {

  /// What is checked, in this order.
  public enum Kind {
    /// The document can be read, and is as its protocol wants it.
    SCHEMA("schema"),
    /// The record of the past is whole, as far as it was looked at, and fits the document.
    JOURNAL("journal"),
    /// The workflow still has the phases of the run.
    DEFINITION("definition"),
    /// The branch and the work tree are those of the run.
    BRANCH("branch"),
    /// HEAD is where it was, or has moved on from there.
    COMMIT("commit"),
    /// What the phases produced is there, and is what it was.
    ARTIFACTS("artifacts"),
    /// Somebody worked on it not too long ago.
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

  /// What came out.
  public enum Result {
    /// It holds.
    HOLDS("holds"),
    /// It does not hold, or not quite: there is a doubt that says why.
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
