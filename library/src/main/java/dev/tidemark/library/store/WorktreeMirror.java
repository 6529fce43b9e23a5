package dev.tidemark.library.store;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Event;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.file.DocumentMirror;
import dev.tidemark.stores.journal.DocumentBytes;
import dev.tidemark.text.Utf8;
import java.time.Instant;
import java.util.List;

/// Worktree mirror: files of the runs of a shared store, updated as long as they have no external
/// edits.
public final class WorktreeMirror {
  private final CheckpointStore shared;
  private final HistoryStore historyStore;
  private final DocumentMirror files;

  WorktreeMirror(CheckpointStore shared, HistoryStore historyStore, DocumentMirror files) {
    this.shared = shared;
    this.historyStore = historyStore;
    this.files = files;
  }

  /// Relation of a file to the document.
  public enum State {
    /// It is the same, or both are absent.
    SAME,
    /// It is missing, or an earlier state.
    STALE,
    /// The file has an unrecorded edit.
    DIFFERS,
    /// It was brought up to date just now.
    REFRESHED,
    /// The file's edit was recorded just now.
    TAKEN
  }

  /// Returns where the file of a run is, from the project root.
  public String path(CheckpointId id) {
    return files.path(id);
  }

  /// Compares a file with the document. Changes nothing.
  ///
  /// @throws dev.tidemark.store.StoreException if one of them cannot be read
  public State state(CheckpointId id) {
    var there = files.read(id);
    var here = there == null ? Revision.NONE : DocumentBytes.revision(there);
    var document = shared.find(id).map(Document::revision).orElse(Revision.NONE);
    if (here.equals(document)) {
      return State.SAME;
    }
    return there == null || isRecorded(id, here) ? State.STALE : State.DIFFERS;
  }

  private boolean isRecorded(CheckpointId id, Revision revision) {
    for (var entry : historyStore.history(id)) {
      if (entry.revision().equals(revision.value())) {
        return true;
      }
    }
    return false;
  }

  /// Updates a file to the document, unless it has an unrecorded edit.
  ///
  /// @throws dev.tidemark.store.StoreException if that is not possible
  public State refresh(CheckpointId id) {
    boolean fine =
        files.refresh(
            id,
            () -> {
              var found = shared.find(id).orElse(null);
              return found == null || !found.exists() ? null : found.text();
            },
            revision -> isRecorded(id, revision));
    return fine ? State.REFRESHED : State.DIFFERS;
  }

  /// Records the content of a file as the newest state of the document.
  ///
  /// @throws dev.tidemark.store.StoreException if that is not possible; nothing was recorded
  public State take(CheckpointId id, Actor by, Instant at) {
    var there = files.read(id);
    var text = there == null ? null : Utf8.decode(there).orElse(null);
    var found = shared.find(id).orElse(null);
    if (text == null || found == null) {
      return State.DIFFERS;
    }
    var recordMetadata =
        new RecordMetadata(at, by, List.of(new Event.EditedOutside()), found.evidence());
    shared.replace(
        new DocumentWrite(id, text, found.revision(), recordMetadata).ifUnchangedSince(found));
    return State.TAKEN;
  }
}
