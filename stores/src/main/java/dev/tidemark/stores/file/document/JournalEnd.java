package dev.tidemark.stores.file.document;

import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.path.JournalRegister;
import dev.tidemark.stores.file.path.JournalRegister.Entry;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.segment.JournalReader;
import dev.tidemark.stores.file.segment.JournalTail;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Check of the end of a journal against the register: the hash chain shows what was changed within
/// a journal, and not that its newest records were cut off or replaced.
final class JournalEnd {
  private final StorageIo io;
  private final JournalRegister register;

  JournalEnd(StorageIo io, JournalRegister register) {
    this.io = io;
    this.register = register;
  }

  /// Checks that the registered record is in the journal.
  ///
  /// @throws DamagedException if it is not
  void check(RunPaths runPaths, @Nullable JournalTail journalTail) throws IOException {
    var last = journalTail == null ? null : journalTail.last();
    if (last == null) {
      return;
    }
    var entry = register.find(runPaths.id());
    if (entry == null || entry.sequence() == 0 || !entry.here()) {
      return;
    }
    long newest = last.head().sequence();
    if (newest < entry.sequence()) {
      throw damaged(
          runPaths,
          entry,
          "it ends with record " + newest + ", and record " + entry.sequence() + " was written");
    }
    boolean same =
        newest == entry.sequence()
            ? last.headHash().equals(entry.digest())
            : newest == entry.sequence() + 1
                ? last.head().prev().equals(entry.digest())
                : has(runPaths, entry);
    if (!same) {
      throw damaged(
          runPaths, entry, "record " + entry.sequence() + " is not the one that was written");
    }
  }

  /// A process that was killed leaves the register some records behind.
  private boolean has(RunPaths runPaths, Entry entry) throws IOException {
    var found = new boolean[1];
    new JournalReader(io)
        .walk(
            runPaths,
            line ->
                found[0] |=
                    line.head().sequence() == entry.sequence()
                        && line.headHash().equals(entry.digest()));
    return found[0];
  }

  private static DamagedException damaged(RunPaths runPaths, Entry entry, String problem) {
    return new DamagedException(
        runPaths.journal().toString(),
        problem,
        "Restore the journal from a backup; or accept its end as it is: rm " + entry.place());
  }
}
