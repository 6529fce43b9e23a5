package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.HistoryEntry;
import dev.tidemark.store.Archives;
import dev.tidemark.store.BusyException;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.ConflictException;
import dev.tidemark.store.Cursors;
import dev.tidemark.store.Document;
import dev.tidemark.store.Leases;
import dev.tidemark.store.Listing;
import dev.tidemark.store.Past;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.Redaction;
import dev.tidemark.store.Remains;
import dev.tidemark.store.Revision;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.TailCheck;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.Write;
import dev.tidemark.stores.journal.Places;
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
public final class PostgresStore implements CheckpointStore, Past {
  private final Database database;
  private final Places places;
  private final Names names;
  private final Writing writing;
  private final Looking looking;

  /// Uses a database. Nothing is read or written yet.
  ///
  /// @param places the names of documents: the paths that they would have in files
  /// @param tokens the fence of each lease held here; 0 without one
  public PostgresStore(Database database, Places places, ToLongFunction<CheckpointId> tokens) {
    this.database = database;
    this.places = places;
    this.names = new Names(places, tokens);
    this.looking = new Looking(database);
    this.writing = new Writing(database, looking);
  }

  /// Returns the archives of finished documents.
  ///
  /// @param newest how many copies each run keeps; 0 for none
  public Archives archives(int newest) {
    return new PostgresArchives(database, names, places, newest);
  }

  /// Returns the redaction of journals.
  public Redaction redaction() {
    return new PostgresRedaction(database, names);
  }

  /// Returns the residual files beside the runs.
  public Remains remains() {
    return new PostgresRemains(database, names, places);
  }

  /// Returns the transfer for migrations. Its input is trusted: a caller validates foreign files
  /// with a file store first.
  public Transfer transfer() {
    return new PostgresTransfer(database, names);
  }

  /// Returns the leases of runs.
  public Leases leases() {
    return new PostgresLeases(database, names, writing);
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
    return new Forgetting(database).forget(names.of(id), newest);
  }

  /// Returns the SQL that creates the tables and roles, for administrators who run it themselves.
  ///
  /// @param schema which project
  public static String script(String schema) {
    return Migrations.script(schema) + Roles.script(schema);
  }

  @Override
  public Optional<Document> find(CheckpointId id) {
    var named = names.of(id);
    var row = database.read(id + " cannot be read", id, writing.remembering(named));
    return row == null || row.isEmpty() ? Optional.empty() : Optional.of(row.document());
  }

  @Override
  public Revision replace(Write write) {
    return writing.replace(names.claimed(write.id()), write);
  }

  /// Does nothing: changes are transactional, so there are no remains of an interrupted one.
  @Override
  public void repair(CheckpointId id) {
    names.of(id);
  }

  @Override
  public String setAside(CheckpointId id, Revision expected, String stamp) {
    return looking.setAside(names.of(id), expected, stamp);
  }

  @Override
  public List<CheckpointId> list(String dialect) {
    return looking.list(dialect);
  }

  @Override
  public Listing summaries(String dialect, boolean all, Summarizer by) {
    return new Summaries(database).list(dialect, all, by);
  }

  @Override
  public String pulse() {
    return looking.pulse();
  }

  @Override
  public List<HistoryEntry> history(CheckpointId id) {
    return looking.history(names.of(id));
  }

  @Override
  public Map<Long, String> at(CheckpointId id, Set<Long> sequences) {
    return looking.at(names.of(id), sequences);
  }

  @Override
  public List<Diagnostic> verify(CheckpointId id) {
    return looking.verify(names.of(id));
  }

  @Override
  public TailCheck verifyTail(CheckpointId id, int newest) {
    return looking.verifyTail(names.of(id), newest);
  }

  @Override
  public PrunePlan plan(CheckpointId id, int keepNewest, Instant before) {
    return looking.plan(names.of(id), keepNewest, before);
  }

  /// @throws ConflictException if the plan no longer fits; nothing was dropped
  /// @throws BusyException if others kept the run locked for too long; nothing was dropped
  @Override
  public void prune(PrunePlan plan) {
    new Rewriting(database).prune(names.of(plan.id()), plan);
  }
}
