package dev.tidemark.stores.postgres;

import dev.tidemark.store.Cursors;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.stores.journal.CursorState;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.SqlErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Delivery cursors in the database, shared by all machines. A held cursor is a row lock on a
/// connection of its own: if the process dies, the database releases it.
final class PostgresCursors implements Cursors {
  private static final String BEGIN =
      "insert into cursor (listener, content) values (?, '') on conflict do nothing";
  private static final String LOOK = "select content from cursor where listener = ?";
  private static final String TAKE = LOOK + " for update skip locked";
  private static final String KEEP = "update cursor set content = ? where listener = ?";

  private final Database database;

  PostgresCursors(Database database) {
    this.database = database;
  }

  @Override
  public @Nullable Cursor lock(String listener, Instant since) {
    Connection held = null;
    boolean taken = false;
    try {
      database.change(
          "the cursor " + listener + " cannot be kept",
          null,
          connection -> execute(connection, BEGIN, listener));
      held = database.newConnection();
      held.setAutoCommit(false);
      var text = content(held, TAKE, listener);
      taken = text != null;
      var connection = held;
      return text == null ? null : cursor(text, since, moved -> close(connection, listener, moved));
    } catch (SQLException failure) {
      throw unavailable(listener, failure);
    } finally {
      if (!taken && held != null) {
        Database.closeQuietly(held);
      }
    }
  }

  @Override
  public Cursor read(String listener, Instant since) {
    var text =
        database.read(
            "the cursor " + listener + " cannot be read",
            null,
            connection -> content(connection, LOOK, listener));
    return cursor(text == null ? "" : text, since, moved -> {});
  }

  private static CursorState cursor(String text, Instant since, Consumer<@Nullable String> keeper) {
    var cursor = text.isEmpty() ? CursorState.started(since, keeper) : CursorState.of(text, keeper);
    return cursor == null
        ? CursorState.restarted(since.minus(CursorState.REPLAY), keeper, "")
        : cursor;
  }

  private static void close(Connection held, String listener, @Nullable String moved) {
    try {
      if (moved != null) {
        execute(held, KEEP, moved, listener);
      }
      held.commit();
    } catch (SQLException failure) {
      throw unavailable(listener, failure);
    } finally {
      Database.closeQuietly(held);
    }
  }

  private static @Nullable String content(Connection connection, String sql, String listener)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      statement.setString(1, listener);
      try (var found = statement.executeQuery()) {
        return found.next() ? found.getString(1) : null;
      }
    }
  }

  private static int execute(Connection connection, String sql, String... arguments)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setString(i + 1, arguments[i]);
      }
      return statement.executeUpdate();
    }
  }

  private static StoreUnavailableException unavailable(String listener, SQLException failure) {
    return new StoreUnavailableException(
        "the cursor " + listener + " cannot be kept: " + SqlErrors.reason(failure),
        failure,
        SqlErrors.hint(failure));
  }
}
