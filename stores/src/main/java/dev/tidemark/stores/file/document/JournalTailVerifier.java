package dev.tidemark.stores.file.document;

import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.TailCheck;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.segment.JournalTail;
import dev.tidemark.stores.file.segment.SegmentReader;
import dev.tidemark.stores.journal.RedactionIndex;
import dev.tidemark.stores.journal.record.JournalLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tail verifier: checks the newest records of a journal in its last file: the hash of each body
/// against its head, and the chain between them.
public final class JournalTailVerifier {
  /// The limit of bytes read from the last file; a record holds at most one document.
  private static final int BYTES_MAX = 64 * 1024;

  private final DocumentReader documentReader;
  private final StorageIo io;

  public JournalTailVerifier(DocumentReader documentReader, StorageIo io) {
    this.documentReader = documentReader;
    this.io = io;
  }

  public TailCheck verify(RunPaths runPaths, int newest) throws IOException {
    try {
      var journalTail = documentReader.tail(runPaths);
      var last = journalTail == null ? null : journalTail.last();
      if (journalTail == null || last == null) {
        return new TailCheck(0, 0, List.of());
      }
      return verify(runPaths, journalTail, last, newest);
    } catch (DamagedException | ForbiddenException damage) {
      var message = String.valueOf(damage.getMessage());
      var problem = HistoryDiagnostics.damaged(runPaths.journal().toString(), message);
      return new TailCheck(0, 0, List.of(problem));
    }
  }

  private TailCheck verify(RunPaths runPaths, JournalTail journalTail, JournalLine last, int newest)
      throws IOException {
    var file = SegmentReader.file(runPaths.journal(), journalTail.segment());
    long offset = Math.max(0, journalTail.valid() - BYTES_MAX);
    var bytes = io.read(file, offset, (int) (journalTail.valid() - offset));
    var problems = new ArrayList<String>();
    check(last, null, problems);
    var redactionIndex = new RedactionIndex();
    redactionIndex.visit(last);
    int checked = 1;
    int end = bytes == null ? 0 : begin(bytes, bytes.length);
    var after = last;
    while (bytes != null && checked < newest && end > 0) {
      int begin = begin(bytes, end);
      if (begin == 0) {
        // The header of the file, or a record of which only the end was read.
        break;
      }
      var line = SegmentReader.read(file, bytes, begin, end - 1);
      if (line == null) {
        problems.add("the record before record " + sequence(after) + " cannot be read");
        break;
      }
      check(line, after, problems);
      redactionIndex.visit(line);
      after = line;
      checked++;
      end = begin;
    }
    redactionIndex.check(problems);
    var diagnostics = HistoryDiagnostics.damaged(runPaths.journal().toString(), problems);
    return new TailCheck(sequence(last), checked, diagnostics);
  }

  private static void check(JournalLine line, @Nullable JournalLine after, List<String> problems) {
    if (!line.digestHolds()) {
      problems.add("record " + sequence(line) + " does not match the digest of its head");
    }
    if (after == null) {
      return;
    }
    var next = after.head();
    boolean follows =
        next.sequence() == sequence(line) + 1
            && next.chain().prev().equals(line.headHash())
            && next.step().before().equals(line.head().step().after());
    if (!follows) {
      problems.add("record " + next.sequence() + " does not follow the one before");
    }
  }

  private static long sequence(JournalLine line) {
    return line.head().sequence();
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
