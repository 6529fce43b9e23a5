package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.maintenance.Redaction;
import dev.tidemark.stores.journal.RecordRedactor;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.postgres.AppendStatement.Named;
import dev.tidemark.stores.postgres.connection.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Redaction of records in a single transaction. A head is never rewritten.
final class PostgresRedaction implements Redaction {
  private static final String FRAGMENTS =
      "select f.name, f.content from run r join fragment f on f.run = r.id"
          + " where r.dialect = ? and r.path = ?";
  private static final String FORGET = "delete from fragment where run = ? and name = ?";
  private static final String UNLEARN = "delete from summary where run = ?";

  private final Database database;
  private final RunKeys runKeys;

  PostgresRedaction(Database database, RunKeys runKeys) {
    this.database = database;
    this.runKeys = runKeys;
  }

  @Override
  public Traces find(CheckpointId id, RedactedSecret secret) {
    var named = runKeys.of(id);
    return database.read(
        id + " cannot be read",
        id,
        connection -> {
          var walk = new RecordRedactor(named.path(), secret, Map.of());
          PostgresReader.walk(
              named, PostgresReader.lines(connection, named, Integer.MAX_VALUE), walk);
          return walk.traces(torn(connection, named, secret).size());
        });
  }

  @Override
  public void erase(CheckpointId id, RedactedSecret secret, Map<Long, String> notes) {
    var named = runKeys.of(id);
    database.change(
        "the record of " + id + " cannot be written",
        id,
        connection -> {
          long key = RecordRewriter.lock(connection, named);
          var walk = new RecordRedactor(named.path(), secret, notes);
          var lines = PostgresReader.lines(connection, named, Integer.MAX_VALUE);
          PostgresReader.walk(named, lines, walk);
          var clean = new ArrayList<JournalLine>();
          for (var line : lines) {
            var other = walk.rewritten(line);
            if (other != null) {
              clean.add(other);
            }
          }
          RecordRewriter.replace(connection, key, clean);
          unlearn(connection, key);
          for (var name : torn(connection, named, secret)) {
            forget(connection, key, name);
          }
          return true;
        });
  }

  private static List<String> torn(Connection connection, Named named, RedactedSecret secret)
      throws SQLException {
    try (var statement = connection.prepareStatement(FRAGMENTS)) {
      statement.setString(1, named.id().dialect());
      statement.setString(2, named.path());
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
  private static void unlearn(Connection connection, long key) throws SQLException {
    try (var statement = connection.prepareStatement(UNLEARN)) {
      statement.setLong(1, key);
      statement.executeUpdate();
    }
  }

  private static void forget(Connection connection, long key, String name) throws SQLException {
    try (var statement = connection.prepareStatement(FORGET)) {
      statement.setLong(1, key);
      statement.setString(2, name);
      statement.executeUpdate();
    }
  }
}
