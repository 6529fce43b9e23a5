package dev.tidemark.stores.file.document;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.segment.JournalReader;
import dev.tidemark.stores.file.segment.SegmentReader;
import dev.tidemark.stores.journal.StateCheck;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/// Verifier of a whole run: its journal and its document.
public final class RunVerifier {
  private final JournalReader journalReader;
  private final DocumentReader documentReader;

  public RunVerifier(JournalReader journalReader, DocumentReader documentReader) {
    this.journalReader = journalReader;
    this.documentReader = documentReader;
  }

  /// Returns the problems.
  public List<Diagnostic> verify(RunPaths runPaths) throws IOException {
    var journal = runPaths.journal().toString();
    var states = new StateCheck(journal);
    try {
      journalReader.walk(runPaths, states);
      states.end();
    } catch (DamagedException damage) {
      states.problems().add(String.valueOf(damage.getMessage()));
    }
    var document = new ArrayList<Diagnostic>();
    try {
      compare(runPaths, documentReader.look(runPaths), document);
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
    var states = new StateCheck(runPaths.journal().toString());
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
    if (observedDocument.standing() == SyncState.EDITED) {
      problems.add(HistoryDiagnostics.edited(runPaths.path()));
    } else if (observedDocument.standing() == SyncState.HALF_PUBLISHED) {
      problems.add(HistoryDiagnostics.behind(runPaths.path()));
    }
    var journalTail = observedDocument.tail();
    if (journalTail != null && journalTail.isTorn()) {
      var file = SegmentReader.file(runPaths.journal(), journalTail.segment());
      long bytes = journalTail.file().size() - journalTail.valid();
      problems.add(HistoryDiagnostics.torn(file.toString(), bytes));
    }
  }
}
