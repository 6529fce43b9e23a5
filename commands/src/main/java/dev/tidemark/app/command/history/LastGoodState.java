package dev.tidemark.app.command.history;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.store.HistoryStore;

/// Newest recorded state of a run that can be read: an entry may also record a missing document, or
/// its state may be pruned.
record LastGoodState(HistoryStore historyStore, SaveHistory saveHistory) {
  /// Returns its entry; without one, the newest entry.
  long entry(Dialect<?> dialect, CheckpointId id) {
    for (long entry = saveHistory.newest(); entry > 0; entry = saveHistory.before(entry)) {
      var state = historyStore.stateAt(id, entry).orElse(null);
      if (state != null && isReadable(dialect, id, state)) {
        return entry;
      }
    }
    return saveHistory.newest();
  }

  private static boolean isReadable(Dialect<?> dialect, CheckpointId id, String state) {
    try {
      dialect.format().decode(id, state);
      return true;
    } catch (FormatException unreadable) {
      return false;
    }
  }
}
