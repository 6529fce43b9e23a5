package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.Archives;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.DocumentWrite.Kind;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.SummaryPage;
import dev.tidemark.store.TailCheck;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.maintenance.Redaction;
import dev.tidemark.stores.file.document.DocumentPublisher;
import dev.tidemark.stores.file.document.DocumentReader;
import dev.tidemark.stores.file.document.FileStoreContext;
import dev.tidemark.stores.file.document.JournalHistory;
import dev.tidemark.stores.file.document.JournalTailVerifier;
import dev.tidemark.stores.file.document.JournalWriter;
import dev.tidemark.stores.file.document.RunVerifier;
import dev.tidemark.stores.file.index.JournalDirtyFlag;
import dev.tidemark.stores.file.index.RunIndex;
import dev.tidemark.stores.file.index.RunLister;
import dev.tidemark.stores.file.io.BufferedRandom;
import dev.tidemark.stores.file.io.InterruptShield;
import dev.tidemark.stores.file.io.IoFailures;
import dev.tidemark.stores.file.io.LockProbe;
import dev.tidemark.stores.file.io.RunLocks;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.path.DotTidemark;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.JournalRegister;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.path.RunPathsResolver;
import dev.tidemark.stores.file.segment.JournalPruner;
import dev.tidemark.stores.file.segment.JournalReader;
import dev.tidemark.stores.file.segment.JournalTail;
import dev.tidemark.stores.file.segment.SegmentReader;
import dev.tidemark.stores.file.segment.TailCache;
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
/// `.tidemark/journal`.
///
/// A replacement is written ahead: the new document goes to a temporary file, the record that names
/// that file to the journal, and only then does the document take its place. A removal works the
/// same way, with an empty temporary file. Crash-safe: after an interruption the next writer
/// completes or drops the change, and readers see either the old or the new document.
/// `docs/stores/file.md` lists the guarantees after each kind of failure.
public final class FileStore implements CheckpointStore, HistoryStore {
  private final StorageIo io;
  private final SegmentReader segmentReader;
  private final BufferedRandom bufferedRandom;
  private final DotTidemark dotTidemark;
  private final RunLocks locks;
  private final RunPathsResolver runPathsResolver;
  private final DocumentReader documentReader;
  private final JournalWriter journalWriter;
  private final DocumentPublisher documentPublisher;
  private final TailCache tailCache = new TailCache();
  private final RunLister runLister;
  private final RunIndex runIndex;
  private final JournalHistory journalHistory;
  private final RunVerifier runVerifier;
  private final JournalPruner journalPruner;
  private final FileStoreContext fileStoreContext;
  private final ChangeMarker changeMarker;
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
    this.register = register;
    var folder = root.resolve(".tidemark");
    this.io = io;
    this.segmentReader = new SegmentReader(io);
    this.bufferedRandom = new BufferedRandom(io);
    this.dotTidemark = new DotTidemark(io, root, folder, new LockProbe(io, folder, storeLimits));
    this.locks = new RunLocks(io, dotTidemark.locks(), storeLimits.patienceMillis());
    this.runPathsResolver = new RunPathsResolver(io, root, folder, fileLayout);
    this.documentReader = new DocumentReader(io, fileLayout, segmentReader, tailCache, register);
    this.documentPublisher = new DocumentPublisher(io, root, dotTidemark, bufferedRandom);
    this.runLister = new RunLister(io, root, folder, fileLayout);
    this.runIndex = new RunIndex(io, root, folder, fileLayout);
    this.journalWriter = new JournalWriter(io, dotTidemark, new JournalDirtyFlag(io, runIndex));
    var journalReader = new JournalReader(io, segmentReader);
    this.journalHistory = new JournalHistory(journalReader);
    this.runVerifier = new RunVerifier(journalReader, documentReader);
    this.journalPruner = new JournalPruner(segmentReader, journalReader);
    this.changeMarker = new ChangeMarker(io, folder);
    this.fileStoreContext =
        new FileStoreContext(
            root, io, fileLayout, dotTidemark, locks, runPathsResolver, documentPublisher);
  }

  /// Returns the archives of finished documents.
  ///
  /// @param newest how many copies each run keeps; 0 for none
  public Archives archives(int newest) {
    return new FileArchives(fileStoreContext, newest);
  }

  /// Returns the redaction of journals.
  public Redaction redaction() {
    return new FileRedaction(fileStoreContext, segmentReader, new JournalReader(io, segmentReader));
  }

  /// Returns the transfer for migrations.
  ///
  /// @param dialects the dialects of the runs
  public Transfer transfer(List<String> dialects) {
    return new FileTransfer(
        fileStoreContext, documentReader, new JournalDirtyFlag(io, runIndex), dialects);
  }

  @Override
  public Optional<Document> find(CheckpointId id) {
    try (var _ = InterruptShield.begin()) {
      dotTidemark.check();
      var observedDocument = documentReader.look(runPathsResolver.forReading(id));
      boolean nothing = observedDocument.bytes() == null && observedDocument.last() == null;
      return nothing ? Optional.empty() : Optional.of(observedDocument.document());
    } catch (IOException failure) {
      throw IoFailures.unreadable(id, failure);
    }
  }

  @Override
  public Revision replace(DocumentWrite documentWrite) {
    var pendingDocument = PendingDocument.of(documentWrite);
    try (var _ = InterruptShield.begin()) {
      dotTidemark.check();
      var id = documentWrite.id();
      var runPaths =
          documentWrite.kind() == Kind.REMOVE
              ? runPathsResolver.forRemoval(id)
              : runPathsResolver.forWriting(id);
      try (var _ = dotTidemark.lock(locks, id, runPaths.path())) {
        return replaceLocked(runPaths, documentWrite, pendingDocument);
      }
    } catch (IOException failure) {
      throw IoFailures.unwritable(documentWrite.id(), failure);
    }
  }

  private Revision replaceLocked(
      RunPaths runPaths, DocumentWrite documentWrite, @Nullable PendingDocument asked)
      throws IOException {
    var observedDocument = documentReader.look(runPaths);
    if (documentWrite.isStale(observedDocument.sequence())
        || !observedDocument.revision().equals(documentWrite.expected())) {
      throw new ConflictException(documentWrite.id());
    }
    if (!tailCache.isSettled(documentWrite.id(), observedDocument.tail())) {
      documentPublisher.repair(runPaths, observedDocument);
    }
    tailCache.settled(documentWrite.id(), null);
    var recordBuilder =
        new RecordBuilder(
            bufferedRandom.next(RecordBuilder.SALTS_BYTES),
            observedDocument.last(),
            documentWrite.metadata());
    if (observedDocument.isOutside()) {
      recordBuilder.outside(
          observedDocument.bytes(),
          observedDocument.revision(),
          journalHistory.newest(runPaths, observedDocument));
    }
    var pendingDocument =
        asked == null
            ? PendingDocument.asFound(observedDocument.bytes(), observedDocument.revision())
            : asked;
    var temp =
        pendingDocument.isAt(observedDocument.revision()) ? null : documentPublisher.newName();
    boolean shows = temp != null && pendingDocument.bytes() != null;
    // All is thought out before the first wait: after each, the processor has to warm up again.
    if (documentWrite.kind() != Kind.ADOPT) {
      recordBuilder.changed(observedDocument.bytes(), pendingDocument, temp == null, temp);
    }
    if (recordBuilder.lines().isEmpty()) {
      return observedDocument.revision();
    }
    if (temp != null) {
      documentPublisher.prepare(runPaths, temp, pendingDocument, observedDocument.bytes() != null);
    }
    JournalTail journalTail;
    try {
      journalTail =
          journalWriter.append(runPaths, observedDocument.tail(), recordBuilder.lines(), shows);
    } catch (IOException failure) {
      documentPublisher.discard(runPaths, temp, pendingDocument);
      throw failure;
    }
    if (observedDocument.last() == null) {
      register.add(runPaths.id());
    }
    boolean settled = temp == null || documentPublisher.publish(runPaths, temp, pendingDocument);
    tailCache.tail(documentWrite.id(), journalTail);
    tailCache.settled(documentWrite.id(), settled ? journalTail : null);
    tailCache.revision(documentWrite.id(), pendingDocument.bytes(), pendingDocument.revision());
    changeMarker.beat();
    return pendingDocument.revision();
  }

  @Override
  public void repair(CheckpointId id) {
    try (var _ = InterruptShield.begin()) {
      dotTidemark.check();
      var runPaths = runPathsResolver.forWriting(id);
      try (var _ = dotTidemark.lock(locks, id, runPaths.path())) {
        var observedDocument = documentReader.look(runPaths);
        documentPublisher.repair(runPaths, observedDocument);
        journalWriter.heal(runPaths, observedDocument.tail());
      }
    } catch (IOException failure) {
      throw IoFailures.unwritable(id, failure);
    }
  }

  @Override
  public String quarantine(CheckpointId id, Revision expected, String stamp) {
    try (var _ = InterruptShield.begin()) {
      dotTidemark.check();
      var runPaths = runPathsResolver.forWriting(id);
      try (var _ = dotTidemark.lock(locks, id, runPaths.path())) {
        var observedDocument = documentReader.look(runPaths);
        var bytes = observedDocument.bytes();
        if (bytes == null || !observedDocument.revision().equals(expected)) {
          throw new ConflictException(id);
        }
        return documentPublisher.setAside(runPaths, bytes, stamp);
      }
    } catch (IOException failure) {
      throw IoFailures.unwritable(id, failure);
    }
  }

  @Override
  public String changeToken() {
    try (var _ = InterruptShield.begin()) {
      return changeMarker.now();
    } catch (IOException unknown) {
      return "";
    }
  }

  @Override
  public List<CheckpointId> list(String dialect) {
    try (var _ = InterruptShield.begin()) {
      dotTidemark.check();
      return runLister.list(dialect);
    } catch (IOException failure) {
      throw IoFailures.unlistable(dialect, failure);
    }
  }

  @Override
  public SummaryPage summaries(String dialect, boolean all, Summarizer by) {
    try (var _ = InterruptShield.begin()) {
      dotTidemark.check();
      var known = runIndex.list(dialect, all, by);
      return known == null ? CheckpointStore.super.summaries(dialect, all, by) : known;
    } catch (IOException failure) {
      throw IoFailures.unlistable(dialect, failure);
    }
  }

  @Override
  public List<HistoryEntry> history(CheckpointId id) {
    return reading(id, () -> journalHistory.history(runPathsResolver.forJournal(id)));
  }

  @Override
  public Map<Long, String> stateAt(CheckpointId id, Set<Long> sequences) {
    return reading(id, () -> journalHistory.at(runPathsResolver.forJournal(id), sequences));
  }

  @Override
  public List<Diagnostic> verify(CheckpointId id) {
    return reading(id, () -> runVerifier.verify(runPathsResolver.forJournal(id)));
  }

  @Override
  public TailCheck verifyTail(CheckpointId id, int newest) {
    return reading(
        id,
        () ->
            new JournalTailVerifier(documentReader, io)
                .verify(runPathsResolver.forJournal(id), newest));
  }

  @Override
  public PrunePlan plan(CheckpointId id, int keepNewest, Instant before) {
    return reading(
        id, () -> journalPruner.plan(runPathsResolver.forJournal(id), keepNewest, before));
  }

  /// Something that is read off the hot path.
  private interface Reading<T> {
    T read() throws IOException;
  }

  private <T> T reading(CheckpointId id, Reading<T> reading) {
    try (var _ = InterruptShield.begin()) {
      dotTidemark.check();
      return reading.read();
    } catch (IOException failure) {
      throw IoFailures.unreadable(id, failure);
    }
  }

  @Override
  public void prune(PrunePlan plan) {
    try (var _ = InterruptShield.begin()) {
      dotTidemark.check();
      var runPaths = runPathsResolver.forWriting(plan.id());
      try (var _ = dotTidemark.lock(locks, plan.id(), runPaths.path())) {
        journalPruner.prune(runPaths, plan);
      }
    } catch (IOException failure) {
      throw IoFailures.unprunable(plan.id(), failure);
    }
  }
}
