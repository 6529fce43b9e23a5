package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.history.RunStart;
import dev.tidemark.store.Archives;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.DocumentWrite.Kind;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.SummaryPage;
import dev.tidemark.store.TailCheck;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.maintenance.Redaction;
import dev.tidemark.stores.file.document.DocumentPublisher;
import dev.tidemark.stores.file.document.DocumentReader;
import dev.tidemark.stores.file.document.FileStoreContext;
import dev.tidemark.stores.file.document.JournalWriter;
import dev.tidemark.stores.file.document.ObservedDocument;
import dev.tidemark.stores.file.document.RunVerifier;
import dev.tidemark.stores.file.index.ChangeMarkers;
import dev.tidemark.stores.file.index.RunIndex;
import dev.tidemark.stores.file.index.RunLister;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.InterruptShield;
import dev.tidemark.stores.file.io.IoFailures;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.JournalRegister;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.stores.file.path.WorkTree;
import dev.tidemark.stores.file.path.WorkTreeList;
import dev.tidemark.stores.file.segment.JournalReader;
import dev.tidemark.stores.file.segment.JournalTail;
import dev.tidemark.stores.file.transfer.FileTransfer;
import dev.tidemark.stores.journal.PendingDocument;
import dev.tidemark.stores.journal.RecordBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// File store: keeps documents as plain files at the paths of their formats, and their journals in
/// the state folder.
///
/// A replacement is written ahead: the new document goes to a temporary file, the record that names
/// that file to the journal, and only then does the document take its place. A removal works the
/// same way, with an empty temporary file. Crash-safe: after an interruption the next writer
/// completes or drops the change, and readers see either the old or the new document.
/// `docs/stores/file.md` lists the guarantees after each kind of failure.
public final class FileStore implements CheckpointStore, HistoryStore {
  private static final String JOURNAL_GONE =
      "Restore it from a backup, or record the file as it is: tidemark adopt.";

  private final FileStoreContext context;
  private final DocumentReader documentReader;
  private final JournalRegister register;

  /// Uses a project on that disk, with the usual [StoreLimits].
  public FileStore(Path root, StorageIo io, FileLayout fileLayout) {
    this(root, io, fileLayout, StoreLimits.USUAL);
  }

  /// Uses a project on that disk. Nothing is read or written yet.
  ///
  /// @param root the root of the project
  public FileStore(Path root, StorageIo io, FileLayout fileLayout, StoreLimits storeLimits) {
    this(root, io, fileLayout, storeLimits, JournalRegister.NONE);
  }

  /// Uses a project on that disk. Nothing is read or written yet.
  ///
  /// @param root the root of the project
  /// @param register the runs that have a journal
  public FileStore(
      Path root,
      StorageIo io,
      FileLayout fileLayout,
      StoreLimits storeLimits,
      JournalRegister register) {
    this(new FileStoreContext(root, io, fileLayout, storeLimits), register);
  }

  private FileStore(FileStoreContext context, JournalRegister register) {
    this.context = context;
    this.documentReader = new DocumentReader(context, register);
    this.register = register;
  }

  /// Returns the store of a removed work tree: only its journals are left.
  public static FileStore ofRemoved(
      WorkTree tree, StorageIo io, FileLayout fileLayout, StoreLimits storeLimits) {
    var state = StateFolder.ofRemoved(io, tree, storeLimits);
    var context = new FileStoreContext(tree.state().folder(), io, fileLayout, state);
    return new FileStore(context, JournalRegister.NONE);
  }

  /// Returns the other work trees with runs: of the repository, of its superproject and of its
  /// submodules.
  ///
  /// @throws dev.tidemark.store.StoreException.StoreUnavailableException if git's files cannot be
  ///   read
  public List<WorkTree> otherWorkTrees() {
    try (var shield = InterruptShield.begin()) {
      var own = context.stateFolder().location();
      return own.isInGit()
          ? WorkTreeList.of(context.io(), own)
          : WorkTreeList.of(context.io(), context.root());
    } catch (IOException failure) {
      throw IoFailures.unreadable(failure);
    }
  }

  /// Returns the archives of finished documents.
  ///
  /// @param newest how many copies each run keeps; 0 for none
  public Archives archives(int newest) {
    return new FileArchives(context, newest);
  }

  /// Returns the redaction of journals.
  public Redaction redaction() {
    return new JournalRewriter(context);
  }

  /// Returns the transfer for migrations.
  ///
  /// @param dialects the dialects of the runs
  public Transfer transfer(List<String> dialects) {
    return new FileTransfer(context, documentReader, markers(), dialects);
  }

  private ChangeMarkers markers() {
    return new ChangeMarkers(context.io(), folder());
  }

  private Path folder() {
    return context.stateFolder().path();
  }

  @Override
  public Optional<Document> find(CheckpointId id) {
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      var observedDocument = documentReader.observe(context.paths().forReading(id));
      boolean nothing =
          observedDocument.bytes() == null
              && observedDocument.lastRecord() == null
              && observedDocument.syncState() != SyncState.JOURNAL_GONE;
      return nothing ? Optional.empty() : Optional.of(observedDocument.document());
    } catch (IOException failure) {
      throw IoFailures.unreadable(id, failure);
    }
  }

  @Override
  public Revision replace(DocumentWrite documentWrite) {
    var pendingDocument = PendingDocument.of(documentWrite);
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      var id = documentWrite.id();
      var runPaths =
          documentWrite.kind() == Kind.REMOVE
              ? context.paths().forRemoval(id)
              : context.paths().forWriting(id);
      try (var lock = context.lock(id, runPaths.path())) {
        return replaceLocked(runPaths, documentWrite, pendingDocument);
      }
    } catch (IOException failure) {
      throw IoFailures.unwritable(documentWrite.id(), failure);
    }
  }

  private Revision replaceLocked(
      RunPaths runPaths, DocumentWrite documentWrite, @Nullable PendingDocument asked)
      throws IOException {
    var observedDocument = documentReader.observe(runPaths);
    if (documentWrite.isStale(observedDocument.sequence())
        || !observedDocument.revision().equals(documentWrite.expected())) {
      throw new ConflictException(documentWrite.id());
    }
    if (documentWrite.kind() == Kind.NOTE
        && observedDocument.syncState() == SyncState.JOURNAL_GONE) {
      throw new DamagedException(
          "the journal of " + documentWrite.id(), "it was removed", JOURNAL_GONE);
    }
    var documentPublisher = new DocumentPublisher(context);
    if (!documentReader.isSettled(documentWrite.id(), observedDocument.tail())) {
      documentPublisher.complete(runPaths, observedDocument);
    }
    documentReader.markUnsettled(documentWrite.id());
    var recordBuilder =
        new RecordBuilder(
            context.random(RecordBuilder.SALTS_BYTES),
            observedDocument.lastRecord(),
            documentWrite.metadata());
    // A removed document is missing until another takes its place: a note does not settle that.
    boolean missing = asked == null && observedDocument.isMissing();
    if (observedDocument.hasExternalEdit() && !missing) {
      recordBuilder.externalEdit(
          observedDocument.bytes(),
          observedDocument.revision(),
          newest(runPaths, observedDocument));
    }
    var pendingDocument =
        asked == null
            ? PendingDocument.asFound(observedDocument.bytes(), observedDocument.revision())
            : asked;
    var temp = pendingDocument.isAt(observedDocument.revision()) ? null : DocumentPublisher.TEMP;
    boolean shows = temp != null && pendingDocument.bytes() != null;
    // Everything is computed before the first fsync: after each, the processor caches are cold.
    if (missing && documentWrite.kind() == Kind.NOTE) {
      recordBuilder.noted();
    } else if (documentWrite.kind() != Kind.ADOPT) {
      recordBuilder.changed(observedDocument.bytes(), pendingDocument, temp == null, temp);
    }
    if (recordBuilder.lines().isEmpty()) {
      return observedDocument.revision();
    }
    if (temp != null) {
      documentPublisher.prepare(runPaths, pendingDocument, observedDocument.bytes() != null);
    }
    var changeMarkers = markers();
    JournalTail journalTail;
    try {
      journalTail =
          new JournalWriter(context, changeMarkers)
              .append(runPaths, observedDocument.tail(), recordBuilder.lines(), shows);
    } catch (IOException failure) {
      if (temp != null) {
        documentPublisher.discard(runPaths, pendingDocument);
      }
      throw failure;
    }
    var newest = recordBuilder.lines().getLast();
    register.put(runPaths.id(), newest.head().sequence(), newest.headHash());
    boolean settled = temp == null || documentPublisher.publish(runPaths, pendingDocument);
    documentReader.remember(documentWrite.id(), journalTail, pendingDocument, settled);
    changeMarkers.signal();
    return pendingDocument.revision();
  }

  private long newest(RunPaths runPaths, ObservedDocument observedDocument) throws IOException {
    return observedDocument.lastRecord() == null
        ? 0
        : new JournalReader(context.io()).newest(runPaths, observedDocument.revision());
  }

  @Override
  public void repair(CheckpointId id) {
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      var runPaths = context.paths().forWriting(id);
      try (var lock = context.lock(id, runPaths.path())) {
        var observedDocument = documentReader.observe(runPaths);
        new DocumentPublisher(context).repair(runPaths, observedDocument);
        new JournalWriter(context, markers()).repair(runPaths, observedDocument.tail());
      }
    } catch (IOException failure) {
      throw IoFailures.unwritable(id, failure);
    }
  }

  @Override
  public String quarantine(CheckpointId id, Revision expected, String stamp) {
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      var runPaths = context.paths().forWriting(id);
      try (var lock = context.lock(id, runPaths.path())) {
        var observedDocument = documentReader.observe(runPaths);
        var bytes = observedDocument.bytes();
        if (bytes == null || !observedDocument.revision().equals(expected)) {
          throw new ConflictException(id);
        }
        return new DocumentPublisher(context).setAside(runPaths, bytes, stamp);
      }
    } catch (IOException failure) {
      throw IoFailures.unwritable(id, failure);
    }
  }

  @Override
  public String changeToken() {
    try (var shield = InterruptShield.begin()) {
      return markers().token();
    } catch (IOException unknown) {
      return "";
    }
  }

  @Override
  public List<CheckpointId> list(String dialect) {
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      return new RunLister(context.io(), context.root(), context.stateFolder(), context.layout())
          .list(dialect);
    } catch (IOException failure) {
      throw IoFailures.unlistable(dialect, failure);
    }
  }

  @Override
  public SummaryPage summaries(String dialect, boolean all, Summarizer by) {
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      var known =
          new RunIndex(context.io(), context.root(), context.stateFolder(), context.layout())
              .list(dialect, all, by);
      return known == null ? CheckpointStore.super.summaries(dialect, all, by) : known;
    } catch (IOException failure) {
      throw IoFailures.unlistable(dialect, failure);
    }
  }

  @Override
  public List<HistoryEntry> history(CheckpointId id) {
    return reading(
        id, () -> new JournalReader(context.io()).history(context.paths().forJournal(id)));
  }

  @Override
  public List<HistoryEntry> newest(CheckpointId id, int count) {
    return reading(
        id, () -> new JournalReader(context.io()).newest(context.paths().forJournal(id), count));
  }

  @Override
  public Optional<RunStart> newestStart(CheckpointId id) {
    return reading(
        id,
        () ->
            RunStart.newestOf(
                new JournalReader(context.io()).workflowEvents(context.paths().forJournal(id))));
  }

  @Override
  public Map<Long, String> stateAt(CheckpointId id, Set<Long> sequences) {
    return reading(
        id,
        () -> new JournalReader(context.io()).statesAt(context.paths().forJournal(id), sequences));
  }

  @Override
  public List<Diagnostic> verify(CheckpointId id) {
    return reading(
        id,
        () -> new RunVerifier(context.io(), documentReader).verify(context.paths().forJournal(id)));
  }

  @Override
  public TailCheck verifyTail(CheckpointId id, int newest) {
    return reading(
        id,
        () ->
            new RunVerifier(context.io(), documentReader)
                .verifyTail(context.paths().forJournal(id), newest));
  }

  @Override
  public PrunePlan plan(CheckpointId id, int keepNewest, Instant before) {
    return reading(
        id,
        () ->
            new JournalRewriter(context).plan(context.paths().forJournal(id), keepNewest, before));
  }

  /// Something that is read off the hot path.
  private interface Reading<T> {
    T read() throws IOException;
  }

  private <T> T reading(CheckpointId id, Reading<T> reading) {
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      return reading.read();
    } catch (IOException failure) {
      throw IoFailures.unreadable(id, failure);
    }
  }

  @Override
  public void prune(PrunePlan plan) {
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      var runPaths = context.paths().forWriting(plan.id());
      try (var lock = context.lock(plan.id(), runPaths.path())) {
        new JournalRewriter(context).prune(runPaths, plan);
      }
    } catch (IOException failure) {
      throw IoFailures.unprunable(plan.id(), failure);
    }
  }

  /// Has the state folder looked for before it is used next, as at the first use, and its layout
  /// checked.
  public void recheck() {
    context.stateFolder().recheck();
    context.paths().recheck();
  }

  /// Takes a run out that another store keeps by now: moves its journal to the folder `moved`,
  /// where no reader looks for it. Nothing is deleted.
  ///
  /// @param newest the number of the newest record that is kept elsewhere
  /// @return whether it was there and as expected; otherwise nothing was done
  /// @throws dev.tidemark.store.StoreException if that is not possible; nothing was done
  public boolean forget(CheckpointId id, long newest) {
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      var runPaths = context.paths().forWriting(id);
      try (var lock = context.lock(id, runPaths.path())) {
        var last = documentReader.observe(runPaths).lastRecord();
        if (last == null || last.head().sequence() != newest) {
          return false;
        }
        var moved = folder().resolve("moved");
        context.stateFolder().guard().check(moved);
        context.io().createFolder(moved, Access.PRIVATE);
        var name = id.dialect() + "-" + runPaths.journal().getFileName() + "-" + newest;
        var place = moved.resolve(name);
        for (int number = 2; context.io().stat(place) != null; number++) {
          place = moved.resolve(name + "-" + number);
        }
        AtomicFile.move(context.io(), runPaths.journal(), place);
        return true;
      }
    } catch (IOException failure) {
      throw IoFailures.unwritable(id, failure);
    }
  }
}
