package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.history.RunStart;
import dev.tidemark.store.Archives;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Cursors;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.Leases;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.SummaryPage;
import dev.tidemark.store.TailCheck;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.maintenance.Redaction;
import dev.tidemark.store.maintenance.ResidualFiles;
import dev.tidemark.stores.journal.PathResolver;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.Migrations;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/// PostgreSQL store: documents and journals in a database, for teams whose agents run on several
/// machines.
///
/// The records are those of the file store, line by line, so that a run can move between the two
/// and back. A change is one statement: it finds the run as it was read, or changes nothing.
/// `docs/stores/postgres.md` lists the guarantees after each kind of failure.
public final class PostgresStore implements CheckpointStore, HistoryStore {
  private final Database database;
  private final PathResolver pathResolver;
  private final ToLongFunction<CheckpointId> tokens;
  private final PostgresWriter postgresWriter;
  private final PostgresReader postgresReader;

  /// Uses a database. Nothing is read or written yet.
  ///
  /// @param pathResolver the names of documents: the paths that they would have in files
  /// @param tokens the fence of each lease held here; 0 without one
  public PostgresStore(
      Database database, PathResolver pathResolver, ToLongFunction<CheckpointId> tokens) {
    this.database = database;
    this.pathResolver = pathResolver;
    this.tokens = tokens;
    this.postgresReader = new PostgresReader(database);
    this.postgresWriter = new PostgresWriter(database, postgresReader);
  }

  /// Returns the archives of finished documents.
  ///
  /// @param newest how many copies each run keeps; 0 for none
  public Archives archives(int newest) {
    return new PostgresArchives(database, pathResolver, newest);
  }

  /// Returns the redaction of journals.
  public Redaction redaction() {
    return maintenance();
  }

  private RecordMaintenance maintenance() {
    return new RecordMaintenance(database, pathResolver);
  }

  /// Returns the residual files beside the runs.
  public ResidualFiles residualFiles() {
    return new PostgresResidualFiles(database, pathResolver);
  }

  /// Returns the transfer for migrations. Its input is trusted: a caller validates foreign files
  /// with a file store first.
  public Transfer transfer() {
    return new PostgresTransfer(database, pathResolver);
  }

  /// Returns the leases of runs.
  public Leases leases() {
    return new PostgresLeases(database, pathResolver, postgresWriter);
  }

  /// Returns the delivery cursors.
  public Cursors cursors() {
    return new PostgresCursors(database);
  }

  /// Removes a run that is kept elsewhere by now, with all that is recorded of it.
  ///
  /// @param newest the number of the newest record that is kept elsewhere
  /// @return whether it was there and as expected; otherwise nothing was removed
  /// @throws dev.tidemark.store.StoreException if that is not possible; nothing was removed
  public boolean forget(CheckpointId id, long newest) {
    return maintenance().forget(key(id), newest);
  }

  /// Returns the SQL that creates the tables and roles, for administrators who run it themselves.
  ///
  /// @param schema which project
  public static String script(String schema) {
    return Migrations.script(schema);
  }

  private RunKey key(CheckpointId id) {
    return RunKey.of(pathResolver, id);
  }

  @Override
  public Optional<Document> find(CheckpointId id) {
    var runKey = key(id);
    var runRow = database.read(id + " cannot be read", id, postgresWriter.lookup(runKey));
    return runRow == null || runRow.isEmpty() ? Optional.empty() : Optional.of(runRow.document());
  }

  @Override
  public Revision replace(DocumentWrite documentWrite) {
    return postgresWriter.replace(
        key(documentWrite.id()).claimed(tokens.applyAsLong(documentWrite.id())), documentWrite);
  }

  /// Does nothing: changes are transactional, so there are no remains of an interrupted one.
  @Override
  public void repair(CheckpointId id) {
    key(id);
  }

  @Override
  public String quarantine(CheckpointId id, Revision expected, String stamp) {
    return postgresReader.setAside(key(id), expected, stamp);
  }

  @Override
  public List<CheckpointId> list(String dialect) {
    return postgresReader.list(dialect);
  }

  @Override
  public SummaryPage summaries(String dialect, boolean all, Summarizer by) {
    return new SummaryTable(database).list(dialect, all, by);
  }

  @Override
  public String changeToken() {
    return postgresReader.changeToken();
  }

  @Override
  public List<HistoryEntry> history(CheckpointId id) {
    return postgresReader.history(key(id));
  }

  @Override
  public List<HistoryEntry> newest(CheckpointId id, int count) {
    return postgresReader.newest(key(id), count);
  }

  @Override
  public Optional<RunStart> newestStart(CheckpointId id) {
    return RunStart.newestOf(postgresReader.workflowEvents(key(id)));
  }

  @Override
  public Map<Long, String> stateAt(CheckpointId id, Set<Long> sequences) {
    return postgresReader.statesAt(key(id), sequences);
  }

  @Override
  public List<Diagnostic> verify(CheckpointId id) {
    return postgresReader.verify(key(id));
  }

  @Override
  public TailCheck verifyTail(CheckpointId id, int newest) {
    return postgresReader.verifyTail(key(id), newest);
  }

  @Override
  public PrunePlan plan(CheckpointId id, int keepNewest, Instant before) {
    return postgresReader.plan(key(id), keepNewest, before);
  }

  /// @throws ConflictException if the plan no longer fits; nothing was dropped
  /// @throws BusyException if others kept the run locked for too long; nothing was dropped
  @Override
  public void prune(PrunePlan plan) {
    maintenance().prune(key(plan.id()), plan);
  }
}
