package dev.tidemark.stores.postgres.connection;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Connection pool: a few connections to one database, opened on demand and kept for reuse.
///
/// Before its first use, the server is checked for what the guarantees of the store depend on. A
/// connection that failed is never used again. A read is repeated once on a fresh connection,
/// because an idle one may have been cut.
public final class Database implements AutoCloseable {
  private static final int CONNECTIONS = 8;
  private static final String SETTINGS =
      """
      select current_setting('fsync'), current_setting('full_page_writes'),
        current_setting('synchronous_commit'), current_setting('server_encoding')
      """;
  private static final String UNLOGGED =
      """
      select c.relname from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and c.relpersistence = 'u' order by c.relname
      """;
  private static final String VERSIONS =
      "select coalesce(max(version), 0), coalesce(max(reader), 0) from migration";

  private final StoreAddress address;
  private final long patienceMillis;
  private final Semaphore free = new Semaphore(CONNECTIONS, true);
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean checked;

  /// Uses the database at that address. Nothing is opened yet.
  ///
  /// @param patienceMillis how long to wait for the lock of a run, and for a free connection
  public Database(StoreAddress address, long patienceMillis) {
    this.address = address;
    this.patienceMillis = patienceMillis;
  }

  public long patienceMillis() {
    return patienceMillis;
  }

  /// Reads something.
  ///
  /// @param what the operation that fails, for messages
  public <T extends @Nullable Object> T read(
      String what, @Nullable CheckpointId id, ConnectionCallback<T> connectionCallback) {
    for (int tries = 1; ; tries++) {
      try {
        return withConnection(connectionCallback);
      } catch (SQLException failure) {
        if (!SqlErrors.isCut(failure) || tries > 1) {
          throw SqlErrors.refused(what, id, patienceMillis, failure);
        }
        dropIdle();
      }
    }
  }

  /// Does several things at once or not at all. Each of them may be done twice.
  ///
  /// @param what the operation that fails, for messages
  public <T extends @Nullable Object> T change(
      String what, @Nullable CheckpointId id, ConnectionCallback<T> connectionCallback) {
    boolean[] committing = {false};
    try {
      return withConnection(
          connection -> {
            connection.setAutoCommit(false);
            T result = connectionCallback.run(connection);
            committing[0] = true;
            connection.commit();
            connection.setAutoCommit(true);
            return result;
          });
    } catch (SQLException failure) {
      if (committing[0] && SqlErrors.isCut(failure)) {
        throw new OutcomeUnknownException(
            what + ", or it was: the connection broke at the end: " + SqlErrors.reason(failure),
            failure);
      }
      throw SqlErrors.refused(what, id, patienceMillis, failure);
    }
  }

  /// Does something on one connection, which is thrown away if that fails.
  public <T extends @Nullable Object> T withConnection(ConnectionCallback<T> connectionCallback)
      throws SQLException {
    acquire();
    Connection connection = null;
    boolean sound = false;
    try {
      var kept = idle.pollFirst();
      connection = kept == null ? open() : kept;
      T result = connectionCallback.run(connection);
      sound = true;
      return result;
    } finally {
      if (connection != null) {
        if (sound) {
          idle.addFirst(connection);
        } else {
          closeQuietly(connection);
        }
      }
      free.release();
    }
  }

  private void acquire() {
    try {
      if (free.tryAcquire(patienceMillis + 1_000, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException wanted) {
      Thread.currentThread().interrupt();
    }
    throw new StoreUnavailableException(
        "all " + CONNECTIONS + " connections to " + address + " are in use", null, SqlErrors.AGAIN);
  }

  /// Opens a connection, and makes sure at the first that the database is fit for us.
  private Connection open() throws SQLException {
    var connection = newConnection();
    boolean fit = checked;
    try {
      if (!fit) {
        checkServer(connection);
        checked = true;
        fit = true;
      }
      return connection;
    } finally {
      if (!fit) {
        closeQuietly(connection);
      }
    }
  }

  /// Checks that the server can keep the promises of the store.
  ///
  /// @throws ForbiddenException if it cannot; nothing was done
  public void checkServer(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(SETTINGS)) {
      found.next();
      checkSetting("fsync", found.getString(1), "on");
      checkSetting("full_page_writes", found.getString(2), "on");
      if ("off".equals(found.getString(3))) {
        checkSetting("synchronous_commit", "off", "on");
      }
      checkSetting("server_encoding", found.getString(4), "UTF8");
    }
    checkLogged(connection);
    if (version(connection) < Migrations.VERSION) {
      Migrations.apply(connection, address.schema());
    }
  }

  /// A crash of the server empties tables that are not in its log.
  private void checkLogged(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(UNLOGGED)) {
      if (found.next()) {
        var table = found.getString(1);
        throw new ForbiddenException(
            address
                + " has the table "
                + table
                + " as UNLOGGED, which a crash of the server empties",
            "Run in that database: alter table " + table + " set logged; nothing was done.");
      }
    }
  }

  private void checkSetting(String name, String value, String wanted) {
    if (!wanted.equals(value)) {
      throw new ForbiddenException(
          address
              + " has "
              + name
              + " = "
              + value
              + ", which loses acknowledged changes in a crash",
          "Set " + name + " = " + wanted + "; see `tidemark help postgres`.");
    }
  }

  private int version(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(VERSIONS)) {
      found.next();
      if (found.getInt(2) > Migrations.VERSION) {
        throw new ForbiddenException(
            address + " was changed by a newer version of Tidemark",
            "Install that version; nothing was done.");
      }
      return found.getInt(1);
    } catch (SQLException failure) {
      if (SqlErrors.isAbsent(failure)) {
        return 0;
      }
      throw failure;
    }
  }

  /// Returns a new connection outside the pool.
  public Connection newConnection() throws SQLException {
    try {
      return DriverManager.getConnection(address.url(), address.properties(patienceMillis));
    } catch (SQLException failure) {
      throw new StoreUnavailableException(
          address + " cannot be reached, nothing was changed: " + SqlErrors.reason(failure),
          failure,
          SqlErrors.connectionHint(failure, address.hasPassword()));
    }
  }

  public static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException gone) {
      // It is not used again either way.
    }
  }

  public void dropIdle() {
    for (var connection = idle.poll(); connection != null; connection = idle.poll()) {
      closeQuietly(connection);
    }
  }

  /// Closes the idle connections. The next caller reconnects.
  @Override
  public void close() {
    dropIdle();
  }
}
