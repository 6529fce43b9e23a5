package dev.tidemark.worker;

import com.github.kagkarlsson.scheduler.serializer.Serializer;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Work queue of a shared store: which runs workers are to work at, and when each is due.
///
/// The queue decides who tries first, and notices workers that have gone. That nothing is done
/// twice is the promise of the claim of a run and of its journal.
public final class WorkQueue implements AutoCloseable {
  static final String TABLE = "work";

  /// How many runs are listed.
  private static final int LISTED = 1_000;

  private static final String ADD =
      """
      insert into work (task_name, task_instance, task_data, execution_time, picked, version,
        priority)
      values (?, ?, ?, clock_timestamp() + make_interval(secs => ?), false, 1, ?)
      """;
  private static final String REMOVE = "delete from work where task_instance = ? and not picked";
  private static final String FIND = "select picked from work where task_instance = ?";
  private static final String LIST =
      """
      select task_data, execution_time, picked, picked_by, priority, clock_timestamp()
      from work order by picked desc, priority desc, execution_time, task_instance limit
      """
          + LISTED;
  private static final String DUE =
      """
      select 1 from work where not picked and priority > ? and task_name = any(?)
        and execution_time <= clock_timestamp() limit 1
      """;
  private static final String CLAIMED =
      """
      select count(*) from run where dialect = ? and workflow = ? and item is distinct from ?
        and owner is not null and lease_until >= clock_timestamp()
      """;

  /// How long a statement waits for a lock, in milliseconds.
  private static final long PATIENCE = 2_000;

  private final Database database;

  private WorkQueue(Database database) {
    this.database = database;
  }

  /// Uses the queue of a shared store. Nothing is opened yet.
  ///
  /// @param address the setting `store`
  /// @param environment where the user and the password are looked for
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if the address is malformed
  public static WorkQueue of(String address, Map<String, String> environment) {
    return new WorkQueue(new Database(StoreAddress.of(address, environment), PATIENCE));
  }

  /// Returns the database of the store.
  Database database() {
    return database;
  }

  /// Closes the idle connections.
  @Override
  public void close() {
    database.close();
  }

  /// Entry of the queue as it stands.
  ///
  /// @param due when it is due, by the clock of the database
  /// @param now the time of the database when this was read
  /// @param worker the worker that works at it; absent if none does
  public record Listed(
      QueueEntry entry, Instant due, Instant now, @Nullable String worker, int priority) {}

  /// Adds a run, or replaces its entry.
  ///
  /// @param after from when on it is due
  /// @param priority entries with a larger one are taken first
  /// @return whether it was added; not if a worker works at it just now
  public boolean add(QueueEntry entry, Duration after, int priority) {
    return database.change(
        entry.run() + " was not added to the queue",
        entry.run(),
        connection -> {
          var name = entry.run().toString();
          try (var remove = connection.prepareStatement(REMOVE);
              var find = connection.prepareStatement(FIND);
              var add = connection.prepareStatement(ADD)) {
            remove.setString(1, name);
            remove.executeUpdate();
            find.setString(1, name);
            try (var found = find.executeQuery()) {
              if (found.next()) {
                return false;
              }
            }
            add.setString(1, Tags.taskName(entry.tags()));
            add.setString(2, name);
            add.setBytes(3, entry.bytes());
            add.setDouble(4, after.toMillis() / 1_000.0);
            add.setInt(5, priority);
            add.executeUpdate();
            return true;
          }
        });
  }

  /// Removes a run that no worker works at.
  ///
  /// @return whether it was there
  public boolean remove(CheckpointId run) {
    return database.change(
        run + " was not removed from the queue",
        run,
        connection -> {
          try (var remove = connection.prepareStatement(REMOVE)) {
            remove.setString(1, run.toString());
            return remove.executeUpdate() > 0;
          }
        });
  }

  /// Returns the first thousand entries: those at work, then in the order in which they are taken.
  public List<Listed> entries() {
    return database.read(
        "the queue cannot be read",
        null,
        connection -> {
          var entries = new ArrayList<Listed>();
          try (var statement = connection.createStatement();
              var found = statement.executeQuery(LIST)) {
            while (found.next()) {
              entries.add(
                  new Listed(
                      QueueEntry.of(found.getBytes(1)),
                      found.getTimestamp(2).toInstant(),
                      found.getTimestamp(6).toInstant(),
                      found.getBoolean(3) ? found.getString(4) : null,
                      found.getInt(5)));
            }
          }
          return entries;
        });
  }

  /// Returns whether an entry of a higher priority is due that a worker with these tasks can take.
  boolean isDueAbove(int priority, List<String> tasks) {
    return database.read(
        "the queue cannot be read",
        null,
        connection -> {
          try (var due = connection.prepareStatement(DUE)) {
            due.setInt(1, priority);
            due.setArray(2, connection.createArrayOf("text", tasks.toArray()));
            try (var found = due.executeQuery()) {
              return found.next();
            }
          }
        });
  }

  /// Lets all workers finish what they do and take nothing more, or ends that.
  public void drain(boolean on) {
    var sql =
        on
            ? "insert into work_drain (single) values (true) on conflict do nothing"
            : "delete from work_drain";
    database.change(
        "the workers were not told",
        null,
        connection -> {
          try (var statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
          }
        });
  }

  /// Returns whether workers take nothing.
  public boolean isDrained() {
    return database.read(
        "the queue cannot be read",
        null,
        connection -> {
          try (var statement = connection.createStatement();
              var found = statement.executeQuery("select 1 from work_drain")) {
            return found.next();
          }
        });
  }

  /// Claims a run, unless that many other runs of its workflow are claimed already.
  ///
  /// @param most how many runs of the workflow may be claimed at the same time
  /// @param claim claims the run
  /// @return what `claim` returns; null if it was not called
  public <T> @Nullable T claimWithin(CheckpointId run, int most, Supplier<T> claim) {
    if (most == Integer.MAX_VALUE) {
      return claim.get(); // No other claim of the workflow has to wait for this one.
    }
    return database.<@Nullable T>change(
        run + " was not claimed",
        run,
        connection -> {
          try (var lock = connection.prepareStatement("select pg_advisory_xact_lock(hashtext(?))");
              var count = connection.prepareStatement(CLAIMED)) {
            lock.setString(1, "tidemark work " + run.dialect() + "/" + run.workflow());
            lock.execute();
            count.setString(1, run.dialect());
            count.setString(2, run.workflow());
            count.setString(3, run.item());
            try (var found = count.executeQuery()) {
              found.next();
              return found.getInt(1) >= most ? null : claim.get();
            }
          }
        });
  }

  /// Entries as the engine of the queue stores them.
  static final Serializer SERIALIZER =
      new Serializer() {
        @Override
        public byte[] serialize(Object data) {
          return ((QueueEntry) data).bytes();
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] bytes) {
          return type.cast(QueueEntry.of(bytes));
        }
      };
}
