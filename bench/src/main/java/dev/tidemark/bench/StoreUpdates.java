package dev.tidemark.bench;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.journal.PathResolver;
import dev.tidemark.stores.postgres.PostgresStore;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Changes of runs by way of the store.
final class StoreUpdates implements Contestant {
  private static final int PATIENCE_MILLIS = 5_000;
  private static final Actor ACTOR = Actor.tool("bench");
  private static final List<Event> EVENTS =
      List.of(new Event.PhaseCompleted(new PhaseName("implementation")));

  private final PostgresStore store;

  private final boolean finds;
  private final Revision[] revisions;

  /// @param finds whether each change finds the run first, as a command does
  StoreUpdates(String address, int threads, boolean finds) {
    var database = new Database(StoreAddress.of(address, Map.of()), PATIENCE_MILLIS);
    this.store = new PostgresStore(database, new OneFolder(), _ -> 0);
    this.finds = finds;
    this.revisions = new Revision[threads];
  }

  @Override
  public Samples until(int thread, long end) {
    var id = new CheckpointId("state", "implement", (finds ? "found-" : "known-") + thread);
    var texts = Texts.usual();
    var samples = new Samples();
    if (revisions[thread] == null) {
      revisions[thread] = found(id);
    }
    for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
      var text = texts.next();
      var recordMetadata =
          new RecordMetadata(Instant.ofEpochMilli(now), ACTOR, EVENTS, Evidence.NONE);
      long begin = System.nanoTime();
      var expected = finds ? found(id) : revisions[thread];
      revisions[thread] = store.replace(new DocumentWrite(id, text, expected, recordMetadata));
      samples.add(System.nanoTime() - begin);
    }
    return samples;
  }

  /// Nobody asks here which run a file belongs to.
  private record OneFolder() implements PathResolver {
    private static final String FOLDER = ".claude/state";

    @Override
    public String pathOf(CheckpointId id) {
      return FOLDER + "/" + id.item() + ".json";
    }

    @Override
    public Optional<CheckpointId> idOf(String dialect, String path) {
      return Optional.empty();
    }

    @Override
    public List<String> roots(String dialect) {
      return List.of(FOLDER);
    }
  }

  private Revision found(CheckpointId id) {
    return store.find(id).map(Document::revision).orElse(Revision.NONE);
  }
}
