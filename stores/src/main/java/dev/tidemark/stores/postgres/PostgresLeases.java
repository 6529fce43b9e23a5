package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.ClaimedException;
import dev.tidemark.store.Leases;
import dev.tidemark.store.StaleOwnerException;
import dev.tidemark.stores.postgres.Append.Named;
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
      with old as (select owner from run where dialect = ? and path = ?)
      insert into run (dialect, workflow, item, path, fence, owner, lease, lease_since, lease_until)
      values (?, ?, ?, ?, 1, ?, make_interval(secs => ?), clock_timestamp(),
        clock_timestamp() + make_interval(secs => ?))
      on conflict (dialect, path) do update set fence = run.fence + 1, owner = excluded.owner,
        lease = excluded.lease, lease_since = excluded.lease_since,
        lease_until = excluded.lease_until
      where run.owner is null or run.lease_until < clock_timestamp()
        or run.owner = excluded.owner
      returning owner, fence, lease_since, lease_until, (select owner from old)
      """;
  private static final String RENEW =
      """
      update run set lease_until = clock_timestamp() + lease
      where dialect = ? and path = ? and fence = ? and owner is not null
      returning owner, fence, lease_since, lease_until, null
      """;
  private static final String RELEASE =
      """
      update run set owner = null, lease_since = null, lease_until = null, fence = fence + 1
      where dialect = ? and path = ? and fence = ? and owner is not null
      """;
  private static final String HOLDER =
      """
      select owner, fence, lease_since, lease_until, null from run
      where dialect = ? and path = ? and lease_until >= clock_timestamp()
      """;

  private static final String HELD =
      """
      select owner, fence, lease_since, lease_until, null, dialect, workflow, item from run
      where lease_until >= clock_timestamp()
      """;

  private final Database database;
  private final Names names;

  PostgresLeases(Database database, Names names) {
    this.database = database;
    this.names = names;
  }

  @Override
  public Lease claim(CheckpointId id, String owner, Duration lasting) {
    var named = names.of(id);
    return database.change(
        id + " was not claimed",
        id,
        connection -> {
          try (var statement = connection.prepareStatement(CLAIM)) {
            bindClaim(statement, named, owner, lasting.toMillis() / 1_000.0);
            var lease = lease(statement, owner);
            if (lease == null) {
              throw claimed(id, holder(connection, named));
            }
            return lease;
          }
        });
  }

  private static void bindClaim(
      PreparedStatement statement, Named named, String owner, double seconds) throws SQLException {
    bind(statement, named);
    statement.setString(3, named.id().dialect());
    statement.setString(4, named.id().workflow());
    statement.setString(5, named.id().item());
    statement.setString(6, named.path());
    statement.setString(7, owner);
    statement.setDouble(8, seconds);
    statement.setDouble(9, seconds);
  }

  private static ClaimedException claimed(CheckpointId id, @Nullable Lease holder) {
    return holder == null
        ? new ClaimedException(id, "somebody", Instant.EPOCH)
        : new ClaimedException(id, holder.owner(), holder.until());
  }

  @Override
  public Lease renew(CheckpointId id, long fence) {
    var named = names.of(id);
    return database.change(
        "the claim of " + id + " was not renewed",
        id,
        connection -> {
          try (var statement = connection.prepareStatement(RENEW)) {
            bind(statement, named);
            statement.setLong(3, fence);
            var lease = lease(statement, "");
            if (lease == null) {
              var holder = holder(connection, named);
              throw new StaleOwnerException(id, holder == null ? null : holder.owner());
            }
            return lease;
          }
        });
  }

  @Override
  public boolean release(CheckpointId id, long fence) {
    var named = names.of(id);
    return database.change(
        id + " was not released",
        id,
        connection -> {
          try (var statement = connection.prepareStatement(RELEASE)) {
            bind(statement, named);
            statement.setLong(3, fence);
            return statement.executeUpdate() > 0;
          }
        });
  }

  @Override
  public Optional<Lease> holder(CheckpointId id) {
    var named = names.of(id);
    return Optional.ofNullable(
        database.<@Nullable Lease>read(
            id + " cannot be read", id, connection -> holder(connection, named)));
  }

  @Override
  public Map<CheckpointId, Lease> held() {
    return database.read(
        "who has which run cannot be told",
        null,
        connection -> {
          try (var statement = connection.prepareStatement(HELD);
              var found = statement.executeQuery()) {
            var held = new HashMap<CheckpointId, Lease>();
            while (found.next()) {
              var id = new CheckpointId(found.getString(6), found.getString(7), found.getString(8));
              held.put(id, lease(found, ""));
            }
            return held;
          }
        });
  }

  private static @Nullable Lease holder(Connection connection, Named named) throws SQLException {
    try (var statement = connection.prepareStatement(HOLDER)) {
      bind(statement, named);
      return lease(statement, "");
    }
  }

  private static void bind(PreparedStatement statement, Named named) throws SQLException {
    statement.setString(1, named.id().dialect());
    statement.setString(2, named.path());
  }

  /// Returns what is held; null if nothing is.
  ///
  /// @param taker who is not said to have taken it from himself
  private static @Nullable Lease lease(PreparedStatement statement, String taker)
      throws SQLException {
    try (ResultSet found = statement.executeQuery()) {
      return found.next() ? lease(found, taker) : null;
    }
  }

  private static Lease lease(ResultSet found, String taker) throws SQLException {
    var until = found.getTimestamp(4);
    var since = found.getTimestamp(3);
    var from = found.getString(5);
    return new Lease(
        found.getString(1),
        found.getLong(2),
        (since == null ? until : since).toInstant(),
        until.toInstant(),
        taker.equals(from) ? null : from);
  }
}
