package dev.tidemark.library.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.DocumentWrite.Kind;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.SummaryPage;
import dev.tidemark.stores.file.DocumentMirror;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Store decorator: keeps documents in a shared store, and publishes a copy of each in the file
/// that its format names.
///
/// The shared store decides. A file with an external edit stays unchanged, so that no work is lost;
/// `store sync` lists the differences. A copy that could not be made takes nothing back, either:
/// the change is recorded where it counts.
final class PublishingStore implements CheckpointStore {
  private final CheckpointStore shared;
  private final DocumentMirror files;
  private final WorktreeMirror worktreeMirror;
  private final Consumer<String> told;

  /// @param told called with a one-sentence warning about each file that was not updated
  PublishingStore(
      CheckpointStore shared,
      DocumentMirror files,
      WorktreeMirror worktreeMirror,
      Consumer<String> told) {
    this.shared = shared;
    this.files = files;
    this.worktreeMirror = worktreeMirror;
    this.told = told;
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
              || worktreeMirror.refresh(documentWrite.id()) == WorktreeMirror.State.REFRESHED;
      if (!fine) {
        told.accept(
            files.path(documentWrite.id())
                + " was changed here without the store and was left as it is;"
                + " `tidemark store sync` shows the difference");
      }
    } catch (StoreException failure) {
      told.accept(
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
      worktreeMirror.refresh(id);
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
