package dev.tidemark.library;

import dev.tidemark.store.Archives;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Cursors;
import dev.tidemark.store.Past;
import dev.tidemark.store.Redaction;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.Upkeep;
import java.util.List;

/// Where a project keeps its runs: all ports of one store.
interface Depot {
  /// Returns the store itself.
  CheckpointStore store();

  /// Returns what is recorded of the runs.
  Past past();

  /// Returns the archives of finished documents.
  ///
  /// @param newest how many copies each run keeps; 0 for none
  Archives archives(int newest);

  /// Returns what takes secrets out of records.
  Redaction redaction();

  /// Returns what moves everything to another place.
  ///
  /// @param dialects whose runs there may be
  Transfer transfer(List<String> dialects);

  /// Returns how far listeners have been told the past.
  Cursors cursors();

  /// Returns what keeps the store in order.
  Upkeep upkeep();
}
