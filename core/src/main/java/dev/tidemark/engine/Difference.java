package dev.tidemark.engine;

import org.jspecify.annotations.Nullable;

/// One thing that two states of a run say differently.
///
/// @param kind what sort of thing
/// @param name which one: a phase, a path, the name of a field
/// @param before what was said; absent if nothing was
/// @param after what is said now; absent if nothing is
public record Difference(Kind kind, String name, @Nullable String before, @Nullable String after) {

  /// What sort of thing differs.
  public enum Kind {
    /// How far a phase has come, or whether there is one of that name.
    PHASE,
    /// In which order the phases come.
    ORDER,
    /// What a phase tells the next.
    SUMMARY,
    /// Why a phase failed.
    FAILURE,
    /// What a phase did to a file.
    FILE,
    /// A choice made in a phase.
    DECISION,
    /// Which phase is under way.
    CURRENT,
    /// Which commit the document speaks of.
    COMMIT,
    /// Whether the run has come to its end.
    RUN,
    /// A field, a task, an entry of a list.
    DETAIL,
    /// When something was, in a field that says nothing else.
    TIME
  }
}
