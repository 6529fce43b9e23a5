package dev.tidemark.stores.postgres;

import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.SharedContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/// The PostgreSQL store keeps its promises to several who have it open, each with connections of
/// its own, as machines have.
@Proves("R-USR-06")
class PostgresSharedTest extends SharedContract<PostgresStore> {
  private final String address = PostgresServer.running().fresh();
  private final List<Database> databases = new ArrayList<>();

  @Override
  protected PostgresStore another() {
    var database = new Database(StoreAddress.of(address, Map.of()), 30_000);
    databases.add(database);
    return new PostgresStore(database, new FlatLayout(), run -> 0);
  }

  @AfterEach
  void close() {
    databases.forEach(Database::close);
  }
}
