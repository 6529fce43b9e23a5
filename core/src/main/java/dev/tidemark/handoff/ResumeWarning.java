package dev.tidemark.handoff;

import dev.tidemark.checkpoint.PhaseName;
import org.jspecify.annotations.Nullable;

/// Resume warning: a fact that argues against continuing.
///
/// Its text may quote project files, so every output marks it as data.
///
/// @param kind the requirement for continuing
/// @param code a stable word for scripts, for example `artifact-missing`
/// @param text the fact, as one sentence
/// @param source where the fact comes from: a file, an entry of the journal, git
/// @param hint the next safe step, as a command or an imperative sentence
/// @param phase the phase it is about; absent where it is about the run
public record ResumeWarning(
    Kind kind, String code, String text, String source, String hint, @Nullable PhaseName phase) {

  /// The requirement for continuing despite a warning.
  public enum Kind {
    /// Nothing: information only.
    NOTE,
    /// A decision of the user.
    ASK,
    /// Passing a gate, or an approval, before the phase in progress: a decision of the user.
    GATE,
    /// Doing the phase again.
    RERUN,
    /// Repair of the record.
    REPAIR,
    /// Bringing the two sides of a git merge together.
    MERGE
  }
}
