package dev.tidemark.engine.diff;

import org.jspecify.annotations.Nullable;

/// Entry of a diff: one difference between two states of a run.
///
/// @param kind the kind of difference
/// @param name which one: a phase, a path, the name of a field
/// @param before the previous value; absent if there was none
/// @param after the current value; absent if there is none
public record DiffEntry(Kind kind, String name, @Nullable String before, @Nullable String after) {

  /// The kind of difference.
  public enum Kind {
    /// The status of a phase, or its presence.
    PHASE,
    /// In which order the phases come.
    ORDER,
    /// The context summary of a phase.
    SUMMARY,
    /// Why a phase failed.
    FAILURE,
    /// A file that a phase created or changed.
    FILE,
    /// A choice made in a phase.
    DECISION,
    /// The current phase.
    CURRENT,
    /// The commit recorded in the document.
    COMMIT,
    /// Whether the run has ended.
    RUN,
    /// A field, a task, an entry of a list.
    DETAIL,
    /// A timestamp.
    TIME
  }
}
