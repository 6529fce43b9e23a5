package dev.tidemark.stores.file.segment;

import dev.tidemark.store.Revision;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.journal.record.JournalLine;
import org.jspecify.annotations.Nullable;

/// Journal tail: the state needed for the next append, independent of the journal's length.
///
/// @param segment the number of its last file
/// @param file the stamp of that file when it was read
/// @param valid the length of its complete records; the rest is torn
/// @param first the sequence of the first record in it; 0 if even its first line is torn
/// @param last the newest record, be it in the file before; absent if there is none at all
public record JournalTail(
    int segment, StorageIo.Stat file, long valid, long first, @Nullable JournalLine last) {

  /// Returns the same segment with its complete records ending there.
  JournalTail endingAt(long end, @Nullable JournalLine newest) {
    return new JournalTail(segment, file, end, first, newest);
  }

  /// Returns the state that was recorded last.
  Revision revision() {
    return last == null ? Revision.NONE : last.head().step().after();
  }

  /// Returns whether there is something behind the last whole record.
  public boolean isTorn() {
    return valid < file.size();
  }
}
