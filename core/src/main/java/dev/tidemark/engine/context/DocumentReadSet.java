package dev.tidemark.engine.context;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.engine.run.MissingDocument;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

  /// Returns why a change is refused that would begin a part of the run anew, which was recorded
  /// since the run was started and is gone; null if none would.
  public @Nullable Blocker missingPart(Document whole, List<Effect> effects) {
    var started = whole.evidence().startedAt();
    for (var effect : effects) {
      if (effect instanceof Effect.ReplaceDocument part && part.text() != null) {
        var document = of(part.id());
        var last = document.last();
        if (document.isMissing()
            && last != null
            && started != null
            && !last.at().isBefore(started)) {
          return new Blocker(
              Blocker.Kind.INVALID,
              MissingDocument.MISSING,
              part.id() + " is missing: its file was removed outside Tidemark",
              "Bring it back: " + CommandLines.of("restore", part.id()));
        }
      }
    }
    return null;
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
