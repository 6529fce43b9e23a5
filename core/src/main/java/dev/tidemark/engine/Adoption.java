package dev.tidemark.engine;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.ConflictException;
import dev.tidemark.store.Document.Standing;
import dev.tidemark.store.News;
import dev.tidemark.store.Write;
import java.util.List;

/// External edit recorder: appends the changes that others made to a document to the journal, see
/// [Checkpoints#adopt].
final class Adoption {
  private final CheckpointStore store;
  private final World world;

  Adoption(CheckpointStore store, World world) {
    this.store = store;
    this.world = world;
  }

  boolean adopt(Dialect<?> dialect, CheckpointId id, Mode mode) {
    long deadline = System.nanoTime() + Checkpoints.PATIENCE_NANOS;
    while (true) {
      var found = store.find(id).orElse(Reading.NOTHING);
      boolean known =
          found.standing() != Standing.EDITED
              && found.standing() != Standing.UNRECORDED
              && found.standing() != Standing.JOURNAL_GONE;
      if (known || (found.standing() == Standing.UNRECORDED && !found.exists())) {
        return false;
      }
      var checkpoint =
          found.exists() ? dialect.format().decode(id, Reading.text(found)).checkpoint() : null;
      try {
        if (mode == Mode.COMMIT) {
          var now = world.now();
          var revision = store.replace(Write.adoption(id, found.revision(), now));
          var evidence = Knowing.evidence(found, checkpoint, now);
          if (!evidence.equals(found.evidence())) {
            var news = new News(now, Actor.SOMEBODY, List.of(), evidence);
            store.replace(Write.note(id, revision, news));
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
