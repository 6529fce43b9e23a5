package dev.tidemark.store.maintenance;

import dev.tidemark.checkpoint.CheckpointId;
import org.jspecify.annotations.Nullable;

/// Diagnostic about a store, beside its documents and journals.
///
/// @param kind what sort of thing
/// @param path where, from the project root
/// @param message what is wrong, without a full stop
/// @param run the run of the file; absent if it belongs to none
public record StoreDiagnostic(Kind kind, String path, String message, @Nullable CheckpointId run) {
  /// What can be wrong with a store.
  public enum Kind {
    /// Others may read what is the owner's.
    MODES,
    /// A writer was stopped and left a file.
    LEFT_OVER,
    /// It cannot be read.
    UNREADABLE,
    /// It cannot be written, so that no change can be recorded.
    READ_ONLY,
    /// A symbolic link resolves outside the project, and nothing is written through it.
    LEADS_OUT,
    /// Something else is where the store needs a folder, so that no change can be recorded.
    NO_FOLDER
  }

  /// Returns whether a repair is safe: a file of no known run may belong to the user.
  public boolean isRepairable() {
    return kind == Kind.MODES || (kind == Kind.LEFT_OVER && run != null);
  }
}
