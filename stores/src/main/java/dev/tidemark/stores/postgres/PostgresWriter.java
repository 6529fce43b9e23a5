package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Event;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.DocumentWrite.Kind;
import dev.tidemark.store.Leases.Signature;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.stores.journal.PendingDocument;
import dev.tidemark.stores.journal.RecordBuilder;
import dev.tidemark.stores.postgres.AppendStatement.Named;
import dev.tidemark.stores.postgres.connection.ConnectionCallback;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.SqlErrors;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Write operations of the PostgreSQL store. Recently read runs are cached, so that a change need
/// not read them again; a change derived from an outdated run matches no row and is derived again.
final class PostgresWriter {
  private static final int REMEMBERED = 64;
  private static final int BYTES_EACH = 256 * 1024;

  /// The limit of retries where concurrent writers changed only the journal.
  private static final int LOOKS = 50;

  /// The number of queries for the outcome of a change whose connection was lost, each with the
  /// timeout of opening a connection.
  private static final int QUESTIONS = 3;

  private final Database database;
  private final PostgresReader postgresReader;
  private final SecureRandom random = new SecureRandom();
  private final ConcurrentHashMap<CheckpointId, RunRow> memory = new ConcurrentHashMap<>();

  PostgresWriter(Database database, PostgresReader postgresReader) {
    this.database = database;
    this.postgresReader = postgresReader;
  }

  /// Returns the callback that reads a run and caches it.
  ConnectionCallback<@Nullable RunRow> remembering(Named named) {
    return connection -> {
      var runRow = RunRow.look(connection, named.id(), named.path());
      remember(named.id(), runRow);
      return runRow;
    };
  }

  private void remember(CheckpointId id, @Nullable RunRow runRow) {
    if (memory.size() >= REMEMBERED) {
      memory.clear();
    }
    var bytes = runRow == null ? null : runRow.bytes();
    if (runRow == null || (bytes != null && bytes.length > BYTES_EACH)) {
      memory.remove(id);
    } else {
      memory.put(id, runRow);
    }
  }

  Revision replace(Named named, DocumentWrite documentWrite) {
    var id = named.id();
    var asked = PendingDocument.of(documentWrite);
    var runRow = memory.get(id);
    if (runRow == null || isLost(runRow, documentWrite)) {
      runRow = look(named);
    }
    for (int look = 1; look <= LOOKS; look++) {
      if (isLost(runRow, documentWrite)) {
        throw new ConflictException(id);
      }
      var appendStatement = append(named, documentWrite, runRow, asked);
      if (appendStatement == null) {
        return documentWrite.expected();
      }
      var after = send(appendStatement, id);
      if (after != null) {
        remember(id, after);
        return after.revision();
      }
      runRow = look(named);
      if (runRow != null) {
        runRow.checkClaim(id, named.token());
      }
    }
    throw new ConflictException(id);
  }

  private @Nullable RunRow look(Named named) {
    return database.read(
        named.id() + " cannot be read, nothing was changed", named.id(), remembering(named));
  }

  /// Returns whether a write is based on an outdated state.
  private static boolean isLost(@Nullable RunRow runRow, DocumentWrite documentWrite) {
    long newest = runRow == null ? 0 : runRow.head();
    var there = runRow == null ? Revision.NONE : runRow.revision();
    return documentWrite.isStale(newest) || !there.equals(documentWrite.expected());
  }

  /// Appends a record to a run within the transaction that has locked its row. The document stays
  /// as it is, and nothing is recorded of a run that has not begun.
  void note(Connection connection, Named named, Signature signed, Event event) throws SQLException {
    var runRow = RunRow.look(connection, named.id(), named.path());
    if (runRow == null || runRow.isEmpty()) {
      return;
    }
    var evidence = runRow.document().evidence();
    var recordMetadata = new RecordMetadata(signed.at(), signed.by(), List.of(event), evidence);
    var recordBuilder = new RecordBuilder(salts(), runRow.last(), recordMetadata);
    var found = PendingDocument.asFound(runRow.bytes(), runRow.revision());
    if (runRow.isOutside()) {
      recordBuilder.outside(
          runRow.bytes(), runRow.revision(), PostgresReader.newest(connection, named, runRow));
    }
    recordBuilder.changed(runRow.bytes(), found, true, null);
    if (new AppendStatement(named, runRow, found, recordBuilder.lines()).on(connection) == null) {
      throw new IllegalStateException(named.id() + " was changed while it was locked");
    }
  }

  private byte[] salts() {
    var salts = new byte[RecordBuilder.SALTS_BYTES];
    random.nextBytes(salts);
    return salts;
  }

  /// Returns the statement to send; null if there is nothing to record.
  private @Nullable AppendStatement append(
      Named named,
      DocumentWrite documentWrite,
      @Nullable RunRow runRow,
      @Nullable PendingDocument asked) {
    var recordBuilder =
        new RecordBuilder(salts(), runRow == null ? null : runRow.last(), documentWrite.metadata());
    var bytes = runRow == null ? null : runRow.bytes();
    var revision = runRow == null ? Revision.NONE : runRow.revision();
    if (runRow != null && runRow.isOutside()) {
      recordBuilder.outside(bytes, revision, postgresReader.newest(named, runRow));
    }
    // Intermediate documents are skipped: the document changes in one transaction here.
    var pendingDocument = asked == null ? PendingDocument.asFound(bytes, revision) : asked.direct();
    if (documentWrite.kind() != Kind.ADOPT) {
      recordBuilder.changed(bytes, pendingDocument, pendingDocument.isAt(revision), null);
    }
    return recordBuilder.lines().isEmpty()
        ? null
        : new AppendStatement(named, runRow, pendingDocument, recordBuilder.lines());
  }

  /// Sends a change, and resolves its outcome.
  ///
  /// @return the run's current state; null if the run was not found in the expected state
  private @Nullable RunRow send(AppendStatement appendStatement, CheckpointId id) {
    var what = id + " cannot be written and is as it was";
    try {
      return database.once(appendStatement::on);
    } catch (SQLException failure) {
      if (SqlErrors.isWorthRepeating(failure)) {
        return null;
      }
      if (!SqlErrors.isCut(failure)) {
        throw SqlErrors.refused(what, id, database.patienceMillis(), failure);
      }
      database.dropIdle();
      memory.remove(id);
      return settled(appendStatement, id, failure);
    }
  }

  private @Nullable RunRow settled(
      AppendStatement appendStatement, CheckpointId id, SQLException cut) {
    for (int question = 1; question <= QUESTIONS; question++) {
      try {
        boolean there = database.once(appendStatement::settle);
        return there ? database.once(appendStatement::result) : null;
      } catch (SQLException alsoCut) {
        cut.addSuppressed(alsoCut);
        database.dropIdle();
      } catch (StoreUnavailableException unreachable) {
        cut.addSuppressed(unreachable);
      }
    }
    throw new OutcomeUnknownException(
        "the change of "
            + id
            + " was sent, but the connection broke before an answer: "
            + SqlErrors.reason(cut),
        cut);
  }
}
