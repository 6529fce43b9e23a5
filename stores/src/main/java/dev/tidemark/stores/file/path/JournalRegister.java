package dev.tidemark.stores.file.path;

import dev.tidemark.checkpoint.CheckpointId;

/// Register of the runs that have a journal, kept outside the project: it tells a run whose journal
/// was removed from a run that never had one. Safe for use by many threads.
public interface JournalRegister {
  /// Is not kept: a removed journal is not noticed.
  JournalRegister NONE =
      new JournalRegister() {
        @Override
        public boolean contains(CheckpointId id) {
          return false;
        }

        @Override
        public void add(CheckpointId id) {
          // Nothing is kept.
        }
      };

  /// Returns whether a run had a journal. Asked only where a file has none.
  boolean contains(CheckpointId id);

  /// Adds a run with a new journal. Its failure does not affect the change.
  void add(CheckpointId id);
}
