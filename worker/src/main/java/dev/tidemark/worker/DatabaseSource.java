package dev.tidemark.worker;

import dev.tidemark.stores.postgres.connection.Database;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// Connections of a shared store as a `DataSource` that keeps them for reuse, with the store's own
/// rules for TLS and passwords.
///
/// As many are open as are used at the same time. The libraries that pool connections need modules
/// of the JDK that the run time of Tidemark does not have.
final class DatabaseSource implements DataSource, AutoCloseable {
  /// A connection that was idle for longer is tried before it is used.
  private static final Duration FRESH = Duration.ofSeconds(1);

  private static final int SECONDS = 5;

  private final Database database;
  private final ConcurrentLinkedDeque<Idle> idle = new ConcurrentLinkedDeque<>();

  private record Idle(Connection connection, long since) {}

  DatabaseSource(Database database) {
    this.database = database;
  }

  @Override
  public Connection getConnection() throws SQLException {
    for (var kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
      if (System.nanoTime() - kept.since < FRESH.toNanos() || kept.connection.isValid(SECONDS)) {
        return borrowed(kept.connection);
      }
      Database.closeQuietly(kept.connection);
    }
    return borrowed(database.newConnection());
  }

  /// Returns a connection that is given back when it is closed.
  private Connection borrowed(Connection connection) {
    var type = Connection.class;
    return (Connection)
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              if (method.getName().equals("close")) {
                giveBack(connection);
                return null;
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException failure) {
                throw failure.getCause();
              }
            });
  }

  private void giveBack(Connection connection) throws SQLException {
    if (connection.isClosed()) {
      return;
    }
    if (!connection.getAutoCommit()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
    idle.addFirst(new Idle(connection, System.nanoTime()));
  }

  /// Closes the idle connections.
  @Override
  public void close() {
    for (var kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
      Database.closeQuietly(kept.connection);
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user is that of the store");
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {
    // Nothing is written.
  }

  @Override
  public void setLoginTimeout(int seconds) {
    // The store has its own.
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps no " + type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
