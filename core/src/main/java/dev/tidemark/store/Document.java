package dev.tidemark.store;

import dev.tidemark.checkpoint.Evidence;
import org.jspecify.annotations.Nullable;

/// A document as it was found, and the revision to name when replacing it.
///
/// A run may be known to the journal before it has a document: then the revision is [Revision#NONE]
/// and the text empty.
///
/// @param text the text; absent if the bytes are not UTF-8, which makes the document unreadable
/// @param revision names this state
/// @param standing how the document compares with what is recorded of it
/// @param evidence what else is recorded of the run
/// @param sequence the number of the newest record of the run; 0 if there is none
public record Document(
    @Nullable String text, Revision revision, Standing standing, Evidence evidence, long sequence) {

  /// How a document compares with the record of its past.
  public enum Standing {
    /// It is what was last recorded.
    RECORDED,
    /// Somebody changed it since, without going through a store.
    EDITED,
    /// Nothing is recorded of it yet.
    UNRECORDED,
    /// It had a journal in this work tree, which is gone. What the file says proves no more than an
    /// edit would.
    JOURNAL_GONE,
    /// A writer stopped between recording and publishing. The text is the recorded one, which the
    /// next writer will publish; whoever opens the file itself still sees the one before.
    HALF_PUBLISHED
  }

  /// Returns whether there is a document.
  public boolean exists() {
    return !revision.equals(Revision.NONE);
  }
}
