package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.HistoryEntry;
import dev.tidemark.stores.journal.Rebuilding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Journal history reader: implements [Past][dev.tidemark.store.Past] on the journal files. It
/// reads whole journals, so no hot path comes here.
final class Archive {
  private final Chain chain;

  Archive(Chain chain) {
    this.chain = chain;
  }

  /// Returns everything recorded of a run, oldest first.
  List<HistoryEntry> history(Target target) throws IOException {
    var entries = new ArrayList<HistoryEntry>();
    chain.walk(target, line -> entries.add(Rebuilding.entry(place(target), target.id(), line)));
    return entries;
  }

  /// Returns the texts of the document after some records, in one walk; without those states that
  /// are not there any more, or were no text.
  Map<Long, String> at(Target target, Set<Long> sequences) throws IOException {
    var states = new Rebuilding(place(target), sequences);
    chain.walk(target, states);
    return states.texts();
  }

  /// Returns the newest record after which the document was exactly as it was found; 0 if none.
  long newest(Target target, Seen seen) throws IOException {
    if (seen.last() == null) {
      return 0;
    }
    var newest = new long[1];
    chain.walk(
        target,
        line -> {
          if (line.head().step().after().equals(seen.revision())) {
            newest[0] = line.head().sequence();
          }
        });
    return newest[0];
  }

  private static String place(Target target) {
    return target.journal().toString();
  }
}
