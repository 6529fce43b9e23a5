package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.maintenance.Redaction;
import dev.tidemark.stores.journal.PathResolver;
import dev.tidemark.stores.journal.PrunePlanner;
import dev.tidemark.stores.journal.RecordRedactor;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.postgres.connection.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Maintenance of recorded runs: prune, redaction, and removal of runs that were migrated
/// elsewhere, each in a single transaction. A head is never rewritten.
final class RecordMaintenance implements Redaction {
  private static final String LOCK =
      "update run set turn = turn + 1 where dialect = ? and path = ? returning id";
  private static final String REPLACE = "update record set line = ? where run = ? and sequence = ?";
  private static final String MEASURE =
      """
      update run r set segment_bytes =
        (select octet_length(s.header) + 1 from segment s
          where s.run = r.id and s.number = r.segment)
        + (select sum(octet_length(c.line) + 1) from record c
          where c.run = r.id and c.segment = r.segment)
      where r.id = ?
      """;
  private static final String FIND =
      "select id from run where dialect = ? and path = ? and head = ? for update";
  private static final List<String> REMOVE =
      List.of(
          "delete from summary where run = ?",
          "delete from fragment where run = ?",
          "delete from record where run = ?",
          "delete from segment where run = ?",
          "delete from run where id = ?");
  private static final String FRAGMENTS =
      "select f.name, f.content from run r join fragment f on f.run = r.id"
          + " where r.dialect = ? and r.path = ?";
  private static final String DELETE_FRAGMENT = "delete from fragment where run = ? and name = ?";
  private static final String DROP_SUMMARIES = "delete from summary where run = ?";

  private final Database database;
  private final PathResolver pathResolver;

  RecordMaintenance(Database database, PathResolver pathResolver) {
    this.database = database;
    this.pathResolver = pathResolver;
  }

  /// Drops the states of the plan.
  ///
  /// @throws dev.tidemark.store.StoreException.ConflictException if the plan does not fit any more
  void prune(RunKey runKey, PrunePlan plan) {
    database.change(
        "the record of " + runKey.id() + " cannot be written",
        runKey.id(),
        connection -> {
          long key = lock(connection, runKey);
          var lines = PostgresReader.lines(connection, runKey, Integer.MAX_VALUE);
          var prunePlanner = new PrunePlanner(runKey.id());
          PostgresReader.walk(runKey, lines, prunePlanner);
          prunePlanner.check(plan);
          var due = new ArrayList<JournalLine>();
          for (var line : lines) {
            if (PrunePlanner.isDue(line, plan)) {
              due.add(line.pruned());
            }
          }
          replace(connection, key, due);
          return true;
        });
  }

  @Override
  public Traces find(CheckpointId id, RedactedSecret secret) {
    var runKey = RunKey.of(pathResolver, id);
    return database.read(
        id + " cannot be read",
        id,
        connection -> {
          var walk = new RecordRedactor(runKey.path(), secret, Map.of());
          PostgresReader.walk(
              runKey, PostgresReader.lines(connection, runKey, Integer.MAX_VALUE), walk);
          return walk.traces(tornFragmentsWith(connection, runKey, secret).size());
        });
  }

  @Override
  public void erase(CheckpointId id, RedactedSecret secret, Map<Long, String> notes) {
    var runKey = RunKey.of(pathResolver, id);
    database.change(
        "the record of " + id + " cannot be written",
        id,
        connection -> {
          long key = lock(connection, runKey);
          var walk = new RecordRedactor(runKey.path(), secret, notes);
          var lines = PostgresReader.lines(connection, runKey, Integer.MAX_VALUE);
          PostgresReader.walk(runKey, lines, walk);
          var clean = new ArrayList<JournalLine>();
          for (var line : lines) {
            var other = walk.rewritten(line);
            if (other != null) {
              clean.add(other);
            }
          }
          replace(connection, key, clean);
          dropSummaries(connection, key);
          for (var name : tornFragmentsWith(connection, runKey, secret)) {
            deleteFragment(connection, key, name);
          }
          return true;
        });
  }

  private static List<String> tornFragmentsWith(
      Connection connection, RunKey runKey, RedactedSecret secret) throws SQLException {
    try (var statement = connection.prepareStatement(FRAGMENTS)) {
      statement.setString(1, runKey.id().dialect());
      statement.setString(2, runKey.path());
      try (var found = statement.executeQuery()) {
        var torn = new ArrayList<String>();
        while (found.next()) {
          if (secret.isIn(found.getBytes(2))) {
            torn.add(found.getString(1));
          }
        }
        return torn;
      }
    }
  }

  /// Cached summaries derive from the previous document.
  private static void dropSummaries(Connection connection, long key) throws SQLException {
    try (var statement = connection.prepareStatement(DROP_SUMMARIES)) {
      statement.setLong(1, key);
      statement.executeUpdate();
    }
  }

  private static void deleteFragment(Connection connection, long key, String name)
      throws SQLException {
    try (var statement = connection.prepareStatement(DELETE_FRAGMENT)) {
      statement.setLong(1, key);
      statement.setString(2, name);
      statement.executeUpdate();
    }
  }

  /// Removes a run.
  ///
  /// @param newest the number of its newest record
  /// @return whether it was there and as expected; otherwise nothing was removed
  boolean forget(RunKey runKey, long newest) {
    return database.change(
        runKey.id() + " was not removed",
        runKey.id(),
        connection -> {
          long key = key(connection, runKey, newest);
          for (var sql : key == 0 ? List.<String>of() : REMOVE) {
            try (var statement = connection.prepareStatement(sql)) {
              statement.setLong(1, key);
              statement.executeUpdate();
            }
          }
          return key != 0;
        });
  }

  private static long key(Connection connection, RunKey runKey, long newest) throws SQLException {
    try (var statement = connection.prepareStatement(FIND)) {
      statement.setString(1, runKey.id().dialect());
      statement.setString(2, runKey.path());
      statement.setLong(3, newest);
      try (var found = statement.executeQuery()) {
        return found.next() ? found.getLong(1) : 0;
      }
    }
  }

  /// Keeps others from changing a run until the end of the transaction.
  ///
  /// @return the key of the run; 0 if there is none
  static long lock(Connection connection, RunKey runKey) throws SQLException {
    try (var statement = connection.prepareStatement(LOCK)) {
      statement.setString(1, runKey.id().dialect());
      statement.setString(2, runKey.path());
      try (var found = statement.executeQuery()) {
        return found.next() ? found.getLong(1) : 0;
      }
    }
  }

  /// Puts lines in place of those with the same sequence.
  private static void replace(Connection connection, long key, List<JournalLine> lines)
      throws SQLException {
    if (lines.isEmpty()) {
      return;
    }
    try (var statement = connection.prepareStatement(REPLACE)) {
      for (var line : lines) {
        statement.setString(1, AppendStatement.text(line.bytes()));
        statement.setLong(2, key);
        statement.setLong(3, line.head().sequence());
        statement.addBatch();
      }
      statement.executeBatch();
    }
    try (var statement = connection.prepareStatement(MEASURE)) {
      statement.setLong(1, key);
      statement.executeUpdate();
    }
  }
}
