package dev.tidemark.stores.file.document;

import dev.tidemark.history.HistoryEntry;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.segment.JournalReader;
import dev.tidemark.stores.journal.StateReconstructor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Journal history reader: implements [Past][dev.tidemark.store.HistoryStore] on the journal files.
/// It reads whole journals, so no hot path comes here.
public final class JournalHistory {
  private final JournalReader journalReader;

  public JournalHistory(JournalReader journalReader) {
    this.journalReader = journalReader;
  }

  /// Returns everything recorded of a run, oldest first.
  public List<HistoryEntry> history(RunPaths runPaths) throws IOException {
    var entries = new ArrayList<HistoryEntry>();
    journalReader.walk(
        runPaths,
        line -> entries.add(StateReconstructor.entry(place(runPaths), runPaths.id(), line)));
    return entries;
  }

  /// Returns the texts of the document after some records, in one walk; without those states that
  /// are not there any more, or were no text.
  public Map<Long, String> at(RunPaths runPaths, Set<Long> sequences) throws IOException {
    var states = new StateReconstructor(place(runPaths), sequences);
    journalReader.walk(runPaths, states);
    return states.texts();
  }

  /// Returns the newest record after which the document was exactly as it was found; 0 if none.
  public long newest(RunPaths runPaths, ObservedDocument observedDocument) throws IOException {
    if (observedDocument.last() == null) {
      return 0;
    }
    var newest = new long[1];
    journalReader.walk(
        runPaths,
        line -> {
          if (line.head().step().after().equals(observedDocument.revision())) {
            newest[0] = line.head().sequence();
          }
        });
    return newest[0];
  }

  private static String place(RunPaths runPaths) {
    return runPaths.journal().toString();
  }
}
