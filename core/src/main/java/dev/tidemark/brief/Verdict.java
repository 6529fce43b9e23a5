package dev.tidemark.brief;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.handoff.ResumeWarning;
import org.jspecify.annotations.Nullable;

/// Verdict of a resume: whether to continue with a run, and how.
///
/// @param kind the action
/// @param phase the phase to work on; absent where there is none
/// @param because the warning that decided; absent if there is none
/// @param command the next safe command
public record Verdict(
    Kind kind, @Nullable PhaseName phase, @Nullable ResumeWarning because, String command) {

  /// The action that the verdict asks for.
  public enum Kind {
    /// All checks passed: continue.
    CONTINUE("continue"),
    /// An artifact of a phase is missing or changed: repeat the phase.
    RERUN("re-run"),
    /// The record is unreliable: repair it first.
    REPAIR("repair"),
    /// Two sides of a git merge have to be brought together first.
    MERGE("merge"),
    /// Only the user can decide whether to continue.
    ASK("ask"),
    /// There is nothing to continue.
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
