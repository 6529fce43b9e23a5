package dev.tidemark.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoredSummary;
import dev.tidemark.store.Summarizer;
import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.testkit.PastContract;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.testkit.Samples;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The PostgreSQL store keeps what every store promises, on a real server that forces its log.
class PostgresStoreTest extends PastContract<PostgresStore> {
  private final PostgresServer server = PostgresServer.running();
  private final String address = server.fresh();
  private final List<Database> databases = new CopyOnWriteArrayList<>();

  @Override
  protected PostgresStore open() {
    close();
    var database = new Database(StoreAddress.of(address, Map.of()), 5_000);
    databases.add(database);
    return new PostgresStore(database, new FlatLayout(), run -> 0);
  }

  @AfterEach
  void close() {
    databases.forEach(Database::close);
    databases.clear();
  }

  @Test
  void ended_runs_are_counted_until_they_change() {
    var store = open();
    var open = write("open", "open", Revision.NONE);
    var ended = write("ended", "ended", Revision.NONE);
    write("other", "ended", Revision.NONE);
    var by = new Reader(store);
    assertThat(store.summaries("state", false, by).omitted()).isEqualTo(2);
    by.read.clear();

    var page = store.summaries("state", false, by);
    assertThat(page.runs()).extracting(each -> each.id().item()).containsExactly("open");
    assertThat(page.omitted()).isEqualTo(2);
    assertThat(store.summaries("state", true, by).runs()).hasSize(3);
    assertThat(by.read).isEmpty();

    write("ended", "open again", ended);
    write("open", "ended", open);
    page = store.summaries("state", false, by);
    assertThat(page.runs()).extracting(each -> each.id().item()).containsExactly("ended");
    assertThat(page.omitted()).isEqualTo(2);
    assertThat(by.read).containsExactlyInAnyOrder("open", "ended");
  }

  private Revision write(String item, String text, Revision expected) {
    var id = new CheckpointId("state", "feature", item);
    return open().replace(new DocumentWrite(id, text, expected, Samples.news()));
  }

  private static final class Reader implements Summarizer {
    private final PostgresStore store;
    private final List<@Nullable String> read = new ArrayList<>();

    Reader(PostgresStore store) {
      this.store = store;
    }

    @Override
    public String edition() {
      return "1";
    }

    @Override
    public Instant currentTime() {
      return Instant.EPOCH;
    }

    @Override
    public StoredSummary of(CheckpointId id) {
      read.add(id.item());
      var text = String.valueOf(store.find(id).orElseThrow().text());
      return new StoredSummary(id, text.startsWith("ended"), true, text);
    }
  }

  @Override
  protected void edit(CheckpointId id, @Nullable String text) {
    open().list("state");
    var schema = address.substring(address.indexOf('=') + 1);
    var bytes = text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    server.execute(
        schema,
        "insert into run (dialect, workflow, item, path, document) values (?, ?, ?, ?, ?)"
            + " on conflict (dialect, path) do update set document = excluded.document",
        id.dialect(),
        id.workflow(),
        id.item(),
        new FlatLayout().pathOf(id),
        bytes);
  }
}
