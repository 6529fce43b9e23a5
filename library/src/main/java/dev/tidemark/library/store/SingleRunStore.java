package dev.tidemark.library.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.SummaryPage;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Access restriction: a store in which only one run can be changed. A process that `tidemark run`
/// has started works on its own run, and reads the others.
public final class SingleRunStore implements CheckpointStore {
  private final CheckpointStore store;
  private final String run;
  private final Predicate<CheckpointId> isPart;

  /// @param run the run that may be changed
  /// @param isPart whether a document is a part of another one
  public SingleRunStore(CheckpointStore store, String run, Predicate<CheckpointId> isPart) {
    this.store = store;
    this.run = run;
    this.isPart = isPart;
  }

  private void check(CheckpointId id) {
    if (!id.toString().equals(run) && !isPart.test(id)) {
      throw new ForbiddenException(
          id + " was not changed: this process was started to work on " + run + " only",
          "Leave " + id + " to its own session, or work on " + run + ".");
    }
  }

  @Override
  public Optional<Document> find(CheckpointId id) {
    return store.find(id);
  }

  @Override
  public Revision replace(DocumentWrite documentWrite) {
    check(documentWrite.id());
    return store.replace(documentWrite);
  }

  @Override
  public String quarantine(CheckpointId id, Revision expected, String stamp) {
    check(id);
    return store.quarantine(id, expected, stamp);
  }

  @Override
  public void repair(CheckpointId id) {
    check(id);
    store.repair(id);
  }

  @Override
  public List<CheckpointId> list(String dialect) {
    return store.list(dialect);
  }

  @Override
  public SummaryPage summaries(String dialect, boolean all, Summarizer by) {
    return store.summaries(dialect, all, by);
  }

  @Override
  public String changeToken() {
    return store.changeToken();
  }
}
