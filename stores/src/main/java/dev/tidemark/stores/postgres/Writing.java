package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.store.ConflictException;
import dev.tidemark.store.Leases.Signature;
import dev.tidemark.store.News;
import dev.tidemark.store.OutcomeUnknownException;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreUnavailableException;
import dev.tidemark.store.Write;
import dev.tidemark.store.Write.Kind;
import dev.tidemark.stores.journal.Draft;
import dev.tidemark.stores.journal.Recorder;
import dev.tidemark.stores.postgres.Append.Named;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Write operations of the PostgreSQL store. Recently read runs are cached, so that a change need
/// not read them again; a change derived from an outdated run matches no row and is derived again.
final class Writing {
  private static final int REMEMBERED = 64;
  private static final int BYTES_EACH = 256 * 1024;

  /// The limit of retries where concurrent writers changed only the journal.
  private static final int LOOKS = 50;

  /// The number of queries for the outcome of a change whose connection was lost, each with the
  /// timeout of opening a connection.
  private static final int QUESTIONS = 3;

  private final Database database;
  private final Looking looking;
  private final SecureRandom random = new SecureRandom();
  private final ConcurrentHashMap<CheckpointId, Row> memory = new ConcurrentHashMap<>();

  Writing(Database database, Looking looking) {
    this.database = database;
    this.looking = looking;
  }

  /// Returns the callback that reads a run and caches it.
  Work<@Nullable Row> remembering(Named named) {
    return connection -> {
      var row = Row.look(connection, named.id(), named.path());
      remember(named.id(), row);
      return row;
    };
  }

  private void remember(CheckpointId id, @Nullable Row row) {
    if (memory.size() >= REMEMBERED) {
      memory.clear();
    }
    var bytes = row == null ? null : row.bytes();
    if (row == null || (bytes != null && bytes.length > BYTES_EACH)) {
      memory.remove(id);
    } else {
      memory.put(id, row);
    }
  }

  Revision replace(Named named, Write write) {
    var id = named.id();
    var asked = Draft.of(write);
    var row = memory.get(id);
    if (row == null || isLost(row, write)) {
      row = look(named);
    }
    for (int look = 1; look <= LOOKS; look++) {
      if (isLost(row, write)) {
        throw new ConflictException(id);
      }
      var append = append(named, write, row, asked);
      if (append == null) {
        return write.expected();
      }
      var after = send(append, id);
      if (after != null) {
        remember(id, after);
        return after.revision();
      }
      row = look(named);
      if (row != null) {
        row.checkClaim(id, named.token());
      }
    }
    throw new ConflictException(id);
  }

  private @Nullable Row look(Named named) {
    return database.read(
        named.id() + " cannot be read, nothing was changed", named.id(), remembering(named));
  }

  /// Returns whether a write is based on an outdated state.
  private static boolean isLost(@Nullable Row row, Write write) {
    long newest = row == null ? 0 : row.head();
    var there = row == null ? Revision.NONE : row.revision();
    return write.isLate(newest) || !there.equals(write.expected());
  }

  /// Appends a record to a run within the transaction that has locked its row. The document stays
  /// as it is, and nothing is recorded of a run that has not begun.
  void note(Connection connection, Named named, Signature signed, Event event) throws SQLException {
    var row = Row.look(connection, named.id(), named.path());
    if (row == null || row.isEmpty()) {
      return;
    }
    var evidence = row.document().evidence();
    var news = new News(signed.at(), signed.by(), List.of(event), evidence);
    var recorder = new Recorder(salts(), row.last(), news);
    var found = Draft.asFound(row.bytes(), row.revision());
    if (row.isOutside()) {
      recorder.outside(row.bytes(), row.revision(), Looking.newest(connection, named, row));
    }
    recorder.changed(row.bytes(), found, true, null);
    if (new Append(named, row, found, recorder.lines()).on(connection) == null) {
      throw new IllegalStateException(named.id() + " was changed while it was locked");
    }
  }

  private byte[] salts() {
    var salts = new byte[Recorder.SALTS_BYTES];
    random.nextBytes(salts);
    return salts;
  }

  /// Returns the statement to send; null if there is nothing to record.
  private @Nullable Append append(
      Named named, Write write, @Nullable Row row, @Nullable Draft asked) {
    var recorder = new Recorder(salts(), row == null ? null : row.last(), write.news());
    var bytes = row == null ? null : row.bytes();
    var revision = row == null ? Revision.NONE : row.revision();
    if (row != null && row.isOutside()) {
      recorder.outside(bytes, revision, looking.newest(named, row));
    }
    // Intermediate documents are skipped: the document changes in one transaction here.
    var draft = asked == null ? Draft.asFound(bytes, revision) : asked.direct();
    if (write.kind() != Kind.ADOPT) {
      recorder.changed(bytes, draft, draft.isAt(revision), null);
    }
    return recorder.lines().isEmpty() ? null : new Append(named, row, draft, recorder.lines());
  }

  /// Sends a change, and resolves its outcome.
  ///
  /// @return the run's current state; null if the run was not found in the expected state
  private @Nullable Row send(Append append, CheckpointId id) {
    var what = id + " cannot be written and is as it was";
    try {
      return database.once(append::on);
    } catch (SQLException failure) {
      if (SqlTrouble.isWorthRepeating(failure)) {
        return null;
      }
      if (!SqlTrouble.isCut(failure)) {
        throw SqlTrouble.refused(what, id, database.patienceMillis(), failure);
      }
      database.dropIdle();
      memory.remove(id);
      return settled(append, id, failure);
    }
  }

  private @Nullable Row settled(Append append, CheckpointId id, SQLException cut) {
    for (int question = 1; question <= QUESTIONS; question++) {
      try {
        boolean there = database.once(append::settle);
        return there ? database.once(append::result) : null;
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
            + SqlTrouble.reason(cut),
        cut);
  }
}
