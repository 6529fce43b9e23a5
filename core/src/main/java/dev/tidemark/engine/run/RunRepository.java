package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.DialectTable;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.FormatException.UnusableException;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.workflow.WorkflowDefinition;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Run repository: finds and reads the runs of a project, in all dialects.
public final class RunRepository {
  private final DialectTable dialects;
  private final CheckpointStore store;
  private final HistoryStore historyStore;
  private final InstantSource clock;
  private final Workflows workflows;
  private final String edition;

  /// Takes the dialects to look for and the store to look in.
  ///
  /// @param historyStore the journal, for runs without a document
  /// @param clock the clock for the age of runs
  /// @param workflows the workflows of the project
  /// @param edition a fingerprint of their definitions, because other definitions may change how a
  ///   document is read
  public RunRepository(
      DialectTable dialects,
      CheckpointStore store,
      HistoryStore historyStore,
      InstantSource clock,
      Workflows workflows,
      String edition) {
    this.dialects = dialects;
    this.store = store;
    this.historyStore = historyStore;
    this.clock = clock;
    this.workflows = workflows;
    this.edition = edition;
  }

  /// Returns every run, finished ones included, ordered by id. A run that cannot be read is there
  /// too, with its problem. Every document is read: to list runs, there is [#overview].
  ///
  /// @throws StoreException if the store cannot be listed
  public List<Run> all() {
    var runs = new ArrayList<Run>();
    dialects.names().forEach(name -> runs.addAll(of(name)));
    runs.sort(Comparator.comparing(run -> run.id().toString()));
    return runs;
  }

  /// Returns every run of a dialect, or every document of one whose documents are parts of runs, in
  /// no particular order.
  ///
  /// @throws StoreException if that one cannot be listed; others may be
  public List<Run> of(String dialect) {
    var runs = new ArrayList<Run>();
    each(dialect, runs::add, foreign -> {});
    return runs;
  }

  /// Reads the same one after the other.
  ///
  /// @param foreign takes the files that have the name of a checkpoint file and are no runs
  public void each(String dialect, Consumer<Run> runs, Consumer<ForeignFile> foreign) {
    for (var id : store.list(dialect)) {
      var run = inspect(dialects.get(dialect), id);
      var foreignFile = foreign(run);
      if (foreignFile == null) {
        runs.accept(run);
      } else {
        foreign.accept(foreignFile);
      }
    }
  }

  /// Returns whether there is any run of a dialect.
  ///
  /// @throws StoreException if the store cannot be listed
  public boolean exist(String dialect) {
    for (var id : store.list(dialect)) {
      if (!isForeign(inspect(dialects.get(dialect), id))) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether a document is that of another tool, or a copy of that of another run.
  public static boolean isForeign(Dialect<?> dialect, CheckpointId id, Document document) {
    return LoadedState.foreign(dialect, id, document) != null;
  }

  static boolean isForeign(Run run) {
    return foreign(run) != null;
  }

  private static @Nullable ForeignFile foreign(Run run) {
    return run.problem() == null
        ? null
        : LoadedState.foreign(run.dialect(), run.id(), run.document());
  }

  /// Returns the workflows that can be started, each once, in the order of the formats.
  public List<WorkflowDefinition> workflows() {
    var found = new ArrayList<WorkflowDefinition>();
    for (var dialect : dialects.names()) {
      for (var definition : workflows.all()) {
        var valid = workflows.find(dialect, definition.name());
        if (definition.dialect().equals(dialect)
            && valid.isPresent()
            && !found.contains(valid.get())) {
          found.add(valid.get());
        }
      }
    }
    return found;
  }

  /// Returns every run, and the documents that are parts of runs as runs of their own, ordered by
  /// id: everything that has a history.
  ///
  /// @throws StoreException if the store cannot be listed
  public List<Run> withParts() {
    var runs = new ArrayList<>(all());
    dialects.parts().forEach(name -> runs.addAll(of(name)));
    runs.sort((one, other) -> one.id().toString().compareTo(other.id().toString()));
    return runs;
  }

  /// Returns the documents that are parts of a run, as far as they can be read, as if they were
  /// runs of their own.
  ///
  /// @throws StoreException if the store cannot be listed
  public List<Run> partsOf(Run run) {
    var whole = run.checkpoint();
    if (whole == null) {
      return List.of();
    }
    var parts = new ArrayList<Run>();
    for (var name : dialects.parts()) {
      for (var part : of(name)) {
        var checkpoint = part.checkpoint();
        if (checkpoint != null && checkpoint.isPartOf(whole)) {
          parts.add(part);
        }
      }
    }
    return parts;
  }

  /// Returns the summaries of the runs, ordered by id. Of many runs, only those are read that have
  /// changed since the last time.
  ///
  /// @param all whether finished ones are wanted too; otherwise they are counted
  /// @throws StoreException if the store cannot be listed
  public RunOverview overview(boolean all) {
    return overview(dialects.names(), all);
  }

  /// Returns the same of some dialects.
  public RunOverview overview(List<String> some, boolean all) {
    var read = new HashMap<CheckpointId, Run>();
    var summaryEdition = RunSummaryCodec.EDITION + "-" + fingerprint(edition);
    var codec = new RunSummaryCodec(this, clock.instant(), summaryEdition, read);
    var runs = new ArrayList<RunSummary>();
    int left = 0;
    for (var name : some) {
      var summaryPage = store.summaries(name, all, codec);
      left += summaryPage.omitted();
      for (var storedSummary : summaryPage.runs()) {
        if (!RunSummaryCodec.isForeign(storedSummary)) {
          runs.add(codec.summary(storedSummary));
        }
      }
    }
    // Of many runs the index has them in this order.
    runs.sort((one, other) -> one.id().toString().compareTo(other.id().toString()));
    return new RunOverview(runs, left, read);
  }

  /// Returns a non-cryptographic 64-bit hash of a text, for cache keys only.
  private static String fingerprint(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return Long.toHexString(hash);
  }

  /// Returns the run of that id, if there is one.
  ///
  /// @throws IllegalArgumentException if there is no such dialect
  public @Nullable Run find(CheckpointId id) {
    var dialect = dialects.get(id.dialect());
    try {
      var found = store.find(id);
      if (found.isEmpty()) {
        return null;
      }
      // A file with an ambiguous name belongs to one run only.
      boolean recorded = found.get().syncState() != Document.SyncState.UNRECORDED;
      var named = dialect.locator().idOf(dialect.locator().pathOf(id));
      boolean own = recorded || (named.isPresent() && named.get().equals(id));
      return own && !isForeign(dialect, id, found.get()) ? known(dialect, id, found.get()) : null;
    } catch (ForbiddenException elsewhere) {
      var named = dialect.locator().idOf(dialect.locator().pathOf(id));
      boolean own = named.isPresent() && named.get().equals(id);
      return own ? unreadable(dialect, id, LoadedState.NOTHING, elsewhere) : null;
    } catch (StoreException unreadable) {
      return unreadable(dialect, id, LoadedState.NOTHING, unreadable);
    }
  }

  /// Fails if all runs were found only because the store does not answer: their existence is
  /// unknown then.
  ///
  /// @throws StoreException why it does not answer
  void answered(List<Run> found) {
    for (var run : found) {
      if (run.problem() == null || run.document().exists()) {
        return;
      }
    }
    if (!found.isEmpty()) {
      store.find(found.getFirst().id());
    }
  }

  /// Returns one run as it stands; never throws because of the run itself.
  ///
  /// @throws IllegalArgumentException if there is no such dialect
  public Run inspect(CheckpointId id) {
    return inspect(dialects.get(id.dialect()), id);
  }

  /// Returns one run as it stands; never throws because of the run itself.
  public Run inspect(Dialect<?> dialect, CheckpointId id) {
    try {
      return decoded(dialect, id, store.find(id).orElse(LoadedState.NOTHING));
    } catch (StoreException unreadable) {
      return unreadable(dialect, id, LoadedState.NOTHING, unreadable);
    }
  }

  private Run decoded(Dialect<?> dialect, CheckpointId id, Document document) {
    var foreignFile = LoadedState.foreign(dialect, id, document);
    return foreignFile == null
        ? known(dialect, id, document)
        : unreadable(dialect, id, document, new UnusableException(foreignFile.reason()));
  }

  /// Returns a run whose document is not foreign.
  private Run known(Dialect<?> dialect, CheckpointId id, Document found) {
    var document = MissingDocument.interpreted(dialect, id, found, historyStore);
    if (!document.exists()) {
      var notices = new ArrayList<>(LoadedState.syncNotices(dialect, id, document));
      addBroken(notices, id);
      var definition = definition(id);
      var planned = planned(historyStore, id, document, definition);
      return new Run(dialect, id, null, document, null, notices, definition, planned, List.of());
    }
    try {
      var decodeResult = dialect.format().decode(id, LoadedState.text(document));
      var notices = new ArrayList<Notice>(decodeResult.notices());
      notices.addAll(LoadedState.syncNotices(dialect, id, document));
      addBroken(notices, id);
      var definition = definition(id);
      var read = decodeResult.checkpoint();
      var change = changed(historyStore, read, document, definition);
      var added = change == null ? List.<PhaseName>of() : change.added();
      var checkpoint = joined(dialect, read, definition, added);
      if (change != null && !change.isNone()) {
        notices.add(change.notice(id.workflow(), checkpoint.phases()));
      }
      var parts = parts(checkpoint);
      return new Run(dialect, id, checkpoint, document, null, notices, definition, added, parts);
    } catch (FormatException unreadable) {
      return unreadable(dialect, id, document, unreadable);
    }
  }

  /// Returns how a run and the definition of its workflow differ; null where they cannot: the
  /// definition is not the project's, and no gate was passed.
  private static @Nullable DefinitionChange changed(
      HistoryStore historyStore,
      Checkpoint checkpoint,
      Document document,
      @Nullable WorkflowDefinition definition) {
    boolean own = definition != null && !definition.isBuiltIn();
    if (!own && document.evidence().proofs().isEmpty()) {
      return null;
    }
    try {
      return DefinitionChange.of(historyStore, checkpoint, document, definition);
    } catch (StoreException unreadable) {
      // Reported by the check of the journal.
      return null;
    }
  }

  /// Returns the phases that a run's workflow has got since the run was started.
  public static List<PhaseName> added(
      HistoryStore historyStore,
      Checkpoint checkpoint,
      Document document,
      @Nullable WorkflowDefinition definition) {
    var change = changed(historyStore, checkpoint, document, definition);
    return change == null ? List.of() : change.added();
  }

  /// Returns a checkpoint with the phases that joined the run.
  @SuppressWarnings("unchecked") // the checkpoint was decoded by the dialect's own format
  public static <C extends Checkpoint> C joined(
      Dialect<C> dialect,
      Checkpoint checkpoint,
      @Nullable WorkflowDefinition definition,
      List<PhaseName> added) {
    return definition == null || added.isEmpty()
        ? (C) checkpoint
        : dialect.rules().joined((C) checkpoint, definition, added);
  }

  /// Returns the phases of a run without a document: those of the definition as it is now; those of
  /// its last start where they were given, come from a plan or are none of the definition.
  public static List<PhaseName> planned(
      HistoryStore historyStore,
      CheckpointId id,
      Document document,
      @Nullable WorkflowDefinition definition) {
    var defined = definition == null ? List.<PhaseName>of() : definition.phaseNames();
    if (document.evidence().startedAt() == null) {
      return defined;
    }
    try {
      var start = historyStore.newestStart(id).orElse(null);
      if (start == null) {
        return defined;
      }
      // The format of some workflows has more kinds of phases than their definition.
      var begun = start.event().phases();
      boolean own = start.event().isGiven() || Collections.disjoint(begun, defined);
      return own && !begun.isEmpty() ? begun : defined;
    } catch (StoreException unreadable) {
      return defined;
    }
  }

  /// Returns the parts of a run in other documents, as far as they can be read.
  private List<Checkpoint> parts(Checkpoint whole) {
    var parts = new ArrayList<Checkpoint>();
    for (var id : whole.parts()) {
      var dialect = part(id.dialect()).orElse(null);
      var part = dialect == null ? null : inspect(dialect, id).checkpoint();
      if (part != null && part.isPartOf(whole)) {
        parts.add(part);
      }
    }
    return parts;
  }

  private Run unreadable(
      Dialect<?> dialect, CheckpointId id, Document document, RuntimeException why) {
    var problem = String.valueOf(why.getMessage());
    return new Run(dialect, id, null, document, problem, List.of(), definition(id));
  }

  private void addBroken(List<Notice> notices, CheckpointId id) {
    var problem = workflows.problem(id.workflow());
    if (problem != null) {
      notices.add(new Notice(Workflows.BROKEN, problem));
    }
  }

  private @Nullable WorkflowDefinition definition(CheckpointId id) {
    return workflows.find(id.dialect(), id.workflow()).orElse(null);
  }

  /// Returns where the document of a run is, from the project root.
  ///
  /// @throws IllegalArgumentException if there is no such dialect
  public String pathOf(CheckpointId id) {
    return dialects.get(id.dialect()).locator().pathOf(id);
  }

  /// Returns the dialect of that name.
  public Optional<Dialect<?>> dialect(String name) {
    return dialects.names().contains(name) ? dialects.find(name) : Optional.empty();
  }

  /// Returns the names of the dialects, in the order they are listed.
  public List<String> names() {
    return dialects.names();
  }

  /// Returns the names of the dialects whose documents are parts of other runs.
  public List<String> parts() {
    return dialects.parts();
  }

  /// Returns the dialects, in the order they are listed.
  public List<Dialect<?>> dialects() {
    return dialects.all();
  }

  /// Returns the dialect of that name whose documents are parts of other runs.
  public Optional<Dialect<?>> part(String name) {
    return dialects.parts().contains(name) ? dialects.find(name) : Optional.empty();
  }
}
