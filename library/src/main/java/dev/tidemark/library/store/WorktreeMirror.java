package dev.tidemark.library.store;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Event;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.DocumentWrite.Kind;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.SummaryPage;
import dev.tidemark.stores.file.DocumentMirror;
import dev.tidemark.stores.journal.DocumentBytes;
import dev.tidemark.text.Utf8;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Worktree mirror: a shared store whose documents are also published as files of the work tree,
/// each in the file that its format names.
///
/// The shared store decides. A file with an external edit stays unchanged, so that no work is lost;
/// `store sync` lists the differences. A copy that could not be made takes nothing back, either:
/// the change is recorded where it counts.
public final class WorktreeMirror implements CheckpointStore {
  private final CheckpointStore shared;
  private final HistoryStore historyStore;
  private final DocumentMirror files;
  private final Consumer<String> warned;

  /// @param warned called with a one-sentence warning about each file that was not updated
  WorktreeMirror(
      CheckpointStore shared,
      HistoryStore historyStore,
      DocumentMirror files,
      Consumer<String> warned) {
    this.shared = shared;
    this.historyStore = historyStore;
    this.files = files;
    this.warned = warned;
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

  @Override
  public Optional<Document> find(CheckpointId id) {
    return shared.find(id);
  }

  @Override
  public Revision replace(DocumentWrite documentWrite) {
    var after = shared.replace(documentWrite);
    if (documentWrite.kind() == Kind.REPLACE || documentWrite.kind() == Kind.REMOVE) {
      publish(documentWrite, after);
    }
    return after;
  }

  private void publish(DocumentWrite documentWrite, Revision after) {
    var text = documentWrite.kind() == Kind.REMOVE ? null : documentWrite.text();
    try {
      boolean fine =
          files.replace(documentWrite.id(), documentWrite.expected(), text)
              || refresh(documentWrite.id()) == State.REFRESHED;
      if (!fine) {
        warned.accept(
            files.path(documentWrite.id())
                + " was changed here without the store and was left as it is;"
                + " `tidemark store sync` shows the difference");
      }
    } catch (StoreException failure) {
      warned.accept(
          "the change is recorded as "
              + (after.equals(Revision.NONE) ? "a removal" : after.value().substring(0, 12))
              + ", but its file was not brought up to date: "
              + failure.getMessage());
    }
  }

  @Override
  public String quarantine(CheckpointId id, Revision expected, String stamp) {
    return shared.quarantine(id, expected, stamp);
  }

  /// Brings the file of a run up to date.
  @Override
  public void repair(CheckpointId id) {
    shared.repair(id);
    if (shared.find(id).isPresent()) {
      refresh(id);
    }
  }

  @Override
  public List<CheckpointId> list(String dialect) {
    return shared.list(dialect);
  }

  @Override
  public String changeToken() {
    return shared.changeToken();
  }

  @Override
  public SummaryPage summaries(String dialect, boolean all, Summarizer by) {
    return shared.summaries(dialect, all, by);
  }
}
