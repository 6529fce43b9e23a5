package dev.tidemark.stores.file.document;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.TailCheck;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.segment.JournalReader;
import dev.tidemark.stores.file.segment.JournalTail;
import dev.tidemark.stores.file.segment.SegmentReader;
import dev.tidemark.stores.journal.JournalVerifier;
import dev.tidemark.stores.journal.record.JournalLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/// Verifier of a run: its journal and its document, or only the newest records of the journal.
public final class RunVerifier {
  /// The limit of bytes read from the last file; a record holds at most one document.
  private static final int TAIL_MAX_BYTES = 64 * 1024;

  private final StorageIo io;
  private final JournalReader journalReader;
  private final DocumentReader documentReader;

  public RunVerifier(StorageIo io, DocumentReader documentReader) {
    this.io = io;
    this.journalReader = new JournalReader(io);
    this.documentReader = documentReader;
  }

  /// Returns the problems.
  public List<Diagnostic> verify(RunPaths runPaths) throws IOException {
    var journal = runPaths.journal().toString();
    var states = new JournalVerifier(journal);
    try {
      journalReader.walk(runPaths, states);
      states.end();
    } catch (DamagedException damage) {
      states.problems().add(String.valueOf(damage.getMessage()));
    }
    var document = new ArrayList<Diagnostic>();
    try {
      compare(runPaths, documentReader.observe(runPaths), document);
    } catch (DamagedException | ForbiddenException unreadable) {
      var problem = String.valueOf(unreadable.getMessage());
      if (!states.problems().contains(problem)) {
        states.problems().add(problem);
      }
    }
    var all = HistoryDiagnostics.damaged(journal, states.problems());
    all.addAll(document);
    return all;
  }

  /// Returns the problems of a record that is not on this disk, one sentence each.
  ///
  /// @param files the content of its files, by their numbers; none of them may be torn
  public List<String> verify(RunPaths runPaths, SortedMap<Integer, byte[]> files) {
    var states = new JournalVerifier(runPaths.journal().toString());
    try {
      JournalReader.walk(runPaths, files, states);
      states.end();
    } catch (DamagedException damage) {
      states.problems().add(String.valueOf(damage.getMessage()));
    }
    return states.problems();
  }

  private static void compare(
      RunPaths runPaths, ObservedDocument observedDocument, List<Diagnostic> problems) {
    if (observedDocument.syncState() == SyncState.EDITED) {
      problems.add(HistoryDiagnostics.edited(runPaths.path()));
    } else if (observedDocument.syncState() == SyncState.HALF_PUBLISHED) {
      problems.add(HistoryDiagnostics.behind(runPaths.path()));
    }
    var journalTail = observedDocument.tail();
    if (journalTail != null && journalTail.isTorn()) {
      var file = SegmentReader.file(runPaths.journal(), journalTail.segment());
      long bytes = journalTail.file().size() - journalTail.valid();
      problems.add(HistoryDiagnostics.torn(file.toString(), bytes));
    }
  }

  /// Checks the newest records of a journal, as far as they are in its last file: the hash of each
  /// body against its head, and the chain between them.
  public TailCheck verifyTail(RunPaths runPaths, int newest) throws IOException {
    var journal = runPaths.journal().toString();
    try {
      var journalTail = documentReader.tail(runPaths);
      var last = journalTail == null ? null : journalTail.last();
      return journalTail == null || last == null
          ? new TailCheck(0, 0, List.of())
          : verifyTail(runPaths, journalTail, last, newest);
    } catch (DamagedException | ForbiddenException damage) {
      return JournalVerifier.tail(journal, damage);
    }
  }

  private TailCheck verifyTail(
      RunPaths runPaths, JournalTail journalTail, JournalLine last, int newest) throws IOException {
    var file = SegmentReader.file(runPaths.journal(), journalTail.segment());
    long offset = Math.max(0, journalTail.valid() - TAIL_MAX_BYTES);
    var bytes = io.read(file, offset, (int) (journalTail.valid() - offset));
    var lines = new ArrayList<JournalLine>();
    lines.add(last);
    String unreadable = null;
    int end = bytes == null ? 0 : begin(bytes, bytes.length);
    // The first line is the header of the file, or a record of which only the end was read.
    while (bytes != null && unreadable == null && lines.size() < newest && begin(bytes, end) > 0) {
      int begin = begin(bytes, end);
      var line = SegmentReader.read(file, bytes, begin, end - 1);
      if (line == null) {
        long after = lines.getLast().head().sequence();
        unreadable = "the record before record " + after + " cannot be read";
      } else {
        lines.add(line);
        end = begin;
      }
    }
    return JournalVerifier.tail(runPaths.journal().toString(), lines.reversed(), unreadable);
  }

  /// Returns where the line begins that ends there, its line feed included.
  private static int begin(byte[] bytes, int end) {
    int begin = end - 1;
    while (begin > 0 && bytes[begin - 1] != '\n') {
      begin--;
    }
    return begin;
  }
}
