package dev.tidemark.engine.diff;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// External edit: a change of a document outside the store.
///
/// @param kind the kind of edit
/// @param differences the differences, if both states can be read: the first of them, at most
///   [ExternalEdits#DIFFERENCES_MAX]
/// @param omitted the number of further differences
/// @param added how many lines it has that it had not
/// @param removed how many lines it had that it has not
/// @param problem why it cannot be read any more; absent if it can
public record ExternalEdit(
    Kind kind,
    List<DiffEntry> differences,
    int omitted,
    int added,
    int removed,
    @Nullable String problem) {
  /// Takes its own copy of the differences.
  public ExternalEdit {
    differences = List.copyOf(differences);
  }

  /// Takes all differences.
  public ExternalEdit(
      Kind kind, List<DiffEntry> differences, int added, int removed, @Nullable String problem) {
    this(kind, differences, 0, added, removed, problem);
  }

  /// The kind of edit.
  public enum Kind {
    /// It was there before anything was recorded of the run.
    FOUND,
    /// It came to be, of a run already known.
    ADDED,
    /// The content changed.
    CHANGED,
    /// The content changed, and is too large to be compared in a list of edits.
    LARGE,
    /// It cannot be read any more.
    DAMAGED,
    /// It can be read again.
    MENDED,
    /// It is gone.
    REMOVED,
    /// Unknown: one of the two states is no longer recorded, or is no text.
    UNKNOWN
  }
}
