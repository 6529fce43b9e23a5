package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;
import org.jspecify.annotations.Nullable;

/// One thing that is not as it should be in a store, beside the documents and the records.
///
/// @param kind what sort of thing
/// @param path where, from the project root
/// @param text what is wrong, without a full stop
/// @param run whose it is; absent if it is nobody's
public record Flaw(Kind kind, String path, String text, @Nullable CheckpointId run) {
  /// What can be wrong with a store.
  public enum Kind {
    /// Others may read what is the owner's.
    MODES,
    /// A writer was stopped and left a file.
    LEFT_OVER,
    /// Nobody here may look into it.
    UNREADABLE,
    /// Nobody here may write to it, so that no change can be recorded.
    READ_ONLY,
    /// A symbolic link leads out of the project, and nothing is written through it.
    LEADS_OUT,
    /// Something else is where the store needs a folder, so that no change can be recorded.
    NO_FOLDER
  }

  /// Returns whether it can be mended without harm: a file of nobody's run may be somebody's.
  public boolean mendable() {
    return kind == Kind.MODES || (kind == Kind.LEFT_OVER && run != null);
  }
}
