package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.journal.DocumentBytes;
import java.util.List;
import java.util.Optional;

/// Read-only store of a removed work tree: the document of a run is the newest one that its journal
/// has recorded.
public final class RemovedTreeStore implements CheckpointStore {
  private final FileStore journals;

  public RemovedTreeStore(FileStore journals) {
    this.journals = journals;
  }

  @Override
  public Optional<Document> find(CheckpointId id) {
    return journals.find(id).map(document -> recorded(id, document));
  }

  private Document recorded(CheckpointId id, Document absent) {
    var text = journals.stateAt(id, absent.sequence()).orElse(null);
    var revision =
        text == null ? Revision.NONE : DocumentBytes.revision(DocumentBytes.bytes(id, text));
    return new Document(
        text == null ? "" : text,
        revision,
        SyncState.RECORDED,
        absent.evidence(),
        absent.sequence(),
        absent.last());
  }

  @Override
  public List<CheckpointId> list(String dialect) {
    return journals.list(dialect);
  }

  @Override
  public Revision replace(DocumentWrite documentWrite) {
    throw readOnly(documentWrite.id());
  }

  @Override
  public String quarantine(CheckpointId id, Revision expected, String stamp) {
    throw readOnly(id);
  }

  @Override
  public void repair(CheckpointId id) {
    throw readOnly(id);
  }

  private static ForbiddenException readOnly(CheckpointId id) {
    return new ForbiddenException(
        "the work tree of " + id + " was removed; nothing was written",
        "Take the run into this one: " + "tidemark restore --run " + id + " --here");
  }
}
