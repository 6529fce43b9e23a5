package dev.tidemark.stores.postgres;

import dev.tidemark.store.PrunePlan;
import dev.tidemark.stores.journal.PrunePlanner;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.postgres.AppendStatement.Named;
import dev.tidemark.stores.postgres.connection.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Rewrites recorded lines in one transaction. A head is never rewritten.
final class RecordRewriter {
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

  private final Database database;

  RecordRewriter(Database database) {
    this.database = database;
  }

  void prune(Named named, PrunePlan plan) {
    database.change(
        "the record of " + named.id() + " cannot be written",
        named.id(),
        connection -> {
          long key = lock(connection, named);
          var lines = PostgresReader.lines(connection, named, Integer.MAX_VALUE);
          var prunePlanner = new PrunePlanner(named.id());
          PostgresReader.walk(named, lines, prunePlanner);
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

  /// Keeps others from changing a run until the end of the transaction.
  ///
  /// @return the key of the run; 0 if there is none
  static long lock(Connection connection, Named named) throws SQLException {
    try (var statement = connection.prepareStatement(LOCK)) {
      statement.setString(1, named.id().dialect());
      statement.setString(2, named.path());
      try (var found = statement.executeQuery()) {
        return found.next() ? found.getLong(1) : 0;
      }
    }
  }

  /// Puts lines in place of those with the same sequence.
  static void replace(Connection connection, long key, List<JournalLine> lines)
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
