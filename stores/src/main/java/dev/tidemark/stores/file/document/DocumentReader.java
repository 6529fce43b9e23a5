package dev.tidemark.stores.file.document;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.io.InterruptShield;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.JournalRegister;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.segment.JournalTail;
import dev.tidemark.stores.file.segment.SegmentReader;
import dev.tidemark.stores.journal.DocumentBytes;
import dev.tidemark.stores.journal.PendingDocument;
import dev.tidemark.stores.journal.record.JournalHead.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Document reader: reads documents and compares them with their journals. Never writes.
///
/// Recently read journal tails and documents are cached within limits. Every entry is validated
/// against the disk: a tail by the size and identity of its file, a revision by its bytes.
public final class DocumentReader {
  /// The number of attempts to read a document that keeps changing.
  private static final int LOOKS = 20;

  /// The time after its last change in which a file may be half-written: programs that replace a
  /// file in place truncate it first and write it some milliseconds later.
  private static final long WRITING_MILLIS = 150;

  private static final long PAUSE_MILLIS = 10;

  /// The limit of runs in a cache, and of the size of a cached document.
  private static final int CACHED_RUNS = 64;

  private static final int CACHED_BYTES = 256 * 1024;

  private final StorageIo io;
  private final FileLayout fileLayout;
  private final SegmentReader segmentReader;
  private final JournalRegister register;
  private final JournalEnd journalEnd;
  private final ConcurrentHashMap<CheckpointId, JournalTail> tails = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<CheckpointId, JournalTail> settled = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<CheckpointId, PendingDocument> documents =
      new ConcurrentHashMap<>();

  /// @param register the runs that have a journal
  public DocumentReader(FileStoreContext context, JournalRegister register) {
    this.io = context.io();
    this.fileLayout = context.layout();
    this.segmentReader = new SegmentReader(io);
    this.register = register;
    this.journalEnd = new JournalEnd(io, register);
  }

  /// Reads a run. Without the lock of the run a writer may be at work meanwhile: the state read is
  /// then the one before its change or after it. A file that another program is still writing in
  /// place is read again until it is whole, or has not changed for a moment.
  public ObservedDocument observe(RunPaths runPaths) throws IOException {
    var observedDocument = read(runPaths);
    while (isBeingWritten(runPaths, observedDocument)) {
      try (var waiting = InterruptShield.begin()) {
        waiting.sleep(PAUSE_MILLIS);
      }
      observedDocument = read(runPaths);
    }
    return observedDocument;
  }

  private boolean isBeingWritten(RunPaths runPaths, ObservedDocument observedDocument)
      throws IOException {
    var bytes = observedDocument.bytes();
    if (bytes == null || !observedDocument.hasExternalEdit()) {
      return false;
    }
    var stat = io.stat(resolved(runPaths).document());
    if (stat == null) {
      return false;
    }
    long age = io.currentMillis() - TimeUnit.NANOSECONDS.toMillis(stat.modified());
    return age >= 0 && age < WRITING_MILLIS && !fileLayout.isWhole(runPaths.id(), bytes);
  }

  private ObservedDocument read(RunPaths runPaths) throws IOException {
    var document = read(runPaths.document());
    for (int looks = 1; ; looks++) {
      var journalTail = tail(runPaths);
      var observedDocument = compare(runPaths, document, journalTail);
      boolean odd =
          observedDocument.syncState() == SyncState.EDITED
              || observedDocument.syncState() == SyncState.JOURNAL_GONE;
      if (!odd || looks == LOOKS) {
        return observedDocument;
      }
      // Perhaps a writer got in between the document and its journal.
      var again = read(runPaths.document());
      if (Arrays.equals(document, again) && isCurrent(runPaths, journalTail)) {
        return observedDocument;
      }
      document = again;
    }
  }

  private boolean isCurrent(RunPaths runPaths, @Nullable JournalTail journalTail)
      throws IOException {
    return journalTail != null
        && journalTail
            .file()
            .equals(io.stat(SegmentReader.file(runPaths.journal(), journalTail.segment())));
  }

  private ObservedDocument compare(
      RunPaths runPaths, byte @Nullable [] document, @Nullable JournalTail journalTail)
      throws IOException {
    var revision = revision(runPaths, document);
    var last = journalTail == null ? null : journalTail.last();
    if (last == null) {
      var entry = register.find(runPaths.id());
      boolean gone = entry != null && (document != null || entry.here());
      return new ObservedDocument(
          document, revision, gone ? SyncState.JOURNAL_GONE : SyncState.UNRECORDED, journalTail);
    }
    var step = last.head().step();
    if (revision.equals(step.after())) {
      return new ObservedDocument(document, revision, SyncState.RECORDED, journalTail);
    }
    if (step.temp() != null && step.leaves(revision)) {
      var waiting = read(resolved(runPaths).temp(step.temp()));
      if (waiting != null && step.kind() == Kind.DELETED && waiting.length == 0) {
        return new ObservedDocument(null, Revision.NONE, SyncState.HALF_PUBLISHED, journalTail);
      }
      if (waiting != null && revision(runPaths, waiting).equals(step.after())) {
        return new ObservedDocument(waiting, step.after(), SyncState.HALF_PUBLISHED, journalTail);
      }
    }
    return new ObservedDocument(document, revision, SyncState.EDITED, journalTail);
  }

  /// Returns the target of a document that is a link, because a pending document is beside the
  /// target.
  private RunPaths resolved(RunPaths runPaths) throws IOException {
    var stat = io.stat(runPaths.document());
    return stat == null || stat.kind() != Stat.Kind.LINK
        ? runPaths
        : runPaths.withDocument(io.realPath(runPaths.document()));
  }

  /// Returns the end of a journal, read anew unless its file is the one that was read before; null
  /// if there is no journal.
  @Nullable JournalTail tail(RunPaths runPaths) throws IOException {
    var known = tails.get(runPaths.id());
    if (known != null && !JournalWriter.isFull(known) && isCurrent(runPaths, known)) {
      return known;
    }
    var journalTail = segmentReader.tail(runPaths);
    journalEnd.check(runPaths, journalTail);
    remember(runPaths.id(), journalTail);
    return journalTail;
  }

  /// Returns the bytes of a document; null if there is none.
  ///
  /// @throws ForbiddenException if it is too large
  public byte @Nullable [] read(Path file) throws IOException {
    var stat = io.stat(file);
    if (stat != null && stat.kind() == Stat.Kind.LINK) {
      stat = io.stat(io.realPath(file));
    }
    if (stat == null) {
      return null;
    }
    if (stat.kind() != Stat.Kind.FILE) {
      throw new IOException(file + " is not a file");
    }
    if (stat.size() > DocumentBytes.MAX_BYTES) {
      throw DocumentBytes.tooLarge(file.toString());
    }
    var bytes = io.read(file, 0, DocumentBytes.MAX_BYTES + 1);
    if (bytes != null && bytes.length > DocumentBytes.MAX_BYTES) {
      throw DocumentBytes.tooLarge(file.toString());
    }
    return bytes;
  }

  private Revision revision(RunPaths runPaths, byte @Nullable [] bytes) {
    if (bytes == null) {
      return Revision.NONE;
    }
    var known = documents.get(runPaths.id());
    if (known != null && Arrays.equals(known.bytes(), bytes)) {
      return known.revision();
    }
    var revision = DocumentBytes.revision(bytes);
    remember(runPaths.id(), PendingDocument.asFound(bytes, revision));
    return revision;
  }

  /// Returns whether a run is unchanged since this process's last completed change, as far as its
  /// journal shows: then there are no remains of an interrupted change.
  public boolean isSettled(CheckpointId id, @Nullable JournalTail journalTail) {
    var ours = settled.get(id);
    return ours != null && journalTail != null && ours.file().equals(journalTail.file());
  }

  /// Forgets that a run is settled, as long as a change is under way.
  public void markUnsettled(CheckpointId id) {
    settled.remove(id);
  }

  /// Caches the state that a change of this process led to.
  ///
  /// @param complete whether nothing is left to be cleared away
  public void remember(
      CheckpointId id, JournalTail journalTail, PendingDocument document, boolean complete) {
    remember(id, journalTail);
    remember(id, document);
    if (settled.size() >= CACHED_RUNS) {
      settled.clear();
    }
    if (complete) {
      settled.put(id, journalTail);
    }
  }

  private void remember(CheckpointId id, @Nullable JournalTail journalTail) {
    if (tails.size() >= CACHED_RUNS) {
      tails.clear();
    }
    if (journalTail == null || journalTail.isTorn()) {
      tails.remove(id);
    } else {
      tails.put(id, journalTail);
    }
  }

  private void remember(CheckpointId id, PendingDocument document) {
    if (documents.size() >= CACHED_RUNS) {
      documents.clear();
    }
    var bytes = document.bytes();
    if (bytes != null && bytes.length <= CACHED_BYTES) {
      documents.put(id, document.direct());
    }
  }
}
