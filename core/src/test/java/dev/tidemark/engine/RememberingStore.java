package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoredSummary;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.SummaryPage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A store that remembers what was understood, that others use too, or that does not answer at all.
public final class RememberingStore implements CheckpointStore {
  private final CheckpointStore store;

  public final Map<String, StoredSummary> remembered = new HashMap<>();
  public final List<StoredSummary> asked = new ArrayList<>();
  @Nullable public StoreException failure;
  @Nullable public Instant at;

  /// What others do once between a look and a write; absent if nobody is there.
  @Nullable Runnable meanwhile;

  /// How documents compare with their records, if a writer was stopped.
  @Nullable SyncState standing;

  final List<CheckpointId> repaired = new ArrayList<>();

  public RememberingStore(CheckpointStore store) {
    this.store = store;
  }

  @Override
  public SummaryPage summaries(String dialect, boolean all, Summarizer by) {
    at = by.currentTime();
    var runs = new ArrayList<StoredSummary>();
    for (var id : list(dialect)) {
      runs.add(remembered.computeIfAbsent(by.edition() + id, missing -> asked(by.of(id))));
    }
    return new SummaryPage(runs, 2);
  }

  private StoredSummary asked(StoredSummary storedSummary) {
    asked.add(storedSummary);
    return storedSummary;
  }

  @Override
  public Optional<Document> find(CheckpointId id) {
    if (failure != null) {
      throw failure;
    }
    var found = store.find(id);
    var stopped = standing;
    return stopped == null || repaired.contains(id)
        ? found
        : found.map(
            it -> new Document(it.text(), it.revision(), stopped, it.evidence(), it.sequence()));
  }

  @Override
  public Revision replace(DocumentWrite documentWrite) {
    var others = meanwhile;
    meanwhile = null;
    if (others != null) {
      others.run();
    }
    return store.replace(documentWrite);
  }

  @Override
  public String quarantine(CheckpointId id, Revision expected, String stamp) {
    return store.quarantine(id, expected, stamp);
  }

  @Override
  public void repair(CheckpointId id) {
    repaired.add(id);
    store.repair(id);
  }

  @Override
  public List<CheckpointId> list(String dialect) {
    return store.list(dialect);
  }
}
