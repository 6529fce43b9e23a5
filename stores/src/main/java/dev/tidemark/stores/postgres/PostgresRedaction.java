package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Redaction;
import dev.tidemark.stores.journal.Cleansing;
import dev.tidemark.stores.journal.JournalLine;
import dev.tidemark.stores.postgres.Append.Named;
import dev.tidemark.text.Erased;
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
  private final Names names;

  PostgresRedaction(Database database, Names names) {
    this.database = database;
    this.names = names;
  }

  @Override
  public Traces find(CheckpointId id, Erased secret) {
    var named = names.of(id);
    return database.read(
        id + " cannot be read",
        id,
        connection -> {
          var walk = new Cleansing(named.path(), secret, Map.of());
          Looking.walk(named, Looking.lines(connection, named, Integer.MAX_VALUE), walk);
          return walk.traces(torn(connection, named, secret).size());
        });
  }

  @Override
  public void erase(CheckpointId id, Erased secret, Map<Long, String> notes) {
    var named = names.of(id);
    database.change(
        "the record of " + id + " cannot be written",
        id,
        connection -> {
          long key = Rewriting.lock(connection, named);
          var walk = new Cleansing(named.path(), secret, notes);
          var lines = Looking.lines(connection, named, Integer.MAX_VALUE);
          Looking.walk(named, lines, walk);
          var clean = new ArrayList<JournalLine>();
          for (var line : lines) {
            var other = walk.rewritten(line);
            if (other != null) {
              clean.add(other);
            }
          }
          Rewriting.replace(connection, key, clean);
          unlearn(connection, key);
          for (var name : torn(connection, named, secret)) {
            forget(connection, key, name);
          }
          return true;
        });
  }

  private static List<String> torn(Connection connection, Named named, Erased secret)
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
