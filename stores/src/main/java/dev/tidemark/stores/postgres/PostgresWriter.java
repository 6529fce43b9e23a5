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
  ConnectionCallback<@Nullable RunRow> lookup(RunKey runKey) {
    return connection -> {
      var runRow = RunRow.find(connection, runKey.id(), runKey.path());
      remember(runKey.id(), runRow);
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

  Revision replace(RunKey runKey, DocumentWrite documentWrite) {
    var id = runKey.id();
    var asked = PendingDocument.of(documentWrite);
    var runRow = memory.get(id);
    if (runRow == null || isOutdated(runRow, documentWrite)) {
      runRow = find(runKey);
    }
    for (int look = 1; look <= LOOKS; look++) {
      if (isOutdated(runRow, documentWrite)) {
        throw new ConflictException(id);
      }
      var appendStatement = append(runKey, documentWrite, runRow, asked);
      if (appendStatement == null) {
        return documentWrite.expected();
      }
      var after = send(appendStatement, id);
      if (after != null) {
        remember(id, after);
        return after.revision();
      }
      runRow = find(runKey);
      if (runRow != null) {
        runRow.checkClaim(id, runKey.token());
      }
    }
    throw new ConflictException(id);
  }

  private @Nullable RunRow find(RunKey runKey) {
    return database.read(
        runKey.id() + " cannot be read, nothing was changed", runKey.id(), lookup(runKey));
  }

  /// Returns whether a write is based on an outdated state.
  private static boolean isOutdated(@Nullable RunRow runRow, DocumentWrite documentWrite) {
    long newest = runRow == null ? 0 : runRow.head();
    var there = runRow == null ? Revision.NONE : runRow.revision();
    return documentWrite.isStale(newest) || !there.equals(documentWrite.expected());
  }

  /// Appends a record to a run within the transaction that has locked its row. The document stays
  /// as it is, and nothing is recorded of a run that has not begun.
  void note(Connection connection, RunKey runKey, Signature signed, Event event)
      throws SQLException {
    var runRow = RunRow.find(connection, runKey.id(), runKey.path());
    if (runRow == null || runRow.isEmpty()) {
      return;
    }
    var evidence = runRow.document().evidence();
    var recordMetadata = new RecordMetadata(signed.at(), signed.by(), List.of(event), evidence);
    var recordBuilder = new RecordBuilder(salts(), runRow.last(), recordMetadata);
    var found = PendingDocument.asFound(runRow.bytes(), runRow.revision());
    if (runRow.isMissing()) {
      recordBuilder.noted();
    } else {
      if (runRow.hasExternalEdit()) {
        recordBuilder.externalEdit(
            runRow.bytes(), runRow.revision(), PostgresReader.newest(connection, runKey, runRow));
      }
      recordBuilder.changed(runRow.bytes(), found, true, null);
    }
    if (new AppendStatement(runKey, runRow, found, recordBuilder.lines()).execute(connection)
        == null) {
      throw new IllegalStateException(runKey.id() + " was changed while it was locked");
    }
  }

  private byte[] salts() {
    var salts = new byte[RecordBuilder.SALTS_BYTES];
    random.nextBytes(salts);
    return salts;
  }

  /// Returns the statement to send; null if there is nothing to record.
  private @Nullable AppendStatement append(
      RunKey runKey,
      DocumentWrite documentWrite,
      @Nullable RunRow runRow,
      @Nullable PendingDocument asked) {
    var recordBuilder =
        new RecordBuilder(salts(), runRow == null ? null : runRow.last(), documentWrite.metadata());
    var bytes = runRow == null ? null : runRow.bytes();
    var revision = runRow == null ? Revision.NONE : runRow.revision();
    boolean missing = asked == null && runRow != null && runRow.isMissing();
    if (runRow != null && runRow.hasExternalEdit() && !missing) {
      recordBuilder.externalEdit(bytes, revision, postgresReader.newest(runKey, runRow));
    }
    // Intermediate documents are skipped: the document changes in one transaction here.
    var pendingDocument = asked == null ? PendingDocument.asFound(bytes, revision) : asked.direct();
    if (missing && documentWrite.kind() == Kind.NOTE) {
      recordBuilder.noted();
    } else if (documentWrite.kind() != Kind.ADOPT) {
      recordBuilder.changed(bytes, pendingDocument, pendingDocument.isAt(revision), null);
    }
    return recordBuilder.lines().isEmpty()
        ? null
        : new AppendStatement(runKey, runRow, pendingDocument, recordBuilder.lines());
  }

  /// Sends a change, and resolves its outcome.
  ///
  /// @return the run's current state; null if the run was not found in the expected state
  private @Nullable RunRow send(AppendStatement appendStatement, CheckpointId id) {
    var what = id + " cannot be written and is as it was";
    try {
      return database.withConnection(appendStatement::execute);
    } catch (SQLException failure) {
      if (SqlErrors.isWorthRepeating(failure)) {
        return null;
      }
      if (!SqlErrors.isCut(failure)) {
        throw SqlErrors.refused(what, id, database.patienceMillis(), failure);
      }
      database.dropIdle();
      memory.remove(id);
      return resolved(appendStatement, id, failure);
    }
  }

  private @Nullable RunRow resolved(
      AppendStatement appendStatement, CheckpointId id, SQLException cut) {
    for (int question = 1; question <= QUESTIONS; question++) {
      try {
        boolean there = database.withConnection(appendStatement::isCommitted);
        return there ? database.withConnection(appendStatement::current) : null;
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
