package dev.tidemark.engine.context;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.workflow.fact.Fact;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Snapshot of the documents that rules read for one decision. A decision about such a document is
/// valid for the revision in the snapshot.
public final class DocumentReadSet {
  private final CheckpointStore store;
  private final Map<CheckpointId, Document> documents = new HashMap<>();

  public DocumentReadSet(CheckpointStore store) {
    this.store = store;
  }

  /// Adds a loaded document, so that it is not read again.
  public void addLoaded(CheckpointId id, Document document) {
    documents.put(id, document);
  }

  /// Returns the document of a run as of its first read.
  public Document of(CheckpointId id) {
    var document = documents.get(id);
    if (document == null) {
      document = store.find(id).orElse(LoadedState.NOTHING);
      documents.put(id, document);
    }
    return document;
  }

  /// Publishes every document among them whose writer was interrupted after its journal entry.
  ///
  /// @return whether there was one: other facts about files may be outdated then
  public boolean repair() {
    boolean repaired = false;
    for (var seen : documents.entrySet()) {
      if (seen.getValue().syncState() == SyncState.HALF_PUBLISHED) {
        store.repair(seen.getKey());
        repaired = true;
      }
    }
    return repaired;
  }

  /// Returns its text.
  Fact<Optional<String>> text(CheckpointId id) {
    var document = of(id);
    if (!document.exists()) {
      return Fact.known(Optional.empty());
    }
    var text = document.text();
    return text == null
        ? Fact.unknown("its bytes are not UTF-8 text")
        : Fact.known(Optional.of(text));
  }
}
