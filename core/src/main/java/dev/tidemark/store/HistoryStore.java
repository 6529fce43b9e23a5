package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.history.RunStart;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// History port: the journal of each run, with every recorded state of its document.
///
/// One place serves history, comparison, restore and audit. Like [CheckpointStore], reading changes
/// nothing, and every implementation passes `StoreContract`.
public interface HistoryStore {

  /// Returns everything recorded of a run, oldest first; empty if nothing is.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  /// @throws DamagedException if the record contradicts itself
  List<HistoryEntry> history(CheckpointId id);

  /// Returns the newest entries of a run, oldest first, at a cost that does not grow with its
  /// length; fewer if fewer are recorded.
  ///
  /// @param count how many, at least 1
  /// @throws StoreUnavailableException if the medium cannot be reached
  /// @throws DamagedException if the record contradicts itself there
  default List<HistoryEntry> newest(CheckpointId id, int count) {
    var entries = history(id);
    return entries.subList(Math.max(0, entries.size() - count), entries.size());
  }

  /// Returns the newest start of a run; empty if none is recorded. Entries without a start or end
  /// of the run need not be verified.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  /// @throws DamagedException if the record contradicts itself there
  default Optional<RunStart> newestStart(CheckpointId id) {
    return RunStart.newestOf(history(id));
  }

  /// Returns the document as it was after an entry.
  ///
  /// @return empty if there is no such entry, or if the state was pruned or was no text
  /// @throws StoreUnavailableException if the medium cannot be reached
  /// @throws DamagedException if the record contradicts itself
  default Optional<String> stateAt(CheckpointId id, long sequence) {
    return Optional.ofNullable(stateAt(id, Set.of(sequence)).get(sequence));
  }

  /// Returns the documents as they were after several entries, by sequence. Those that [#stateAt]
  /// has no answer for are left out.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  /// @throws DamagedException if the record contradicts itself
  Map<Long, String> stateAt(CheckpointId id, Set<Long> sequences);

  /// Checks the whole record of a run, and the document against it.
  ///
  /// @return every problem found, see [HistoryDiagnostics]; empty if all is well
  /// @throws StoreUnavailableException if the medium cannot be reached
  List<Diagnostic> verify(CheckpointId id);

  /// Checks the newest entries of a run's record, at a cost that does not grow with its length.
  ///
  /// @param newest how many entries to check at most, at least 1
  /// @throws StoreUnavailableException if the medium cannot be reached
  TailCheck verifyTail(CheckpointId id, int newest);

  /// Computes which recorded states could be dropped.
  ///
  /// The newest states, evidence and the states needed to reconstruct kept ones are never among
  /// them.
  ///
  /// @param keepNewest how many of the newest entries keep their state, at least 1
  /// @param before entries at or after this time keep their state, independent of their number
  /// @throws StoreUnavailableException if the medium cannot be reached
  /// @throws DamagedException if the record contradicts itself
  PrunePlan plan(CheckpointId id, int keepNewest, Instant before);

  /// Drops exactly the states in a plan. Entries stay, only their states go, and the record still
  /// [verifies][#verify].
  ///
  /// @throws ConflictException if the plan no longer fits; nothing was dropped
  /// @throws BusyException if others kept the run locked for too long; nothing was dropped
  /// @throws StoreUnavailableException if the medium cannot be reached; each segment of the record
  ///   is as before or as planned
  void prune(PrunePlan plan);
}
