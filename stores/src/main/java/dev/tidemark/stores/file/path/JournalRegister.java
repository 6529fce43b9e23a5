package dev.tidemark.stores.file.path;

import dev.tidemark.checkpoint.CheckpointId;
import org.jspecify.annotations.Nullable;

/// Register of the journals of a project, kept outside the project: it tells a run whose journal
/// was removed from a run that never had one, and a journal whose end was cut off or replaced from
/// one that is whole. Safe for use by many threads and processes.
public interface JournalRegister {
  /// Is not kept: nothing of that is noticed.
  JournalRegister NONE =
      new JournalRegister() {
        @Override
        public @Nullable Entry find(CheckpointId id) {
          return null;
        }

        @Override
        public void put(CheckpointId id, long sequence, String digest) {
          // Nothing is kept.
        }
      };

  /// Newest record of a journal. The journal may have newer ones: a process may end between the two
  /// writes.
  ///
  /// @param sequence its number; 0 if it is unknown
  /// @param digest the hash of its head
  /// @param here whether the folder of the project is the one of that time, and not another one at
  ///   the same path
  /// @param place where the register keeps it
  record Entry(long sequence, String digest, boolean here, String place) {}

  /// Returns what is known of the journal of a run; null if it had none.
  @Nullable Entry find(CheckpointId id);

  /// Keeps the newest record of a journal. Its failure does not affect the change.
  void put(CheckpointId id, long sequence, String digest);
}
