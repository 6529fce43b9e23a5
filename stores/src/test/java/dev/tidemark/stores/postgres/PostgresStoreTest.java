package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.testkit.PastContract;
import dev.tidemark.testkit.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

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
    return new PostgresStore(database, new FlatLayout(), _ -> 0);
  }

  @AfterEach
  void close() {
    databases.forEach(Database::close);
    databases.clear();
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
