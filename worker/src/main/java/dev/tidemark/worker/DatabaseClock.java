package dev.tidemark.worker;

import com.github.kagkarlsson.scheduler.Clock;
import dev.tidemark.stores.postgres.connection.Database;
import java.time.Instant;

/// Clock of the database: those of machines may differ by hours. It is read now and then, and goes
/// on by the monotonic clock of the machine in between.
final class DatabaseClock implements Clock {
  private record Reading(Instant time, long nanos) {}

  private final Database database;
  private volatile Reading reading;

  /// Reads the clock for the first time.
  ///
  /// @throws dev.tidemark.store.StoreException if the database cannot be reached
  DatabaseClock(Database database) {
    this.database = database;
    this.reading = read();
  }

  /// Reads the clock again.
  void adjust() {
    reading = read();
  }

  private Reading read() {
    return database.read(
        "the clock of the database cannot be read",
        null,
        connection -> {
          try (var statement = connection.createStatement();
              var found = statement.executeQuery("select clock_timestamp()")) {
            found.next();
            return new Reading(found.getTimestamp(1).toInstant(), System.nanoTime());
          }
        });
  }

  @Override
  public Instant now() {
    var last = reading;
    return last.time().plusNanos(System.nanoTime() - last.nanos());
  }
}
