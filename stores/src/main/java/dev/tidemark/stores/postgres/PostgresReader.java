package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.TailCheck;
import dev.tidemark.stores.journal.ChainValidator;
import dev.tidemark.stores.journal.LineVisitor;
import dev.tidemark.stores.journal.PrunePlanner;
import dev.tidemark.stores.journal.RedactionIndex;
import dev.tidemark.stores.journal.StateCheck;
import dev.tidemark.stores.journal.StateReconstructor;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.postgres.AppendStatement.Named;
import dev.tidemark.stores.postgres.connection.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Read operations of the PostgreSQL store: documents, lists and history.
final class PostgresReader {
  private static final String NEWEST_FIRST =
      """
      select c.line, c.sequence from run r join record c on c.run = r.id
      where r.dialect = ? and r.path = ? order by c.sequence desc limit ?
      """;

  private final Database database;

  PostgresReader(Database database) {
    this.database = database;
  }

  List<CheckpointId> list(String dialect) {
    return database.read(
        "the runs of " + dialect + " cannot be listed",
        null,
        connection -> {
          var sql =
              "select workflow, item from run"
                  + " where dialect = ? and (head > 0 or document is not null)";
          try (var statement = connection.prepareStatement(sql)) {
            statement.setString(1, dialect);
            try (var found = statement.executeQuery()) {
              var runs = new ArrayList<CheckpointId>();
              while (found.next()) {
                runs.add(new CheckpointId(dialect, found.getString(1), found.getString(2)));
              }
              return runs;
            }
          }
        });
  }

  /// Change token: the completed transactions in the database's notation; it changes after each
  /// commit, at no cost for writers, and never before the change is visible.
  String pulse() {
    return database.read(
        "the change token cannot be read",
        null,
        connection -> {
          try (var statement = connection.createStatement();
              var found = statement.executeQuery("select txid_current_snapshot()")) {
            found.next();
            return found.getString(1);
          }
        });
  }

  List<HistoryEntry> history(Named named) {
    var entries = new ArrayList<HistoryEntry>();
    walk(named, line -> entries.add(StateReconstructor.entry(named.path(), named.id(), line)));
    return entries;
  }

  Map<Long, String> at(Named named, Set<Long> sequences) {
    var states = new StateReconstructor(named.path(), sequences);
    walk(named, states);
    return states.texts();
  }

  /// Returns the newest record after which the document was as it is now; 0 if none.
  long newest(Named named, RunRow runRow) {
    return runRow.last() == null
        ? 0
        : database.read(
            named.id() + " cannot be read",
            named.id(),
            connection -> newest(connection, named, runRow));
  }

  /// Returns the same on a connection in use.
  static long newest(Connection connection, Named named, RunRow runRow) throws SQLException {
    var newest = new long[1];
    walk(
        named,
        lines(connection, named, Integer.MAX_VALUE),
        line -> {
          if (line.head().step().after().equals(runRow.revision())) {
            newest[0] = line.head().sequence();
          }
        });
    return newest[0];
  }

  PrunePlan plan(Named named, int keepNewest, Instant before) {
    var prunePlanner = new PrunePlanner(named.id());
    walk(named, prunePlanner);
    return prunePlanner.plan(keepNewest, before);
  }

  List<Diagnostic> verify(Named named) {
    var document = new ArrayList<Diagnostic>();
    var check = new StateCheck(named.path());
    try {
      walk(named, check);
      check.end();
    } catch (DamagedException damage) {
      check.problems().add(String.valueOf(damage.getMessage()));
    }
    try {
      var runRow = look(named);
      if (runRow != null && runRow.standing() == SyncState.EDITED) {
        document.add(HistoryDiagnostics.edited(named.path()));
      }
    } catch (DamagedException damage) {
      check.problems().add(String.valueOf(damage.getMessage()));
    }
    var all = HistoryDiagnostics.damaged(named.path(), check.problems());
    all.addAll(document);
    return all;
  }

  private @Nullable RunRow look(Named named) {
    return database.read(
        named.id() + " cannot be read",
        named.id(),
        connection -> RunRow.look(connection, named.id(), named.path()));
  }

  /// Shows every record of a run to a visitor.
  ///
  /// @throws DamagedException at the first record that does not fit
  private void walk(Named named, LineVisitor visitor) {
    var lines =
        database.read(
            named.id() + " cannot be read",
            named.id(),
            connection -> lines(connection, named, Integer.MAX_VALUE));
    walk(named, lines, visitor);
  }

  static void walk(Named named, List<JournalLine> lines, LineVisitor visitor) {
    var chainValidator = new ChainValidator();
    for (var line : lines) {
      var problem = chainValidator.next(line);
      if (problem != null) {
        throw new DamagedException("the record of " + named.id(), problem);
      }
      visitor.visit(line);
    }
  }

  /// Returns the newest records, oldest first.
  static List<JournalLine> lines(Connection connection, Named named, int newest)
      throws SQLException {
    try (var statement = connection.prepareStatement(NEWEST_FIRST)) {
      statement.setString(1, named.id().dialect());
      statement.setString(2, named.path());
      statement.setInt(3, newest);
      try (var found = statement.executeQuery()) {
        var lines = new ArrayList<JournalLine>();
        while (found.next()) {
          lines.add(RunRow.line(named.path(), found.getLong(2), found.getString(1)));
        }
        return lines.reversed();
      }
    }
  }

  TailCheck verifyTail(Named named, int newest) {
    try {
      var lines =
          database.read(
              named.id() + " cannot be read",
              named.id(),
              connection -> lines(connection, named, newest));
      var problems = new ArrayList<String>();
      var redactionIndex = new RedactionIndex();
      JournalLine before = null;
      for (var line : lines) {
        ChainValidator.check(line, before, problems);
        redactionIndex.visit(line);
        before = line;
      }
      redactionIndex.check(problems);
      long entries = before == null ? 0 : before.head().sequence();
      var diagnostics = HistoryDiagnostics.damaged(named.path(), problems);
      return new TailCheck(entries, lines.size(), diagnostics);
    } catch (DamagedException damage) {
      var message = String.valueOf(damage.getMessage());
      var problem = HistoryDiagnostics.damaged(named.path(), message);
      return new TailCheck(0, 0, List.of(problem));
    }
  }

  /// Keeps a copy of a document under another name, beside the runs.
  String setAside(Named named, Revision expected, String stamp) {
    return database.change(
        "nothing of " + named.id() + " was set aside",
        named.id(),
        connection -> {
          var runRow = RunRow.look(connection, named.id(), named.path());
          var bytes = runRow == null ? null : runRow.bytes();
          if (bytes == null || !expected.equals(runRow == null ? null : runRow.revision())) {
            throw new ConflictException(named.id());
          }
          var name = named.path() + ".corrupt-" + stamp;
          var copy = name;
          for (int number = 2; !isKept(connection, copy, bytes); number++) {
            copy = name + "-" + number;
          }
          return copy;
        });
  }

  private static boolean isKept(Connection connection, String path, byte[] bytes)
      throws SQLException {
    var sql = "insert into aside (path, content) values (?, ?) on conflict do nothing";
    try (var statement = connection.prepareStatement(sql)) {
      statement.setString(1, path);
      statement.setBytes(2, bytes);
      if (statement.executeUpdate() == 1) {
        return true;
      }
    }
    try (var statement = connection.prepareStatement("select content from aside where path = ?")) {
      statement.setString(1, path);
      try (var found = statement.executeQuery()) {
        return found.next() && Arrays.equals(bytes, found.getBytes(1));
      }
    }
  }
}
