package dev.tidemark.app.command.history;

import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.Revision;
import java.util.List;

/// Save history: the entries of a history that are saves of the document, and their order.
record SaveHistory(List<HistoryEntry> entries) {
  /// Returns the sequence of the newest entry; 0 if nothing is recorded.
  long newest() {
    return entries.isEmpty() ? 0 : entries.getLast().sequence();
  }

  /// Returns the revision after an entry; [Revision#NONE] before the first.
  Revision revision(long sequence) {
    return sequence == 0 ? Revision.NONE : new Revision(entry(sequence).revision());
  }

  /// Returns an entry that there is.
  HistoryEntry entry(long sequence) {
    return entries.get(Math.toIntExact(sequence - 1));
  }

  /// Returns whether there is such an entry, or it is the state before the first.
  boolean has(long sequence) {
    return sequence >= 0 && sequence <= newest();
  }

  /// Returns the save before the one that made the document of an entry; 0 if there is none.
  long before(long sequence) {
    return savedBy(savedBy(sequence) - 1);
  }

  /// Returns the newest save up to an entry; 0 if there is none. Entries that only note something
  /// are none.
  private long savedBy(long sequence) {
    for (long at = sequence; at > 0; at--) {
      if (isSave(at)) {
        return at;
      }
    }
    return 0;
  }

  private boolean isSave(long sequence) {
    if (!revision(sequence).equals(revision(sequence - 1))) {
      return true;
    }
    for (var event : entry(sequence).events()) {
      if (event.kind() == Event.Kind.DOCUMENT_SAVED) {
        return true;
      }
    }
    return false;
  }

  /// Returns the entry that an undo restores: the save before the last one that was not itself
  /// undone; 0 if there is none. A restored state counts as the entry that it was restored to, so
  /// that repeated undo goes further back.
  ///
  /// @param edited whether the document was changed since the newest entry
  long undone(boolean edited) {
    long at = newest();
    if (edited) {
      return at;
    }
    long saved = savedBy(at);
    for (long restored = restored(saved); restored > 0 && restored < saved; ) {
      saved = savedBy(restored);
      restored = restored(saved);
    }
    var now = revision(newest());
    long target = saved == 0 ? 0 : savedBy(saved - 1);
    while (target > 0 && revision(target).equals(now)) {
      target = savedBy(target - 1);
    }
    return target;
  }

  private long restored(long sequence) {
    if (sequence > 0) {
      for (var event : entry(sequence).events()) {
        if (event instanceof Event.Restored restored) {
          return restored.sequence();
        }
      }
    }
    return 0;
  }
}
