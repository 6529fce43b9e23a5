package dev.tidemark.stores.postgres;

import static dev.tidemark.testkit.Samples.RUN;

import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.stores.postgres.CuttingProxy.Cut;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.testkit.ModelContract;
import dev.tidemark.testkit.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The PostgreSQL store does what the model says. A process that ends there is one whose connection
/// broke before its change, in the middle of the way or before the answer, and who never asked.
class PostgresModelTest extends ModelContract<PostgresStore> {
  private static final String SCHEMA = "model";
  private static final List<Cut> ENDS = List.of(Cut.BEFORE, Cut.AFTER, Cut.ON_THE_WAY);

  private final PostgresServer server = PostgresServer.running();
  private final Database database = database(server.port());

  private Database database(int port) {
    var address = server.address(SCHEMA, port, "postgres");
    return new Database(StoreAddress.of(address, Map.of()), 5_000);
  }

  @Override
  protected Site<PostgresStore> fresh() {
    new PostgresStore(database, new FlatLayout(), run -> 0).list("state");
    server.execute(SCHEMA, "truncate run cascade");
    return new Tables();
  }

  /// Tables that are empty at first.
  private final class Tables implements Site<PostgresStore> {
    private final List<CuttingProxy> ended = new ArrayList<>();

    @Override
    public PostgresStore open() {
      deliver();
      return new PostgresStore(database, new FlatLayout(), run -> 0);
    }

    /// Lets what was on its way arrive.
    private void deliver() {
      ended.forEach(CuttingProxy::deliver);
      ended.clear();
    }

    @Override
    public PostgresStore crashingAt(int step) {
      deliver();
      try {
        var proxy = new CuttingProxy(server.port());
        var end = ENDS.get(step % ENDS.size());
        proxy.last(end);
        if (end == Cut.ON_THE_WAY) {
          ended.add(proxy);
        }
        return new PostgresStore(database(proxy.port()), new FlatLayout(), run -> 0);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    @Override
    public void edit(@Nullable String text) {
      deliver();
      server.execute(
          SCHEMA,
          "insert into run (dialect, workflow, item, path, document) values (?, ?, ?, ?, ?)"
              + " on conflict (dialect, path) do update set document = excluded.document",
          RUN.dialect(),
          RUN.workflow(),
          RUN.item(),
          new FlatLayout().pathOf(RUN),
          text == null ? null : text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
      deliver();
      database.close();
    }
  }
}
