package dev.tidemark.stores.postgres;

import dev.tidemark.store.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/// Tells whoever watches, on whatever machine, that something was changed. Hints only: one that
/// gets lost is made up for by a look every two seconds.
///
/// Hints are sent after the change and at most five times a second: those who notify wait for each
/// other across the whole server.
final class Beats {
  private static final long PAUSE_NANOS = 200_000_000L;
  private static final long LOOK_NANOS = 2_000_000_000L;

  /// Which transactions are over: another text after any change.
  private static final String LOOK = "select txid_current_snapshot()";

  private final Database database;
  private final String channel;
  private final Object telling = new Object();
  private long told;
  private boolean silent = true;

  private @Nullable Connection ear;
  private long heard;
  private long looked;
  private String known = "";

  Beats(Database database) {
    this.database = database;
    this.channel = "tidemark_" + database.schema();
  }

  /// Tells that something was changed.
  void beat() {
    synchronized (telling) {
      long now = System.nanoTime();
      if (!silent && now - told < PAUSE_NANOS) {
        return;
      }
      silent = false;
      told = now;
    }
    try {
      database.once(
          connection -> {
            try (var statement = connection.createStatement()) {
              return statement.execute(
                  "begin; set local synchronous_commit = off; notify " + channel + "; commit");
            }
          });
    } catch (SQLException | StoreUnavailableException untold) {
      // What was changed stands; whoever watches looks by himself after a while.
    }
  }

  /// Returns a text that is another one after a change; empty where nobody can tell.
  synchronized String now() {
    try {
      var connection = ear == null ? listening() : ear;
      ear = connection;
      var news = connection.unwrap(PGConnection.class).getNotifications();
      int count = news == null ? 0 : news.length;
      long now = System.nanoTime();
      if (known.isEmpty() || count > 0 || now - looked > LOOK_NANOS) {
        known = look(connection);
        looked = now;
        heard += count;
      }
      return known + " " + heard;
    } catch (SQLException | StoreUnavailableException cut) {
      deaf();
      return "";
    }
  }

  private Connection listening() throws SQLException {
    var connection = database.fresh();
    try (var statement = connection.createStatement()) {
      statement.execute("listen " + channel);
    }
    return connection;
  }

  private static String look(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(LOOK)) {
      found.next();
      return found.getString(1);
    }
  }

  /// Lets go of the connection that listens.
  synchronized void deaf() {
    var connection = ear;
    ear = null;
    if (connection != null) {
      Database.closed(connection);
    }
  }
}
