package dev.tidemark.stores.postgres;

import static dev.tidemark.testkit.Samples.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.store.Cursors;
import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.stores.journal.CursorState;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.testkit.Proves;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// How far listeners have been told, where all machines share it.
@Proves("R-004-100")
class PostgresCursorsTest {
  private static final Instant BEGIN = Instant.parse("2026-11-21T08:00:00.123Z");
  private static final Instant LATER = BEGIN.plusSeconds(60);

  private final PostgresServer server = PostgresServer.running();
  private final String schema = "cursors_" + System.nanoTime();
  private final Database database =
      new Database(StoreAddress.of(server.address(schema), Map.of()), 2_000);
  private final Cursors cursors = new PostgresStore(database, new FlatLayout(), run -> 0).cursors();

  @AfterEach
  void close() {
    database.close();
  }

  private Cursors.Cursor take(Instant since) {
    var cursor = cursors.lock("own", since);
    assertThat(cursor).isNotNull();
    return cursor;
  }

  @Test
  void a_cursor_is_kept_when_it_is_closed() {
    assertThat(cursors.read("own", BEGIN).since()).isEqualTo(BEGIN);
    try (var cursor = take(BEGIN)) {
      assertThat(cursor.damage()).isEmpty();
      cursor.advance(RUN, 7);
      assertThat(cursors.lock("own", LATER)).isNull();
    }
    try (var cursor = take(LATER)) {
      assertThat(cursor.since()).isEqualTo(BEGIN);
      assertThat(cursor.lastDelivered(RUN)).isEqualTo(7);
    }
  }

  @Test
  void a_damaged_cursor_begins_a_week_before_it_is_found_so() throws SQLException {
    take(BEGIN).close();
    try (var connection = server.connect(schema);
        var statement = connection.createStatement()) {
      statement.executeUpdate("update cursor set content = '{\"since\":'");
    }

    try (var cursor = take(LATER)) {
      assertThat(cursor.since()).isEqualTo(LATER.minus(CursorState.REPLAY));
      assertThat(cursor.damage()).startsWith("has a damaged cursor: ").endsWith(" are sent again");
    }
    assertThat(cursors.read("own", LATER).damage()).isEmpty();
  }
}
