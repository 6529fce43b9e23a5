package dev.tidemark.store;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.history.Evidence;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Loaded document with its revision for compare-and-set.
///
/// A run may be known to the journal before it has a document: then the revision is [Revision#NONE]
/// and the text empty.
///
/// @param text the text; absent if the bytes are not UTF-8, which makes the document unreadable
/// @param revision names this state
/// @param syncState the sync state of the document
/// @param evidence the evidence of the run
/// @param sequence the number of the newest record of the run; 0 if there is none
/// @param last time and actor of the newest record; absent if there is none
public record Document(
    @Nullable String text,
    Revision revision,
    SyncState syncState,
    Evidence evidence,
    long sequence,
    @Nullable LastEntry last) {
  /// A document without a record whose time and actor are known.
  public Document(
      @Nullable String text,
      Revision revision,
      SyncState syncState,
      Evidence evidence,
      long sequence) {
    this(text, revision, syncState, evidence, sequence, null);
  }

  /// Time and actor of the newest journal entry of a run.
  ///
  /// @param at when, by the clock of the machine that made the change
  /// @param by the actor
  public record LastEntry(Instant at, Actor by) {}

  /// Sync state of a document against its journal.
  public enum SyncState {
    /// It equals the last recorded state.
    RECORDED,
    /// Changed since, outside the store.
    EDITED,
    /// Nothing is recorded of it yet.
    UNRECORDED,
    /// It had a journal in this work tree, which is gone. The content of the file is no better
    /// evidence than an edit.
    JOURNAL_GONE,
    /// A writer stopped between recording and publishing. The text is the recorded one, which the
    /// next writer will publish; the file itself still has the previous content.
    HALF_PUBLISHED
  }

  /// Returns whether it was recorded and is gone, or its journal is: another program has removed
  /// it.
  public boolean isMissing() {
    return syncState == SyncState.JOURNAL_GONE || (syncState == SyncState.EDITED && !exists());
  }

  /// Returns whether there is a document.
  public boolean exists() {
    return !revision.equals(Revision.NONE);
  }
}
