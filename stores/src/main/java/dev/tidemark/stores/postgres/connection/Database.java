package dev.tidemark.stores.postgres.connection;

import dev.tidemark.checkpoint.CheckpointId;
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
/// A connection that failed is never used again. A read is repeated once on a fresh connection,
/// because an idle one may have been cut.
public final class Database implements AutoCloseable {
  private static final int CONNECTIONS = 8;

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
        return once(connectionCallback);
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
      return once(
          connection -> {
            connection.setAutoCommit(false);
            T result = connectionCallback.on(connection);
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
  public <T extends @Nullable Object> T once(ConnectionCallback<T> connectionCallback)
      throws SQLException {
    acquire();
    Connection connection = null;
    boolean sound = false;
    try {
      var kept = idle.pollFirst();
      connection = kept == null ? open() : kept;
      T result = connectionCallback.on(connection);
      sound = true;
      return result;
    } finally {
      if (connection != null) {
        if (sound) {
          idle.addFirst(connection);
        } else {
          closed(connection);
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
        "all " + CONNECTIONS + " connections to " + address + " are in use", null, SqlHints.AGAIN);
  }

  /// Opens a connection, and makes sure at the first that the database is fit for us.
  private Connection open() throws SQLException {
    var connection = fresh();
    boolean fit = checked;
    try {
      if (!fit) {
        new ServerRequirements(address).check(connection);
        checked = true;
        fit = true;
      }
      return connection;
    } finally {
      if (!fit) {
        closed(connection);
      }
    }
  }

  /// Returns a new connection outside the pool.
  public Connection fresh() throws SQLException {
    try {
      return DriverManager.getConnection(address.url(), address.properties(patienceMillis));
    } catch (SQLException failure) {
      throw new StoreUnavailableException(
          address + " cannot be reached, nothing was changed: " + SqlErrors.reason(failure),
          failure,
          SqlHints.ofConnecting(failure, address.hasPassword()));
    }
  }

  public static void closed(Connection connection) {
    try {
      connection.close();
    } catch (SQLException gone) {
      // It is not used again either way.
    }
  }

  public void dropIdle() {
    for (var connection = idle.poll(); connection != null; connection = idle.poll()) {
      closed(connection);
    }
  }

  /// Closes the idle connections. The next caller reconnects.
  @Override
  public void close() {
    dropIdle();
  }
}
