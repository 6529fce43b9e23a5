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
import dev.tidemark.stores.journal.JournalVerifier;
import dev.tidemark.stores.journal.PrunePlanner;
import dev.tidemark.stores.journal.StateReconstructor;
import dev.tidemark.stores.journal.record.JournalLine;
import dev.tidemark.stores.journal.record.RecordNotes;
import dev.tidemark.stores.postgres.connection.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Read operations of the PostgreSQL store: documents, lists and history.
final class PostgresReader {
  /// With a join instead of the inner query the server reads and sorts all records of the run.
  private static final String NEWEST_FIRST =
      """
      select line, sequence from record
      where run = (select id from run where dialect = ? and path = ?)
      order by sequence desc limit ?
      """;

  private static final String WITH_WORKFLOW_EVENT =
      """
      select line, sequence from record
      where run = (select id from run where dialect = ? and path = ?)
        and strpos(line, ?) > 0
      order by sequence desc
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
  String changeToken() {
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

  List<HistoryEntry> history(RunKey runKey) {
    var entries = new ArrayList<HistoryEntry>();
    walk(runKey, line -> entries.add(StateReconstructor.entry(runKey.path(), runKey.id(), line)));
    return entries;
  }

  /// Returns the newest entries, oldest first.
  List<HistoryEntry> newest(RunKey runKey, int count) {
    var lines =
        database.read(
            runKey.id() + " cannot be read",
            runKey.id(),
            connection -> lines(connection, runKey, count));
    var entries = new ArrayList<HistoryEntry>();
    boolean all = lines.size() < count;
    var chain =
        new ChainValidator(
            line -> entries.add(StateReconstructor.entry(runKey.path(), runKey.id(), line)), all);
    walk(runKey, lines, chain);
    return entries;
  }

  /// Returns the entries about the workflow as a whole, such as its start and its end, oldest
  /// first, and perhaps others. The server finds them: a brief waits for the answer.
  List<HistoryEntry> workflowEvents(RunKey runKey) {
    var lines =
        database.read(
            runKey.id() + " cannot be read",
            runKey.id(),
            connection -> {
              try (var statement = connection.prepareStatement(WITH_WORKFLOW_EVENT)) {
                statement.setString(3, RecordNotes.WORKFLOW_EVENT);
                return lines(statement, runKey);
              }
            });
    return lines.stream()
        .map(line -> StateReconstructor.entry(runKey.path(), runKey.id(), line))
        .toList();
  }

  Map<Long, String> statesAt(RunKey runKey, Set<Long> sequences) {
    var states = new StateReconstructor(runKey.path(), sequences);
    walk(runKey, states);
    return states.texts();
  }

  /// Returns the newest record after which the document was as it is now; 0 if none.
  long newest(RunKey runKey, RunRow runRow) {
    return runRow.last() == null
        ? 0
        : database.read(
            runKey.id() + " cannot be read",
            runKey.id(),
            connection -> newest(connection, runKey, runRow));
  }

  /// Returns the same on a connection in use.
  static long newest(Connection connection, RunKey runKey, RunRow runRow) throws SQLException {
    var newest = new long[1];
    walk(
        runKey,
        lines(connection, runKey, Integer.MAX_VALUE),
        line -> {
          if (line.head().step().after().equals(runRow.revision())) {
            newest[0] = line.head().sequence();
          }
        });
    return newest[0];
  }

  PrunePlan plan(RunKey runKey, int keepNewest, Instant before) {
    var prunePlanner = new PrunePlanner(runKey.id());
    walk(runKey, prunePlanner);
    return prunePlanner.plan(keepNewest, before);
  }

  List<Diagnostic> verify(RunKey runKey) {
    var document = new ArrayList<Diagnostic>();
    var check = new JournalVerifier(runKey.path());
    try {
      walk(runKey, check);
      check.end();
    } catch (DamagedException damage) {
      check.problems().add(String.valueOf(damage.getMessage()));
    }
    try {
      var runRow = find(runKey);
      if (runRow != null && runRow.syncState() == SyncState.EDITED) {
        document.add(HistoryDiagnostics.edited(runKey.path()));
      }
    } catch (DamagedException damage) {
      check.problems().add(String.valueOf(damage.getMessage()));
    }
    var all = HistoryDiagnostics.damaged(runKey.path(), check.problems());
    all.addAll(document);
    return all;
  }

  private @Nullable RunRow find(RunKey runKey) {
    return database.read(
        runKey.id() + " cannot be read",
        runKey.id(),
        connection -> RunRow.find(connection, runKey.id(), runKey.path()));
  }

  /// Shows every record of a run to a visitor.
  ///
  /// @throws DamagedException at the first record that does not fit
  private void walk(RunKey runKey, Consumer<JournalLine> visitor) {
    var lines =
        database.read(
            runKey.id() + " cannot be read",
            runKey.id(),
            connection -> lines(connection, runKey, Integer.MAX_VALUE));
    walk(runKey, lines, visitor);
  }

  static void walk(RunKey runKey, List<JournalLine> lines, Consumer<JournalLine> visitor) {
    walk(runKey, lines, new ChainValidator(visitor));
  }

  private static void walk(RunKey runKey, List<JournalLine> lines, ChainValidator chain) {
    for (var line : lines) {
      var problem = chain.next(line);
      if (problem != null) {
        throw new DamagedException("the record of " + runKey.id(), problem);
      }
    }
  }

  /// Returns the newest records, oldest first.
  static List<JournalLine> lines(Connection connection, RunKey runKey, int newest)
      throws SQLException {
    try (var statement = connection.prepareStatement(NEWEST_FIRST)) {
      statement.setInt(3, newest);
      return lines(statement, runKey);
    }
  }

  private static List<JournalLine> lines(PreparedStatement newestFirst, RunKey runKey)
      throws SQLException {
    newestFirst.setString(1, runKey.id().dialect());
    newestFirst.setString(2, runKey.path());
    try (var found = newestFirst.executeQuery()) {
      var lines = new ArrayList<JournalLine>();
      while (found.next()) {
        lines.add(RunRow.line(runKey.path(), found.getLong(2), found.getString(1)));
      }
      return lines.reversed();
    }
  }

  TailCheck verifyTail(RunKey runKey, int newest) {
    try {
      var lines =
          database.read(
              runKey.id() + " cannot be read",
              runKey.id(),
              connection -> lines(connection, runKey, newest));
      return JournalVerifier.tail(runKey.path(), lines, null);
    } catch (DamagedException damage) {
      return JournalVerifier.tail(runKey.path(), damage);
    }
  }

  /// Keeps a copy of a document under another name, beside the runs.
  String setAside(RunKey runKey, Revision expected, String stamp) {
    return database.change(
        "nothing of " + runKey.id() + " was set aside",
        runKey.id(),
        connection -> {
          var runRow = RunRow.find(connection, runKey.id(), runKey.path());
          var bytes = runRow == null ? null : runRow.bytes();
          if (bytes == null || !expected.equals(runRow == null ? null : runRow.revision())) {
            throw new ConflictException(runKey.id());
          }
          var name = runKey.path() + ".corrupt-" + stamp;
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
