package dev.tidemark.brief;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.resume.Doubt;
import org.jspecify.annotations.Nullable;

/// Whether to go on with a run, and how.
///
/// @param kind what to do
/// @param phase the phase to work on; absent where there is none
/// @param because the doubt that decided; absent where nothing speaks against going on
/// @param command the next safe command
public record Verdict(
    Kind kind, @Nullable PhaseName phase, @Nullable Doubt because, String command) {

  /// What to do with a run.
  public enum Kind {
    /// Everything that could be checked holds: go on.
    CONTINUE("continue"),
    /// What a phase left behind is gone: do it again.
    RERUN("re-run"),
    /// What is recorded cannot be relied on: mend that first.
    REPAIR("repair"),
    /// Two sides of a git merge have to be brought together first.
    MERGE("merge"),
    /// Only the user can say whether to go on.
    ASK("ask"),
    /// There is nothing to go on with.
    NOTHING("nothing");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /// Returns the stable word for scripts.
    public String word() {
      return word;
    }
  }
}
