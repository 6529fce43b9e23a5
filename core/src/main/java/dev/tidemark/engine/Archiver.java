package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.Archives;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.RecordMetadata;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Archiver: moves finished documents to the archive, and restores archived ones. Either is
/// recorded. Off every hot path.
public final class Archiver {
  private final CheckpointStore store;
  private final Archives archives;
  private final ProjectContext projectContext;

  /// Takes where documents are, where their copies go, and the world.
  public Archiver(CheckpointStore store, Archives archives, ProjectContext projectContext) {
    this.store = store;
    this.archives = archives;
    this.projectContext = projectContext;
  }

  /// Archives a document and removes it. The caller has made sure that the run is finished.
  ///
  /// @return where the copy is, from the project root; empty where no copies are kept, and nothing
  ///   was done
  /// @throws dev.tidemark.store.StoreException if the store fails; the type tells whether anything
  ///   was written
  public Optional<String> archive(Run run, Caller by) {
    var document = run.document();
    var text = document.text();
    if (text == null || !document.exists()) {
      return Optional.empty();
    }
    var now = projectContext.now();
    var copy = archives.keep(run.id(), text, now);
    if (copy.isPresent()) {
      var evidence = new Evidence(null, document.evidence().head());
      var events = List.<Event>of(new Event.Archived(copy.get()));
      var recordMetadata = new RecordMetadata(now, by.actor(), events, evidence);
      store.replace(
          DocumentWrite.removal(run.id(), document.revision(), recordMetadata)
              .ifUnchangedSince(document));
      projectContext.recordChange(run.id());
    }
    return copy;
  }

  /// Puts an archived document in the place of the present one, which stays in the history.
  ///
  /// @param historyStore the history that is searched for an entry with the same document
  /// @throws dev.tidemark.dialect.FormatException if the copy cannot be read, or a newer version
  ///   has written the present document; nothing was written
  /// @throws dev.tidemark.store.StoreException as for [#archive]
  public <C extends Checkpoint> void restore(
      Dialect<C> dialect, Archives.Archived archived, HistoryStore historyStore, Caller by) {
    var id = archived.id();
    var text = archives.read(archived);
    dialect.format().decode(id, text);
    var found = store.find(id).orElse(LoadedState.NOTHING);
    LoadedState.rejectNewer(dialect, id, found);
    if (by.mode() == ChangeMode.COMMIT) {
      var recordMetadata =
          new RecordMetadata(
              projectContext.now(), by.actor(), events(id, text, historyStore), found.evidence());
      store.replace(
          new DocumentWrite(id, text, found.revision(), recordMetadata).ifUnchangedSince(found));
      projectContext.recordChange(id);
    }
  }

  /// A copy is made when a run comes to its end: if the entry of that is still known, that is the
  /// one that is restored.
  private static List<Event> events(CheckpointId id, String text, HistoryStore historyStore) {
    var ends = new HashSet<Long>();
    for (var entry : historyStore.history(id)) {
      for (var event : entry.events()) {
        if (event instanceof Event.WorkflowCompleted) {
          ends.add(entry.sequence());
        }
      }
    }
    long found = 0;
    for (var state : historyStore.stateAt(id, ends).entrySet()) {
      found = state.getValue().equals(text) ? Math.max(found, state.getKey()) : found;
    }
    return List.of(found > 0 ? new Event.Restored(found) : new Event.DocumentSaved());
  }
}
