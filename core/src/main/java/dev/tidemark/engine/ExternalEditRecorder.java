package dev.tidemark.engine;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.context.FactCollector;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.failure.ConflictException;
import java.util.List;

/// External edit recorder: appends the changes that others made to a document to the journal, see
/// [Checkpoints#adopt].
final class ExternalEditRecorder {
  private final CheckpointStore store;
  private final ProjectContext projectContext;

  ExternalEditRecorder(CheckpointStore store, ProjectContext projectContext) {
    this.store = store;
    this.projectContext = projectContext;
  }

  boolean adopt(Dialect<?> dialect, CheckpointId id, ChangeMode changeMode) {
    long deadline = System.nanoTime() + Checkpoints.PATIENCE_NANOS;
    while (true) {
      var found = store.find(id).orElse(LoadedState.NOTHING);
      boolean known =
          found.syncState() != SyncState.EDITED
              && found.syncState() != SyncState.UNRECORDED
              && found.syncState() != SyncState.JOURNAL_GONE;
      if (known || (found.syncState() == SyncState.UNRECORDED && !found.exists())) {
        return false;
      }
      var checkpoint =
          found.exists() ? dialect.format().decode(id, LoadedState.text(found)).checkpoint() : null;
      try {
        if (changeMode == ChangeMode.COMMIT) {
          var now = projectContext.now();
          var revision = store.replace(DocumentWrite.adoption(id, found.revision(), now));
          var evidence = FactCollector.evidence(found, checkpoint, now);
          if (!evidence.equals(found.evidence())) {
            var recordMetadata = new RecordMetadata(now, Actor.EXTERNAL, List.of(), evidence);
            store.replace(DocumentWrite.note(id, revision, recordMetadata));
          }
        }
        return true;
      } catch (ConflictException lostRace) {
        if (System.nanoTime() - deadline > 0) {
          throw lostRace;
        }
      }
    }
  }
}
