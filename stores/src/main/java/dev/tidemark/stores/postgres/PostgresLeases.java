package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Event;
import dev.tidemark.store.Leases;
import dev.tidemark.store.StoreException.ClaimedException;
import dev.tidemark.store.StoreException.StaleOwnerException;
import dev.tidemark.stores.journal.PathResolver;
import dev.tidemark.stores.postgres.connection.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Leases in the rows of the runs, by the clock of the database: those of machines may differ.
final class PostgresLeases implements Leases {
  private static final String CLAIM =
      """
      insert into run (dialect, workflow, item, path, fence, owner, lease, lease_since, lease_until)
      values (?, ?, ?, ?, 1, ?, make_interval(secs => ?), clock_timestamp(),
        clock_timestamp() + make_interval(secs => ?))
      on conflict (dialect, path) do update set fence = run.fence + 1, owner = excluded.owner,
        lease = excluded.lease, lease_since = excluded.lease_since,
        lease_until = excluded.lease_until
      where run.owner is null or run.lease_until < clock_timestamp()
        or run.owner = excluded.owner
      returning owner, fence, lease_since, lease_until
      """;

  /// Locks the run's last owner; other transactions wait from here to the end of this one.
  private static final String LOCK =
      "select owner from run where dialect = ? and path = ? for update";

  private static final String RENEW =
      """
      update run set lease_until = clock_timestamp() + lease
      where dialect = ? and path = ? and fence = ? and owner is not null
      returning owner, fence, lease_since, lease_until
      """;
  private static final String RELEASE =
      """
      update run set owner = null, lease_since = null, lease_until = null, fence = fence + 1
      where dialect = ? and path = ? and fence = ? and owner is not null
      """;
  private static final String HOLDER =
      """
      select owner, fence, lease_since, lease_until from run
      where dialect = ? and path = ? and lease_until >= clock_timestamp()
      """;

  private static final String HELD =
      """
      select owner, fence, lease_since, lease_until, dialect, workflow, item from run
      where owner is not null and lease_until >= clock_timestamp()
      """;

  private final Database database;
  private final PathResolver pathResolver;
  private final PostgresWriter postgresWriter;

  PostgresLeases(Database database, PathResolver pathResolver, PostgresWriter postgresWriter) {
    this.database = database;
    this.pathResolver = pathResolver;
    this.postgresWriter = postgresWriter;
  }

  @Override
  public Lease claim(CheckpointId id, String owner, Duration lasting, Signature signed) {
    var runKey = RunKey.of(pathResolver, id);
    return database.change(
        id + " was not claimed",
        id,
        connection -> {
          var last = lock(connection, runKey);
          var lease = acquire(connection, runKey, owner, lasting);
          if (lease == null) {
            throw claimed(id, holder(connection, runKey));
          }
          var from = owner.equals(last) ? null : last;
          var event = new Event.LeaseAcquired(owner, lease.fence(), from);
          var ours = new RunKey(id, runKey.path(), lease.fence());
          postgresWriter.note(connection, ours, signed, event);
          return new Lease(owner, lease.fence(), lease.since(), lease.until(), from);
        });
  }

  /// Keeps others from claiming and changing a run until the end of the transaction.
  ///
  /// @return the owner, or the last owner if the run was not claimed since; null without one
  private static @Nullable String lock(Connection connection, RunKey runKey) throws SQLException {
    try (var statement = connection.prepareStatement(LOCK)) {
      bind(statement, runKey);
      try (var found = statement.executeQuery()) {
        return found.next() ? found.getString(1) : null;
      }
    }
  }

  private static @Nullable Lease acquire(
      Connection connection, RunKey runKey, String owner, Duration lasting) throws SQLException {
    double seconds = lasting.toMillis() / 1_000.0;
    try (var statement = connection.prepareStatement(CLAIM)) {
      statement.setString(1, runKey.id().dialect());
      statement.setString(2, runKey.id().workflow());
      statement.setString(3, runKey.id().item());
      statement.setString(4, runKey.path());
      statement.setString(5, owner);
      statement.setDouble(6, seconds);
      statement.setDouble(7, seconds);
      return lease(statement);
    }
  }

  private static ClaimedException claimed(CheckpointId id, @Nullable Lease holder) {
    return holder == null
        ? new ClaimedException(id, "another work tree", Instant.EPOCH)
        : new ClaimedException(id, holder.owner(), holder.until());
  }

  @Override
  public Lease renew(CheckpointId id, long fence) {
    var runKey = RunKey.of(pathResolver, id);
    return database.change(
        "the claim of " + id + " was not renewed",
        id,
        connection -> {
          try (var statement = connection.prepareStatement(RENEW)) {
            bind(statement, runKey);
            statement.setLong(3, fence);
            var lease = lease(statement);
            if (lease == null) {
              var holder = holder(connection, runKey);
              throw new StaleOwnerException(id, holder == null ? null : holder.owner());
            }
            return lease;
          }
        });
  }

  @Override
  public boolean release(CheckpointId id, long fence, Signature signed) {
    var runKey = RunKey.of(pathResolver, id);
    return database.change(
        id + " was not released",
        id,
        connection -> {
          var owner = lock(connection, runKey);
          if (owner == null || !release(connection, runKey, fence)) {
            return false;
          }
          postgresWriter.note(connection, runKey, signed, new Event.LeaseReleased(owner, fence));
          return true;
        });
  }

  private static boolean release(Connection connection, RunKey runKey, long fence)
      throws SQLException {
    try (var statement = connection.prepareStatement(RELEASE)) {
      bind(statement, runKey);
      statement.setLong(3, fence);
      return statement.executeUpdate() > 0;
    }
  }

  @Override
  public Optional<Lease> holder(CheckpointId id) {
    var runKey = RunKey.of(pathResolver, id);
    return Optional.ofNullable(
        database.<@Nullable Lease>read(
            id + " cannot be read", id, connection -> holder(connection, runKey)));
  }

  @Override
  public Map<CheckpointId, Lease> currentLeases() {
    return database.read(
        "the claims cannot be read",
        null,
        connection -> {
          try (var statement = connection.prepareStatement(HELD);
              var found = statement.executeQuery()) {
            var held = new HashMap<CheckpointId, Lease>();
            while (found.next()) {
              var id = new CheckpointId(found.getString(5), found.getString(6), found.getString(7));
              held.put(id, lease(found));
            }
            return held;
          }
        });
  }

  private static @Nullable Lease holder(Connection connection, RunKey runKey) throws SQLException {
    try (var statement = connection.prepareStatement(HOLDER)) {
      bind(statement, runKey);
      return lease(statement);
    }
  }

  private static void bind(PreparedStatement statement, RunKey runKey) throws SQLException {
    statement.setString(1, runKey.id().dialect());
    statement.setString(2, runKey.path());
  }

  /// Returns the lease in a result; null if there is none.
  private static @Nullable Lease lease(PreparedStatement statement) throws SQLException {
    try (ResultSet found = statement.executeQuery()) {
      return found.next() ? lease(found) : null;
    }
  }

  private static Lease lease(ResultSet found) throws SQLException {
    var until = found.getTimestamp(4);
    var since = found.getTimestamp(3);
    return new Lease(
        found.getString(1),
        found.getLong(2),
        (since == null ? until : since).toInstant(),
        until.toInstant(),
        null);
  }
}
