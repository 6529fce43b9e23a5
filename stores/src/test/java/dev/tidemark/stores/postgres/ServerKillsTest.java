package dev.tidemark.stores.postgres;

import static dev.tidemark.testkit.Samples.news;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Event;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException;
import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.MortalPostgres;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The processes of the database are killed with SIGKILL while two writers change a run each, and
/// it recovers: nothing that was acknowledged is lost, nothing is there twice.
@Proves({"R-USR-06", "R-USR-07"})
@LongProof
class ServerKillsTest {
  private static final int ROUNDS = Integer.getInteger("tidemark.proof.server-kills", 4);
  private static final int MILLIS_MAX = 120;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path temp;
  private final Random random = new Random(18);

  /// Something that is done to a server while others work.
  private interface Blow {
    void at(MortalPostgres server) throws IOException, InterruptedException;
  }

  @Test
  void a_server_that_is_killed_as_a_whole_loses_no_acknowledged_update() throws Exception {
    survived("the whole server", MortalPostgres::killAll);
  }

  @Test
  void a_server_one_of_whose_processes_is_killed_loses_no_acknowledged_update() throws Exception {
    survived(
        "one of its processes",
        server -> {
          while (!server.killOne()) {
            Thread.sleep(5);
          }
        });
  }

  private void survived(String what, Blow blow) throws Exception {
    try (var server = MortalPostgres.in(temp.resolve("data"))) {
      var writers = List.of(new Writer(server, "one"), new Writer(server, "two"));
      writers.forEach(Writer::start);
      for (int round = 1; round <= ROUNDS; round++) {
        for (var writer : writers) {
          writer.awaitMore();
        }
        Thread.sleep(random.nextInt(MILLIS_MAX));
        blow.at(server);
      }
      int acknowledged = 0;
      for (var writer : writers) {
        writer.awaitMore();
        writer.end();
        writer.check();
        acknowledged += writer.acknowledged;
      }
      System.out.printf(
          "kills: PostgreSQL, %s: %d times, %d changes acknowledged%n", what, ROUNDS, acknowledged);
    }
  }

  /// Counts upwards in the document of a run of its own, whatever becomes of the server.
  private static final class Writer {
    private final CheckpointId id;
    private final PostgresStore store;
    private final Thread thread;
    private volatile int acknowledged;
    private volatile boolean ended;

    Writer(MortalPostgres server, String name) {
      this.id = new CheckpointId("state", "implement", name);
      var address = StoreAddress.of(server.address("kills"), Map.of());
      this.store = new PostgresStore(new Database(address, 20_000), new FlatLayout(), run -> 0);
      this.thread = new Thread(this::count, name);
    }

    void start() {
      thread.start();
    }

    private int there() {
      return store.find(id).map(Document::text).map(Integer::parseInt).orElse(0);
    }

    private void count() {
      while (!ended) {
        try {
          var found = store.find(id);
          var expected = found.map(Document::revision).orElse(Revision.NONE);
          int next = found.map(Document::text).map(Integer::parseInt).orElse(0) + 1;
          var recordMetadata = news(new Event.DocumentSaved());
          store.replace(new DocumentWrite(id, Integer.toString(next), expected, recordMetadata));
          acknowledged = next;
        } catch (StoreException unavailable) {
          // The server is gone, and comes back; what became of the change is seen then.
          Thread.onSpinWait();
        }
      }
    }

    void awaitMore() throws InterruptedException {
      int before = acknowledged;
      while (acknowledged <= before) {
        assertThat(thread.isAlive()).as("only typed exceptions").isTrue();
        Thread.sleep(2);
      }
    }

    /// The last blow may have been noticed only after the last change: the server comes back first.
    private void awaitServer() throws InterruptedException {
      long patience = System.nanoTime() + PATIENCE.toNanos();
      while (true) {
        try {
          store.find(id);
          return;
        } catch (StoreException unavailable) {
          assertThat(System.nanoTime()).as("back in time").isLessThan(patience);
          Thread.sleep(20);
        }
      }
    }

    void end() throws InterruptedException {
      ended = true;
      thread.join();
    }

    void check() throws InterruptedException {
      awaitServer();
      int there = there();
      assertThat(there).isBetween(acknowledged, acknowledged + 1);
      assertThat(store.history(id)).as("each change once").hasSize(there);
      assertThat(store.stateAt(id, acknowledged)).contains(Integer.toString(acknowledged));
      assertThat(store.verify(id)).isEmpty();
    }
  }
}
