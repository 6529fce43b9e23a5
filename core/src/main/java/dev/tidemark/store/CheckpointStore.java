package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Store port: durable, atomic storage of checkpoint documents for concurrent processes, safe
/// across crashes.
///
/// A store treats documents as opaque. Every implementation passes `StoreContract`, which holds one
/// test per promise:
///
/// - **Atomic.** A reader sees the document before a replacement or after it, never half of it.
/// - **No lost updates.** A replacement based on an outdated revision writes nothing, nor does a
///   record based on an outdated latest record ([DocumentWrite#newestKnown]). An external edit is a
///   revision like any other.
/// - **Durable.** Once [#replace] returns, the document survives a crash of the machine.
/// - **Complete history.** Every replacement is recorded, including edits outside the store, as
///   soon as a process writes through the store.
/// - **Reading changes nothing.** [#find] and [#list] never write, not even to repair.
///
/// Not promised: fairness between writers, or anything on a network file system that ignores locks.
///
/// Safe for use by many threads. Absence is an empty `Optional`; anything wrong is a
/// [dev.tidemark.store.StoreException], one subtype for each thing a caller could do about it.
public interface CheckpointStore {

  /// Loads the document of a run, with the revision that a later [#replace] must name.
  ///
  /// @return empty if there is neither a document nor a record of the run
  /// @throws StoreUnavailableException if the medium cannot be reached
  /// @throws DamagedException if the record of the run contradicts itself
  /// @throws ForbiddenException if the document is too large, or its name or its record is not
  ///   owned by this store
  Optional<Document> find(CheckpointId id);

  /// Appends the record, then replaces the document.
  ///
  /// @return the revision now stored
  /// @throws ConflictException if the stored revision is not the expected one, or a concurrent
  ///   record was appended; nothing was written, and a retry from loading may succeed
  /// @throws BusyException if others kept the run locked for too long; nothing was written
  /// @throws ForbiddenException if this place or text must not be written; nothing was written
  /// @throws DamagedException if the record of the run contradicts itself; nothing was written
  /// @throws StoreUnavailableException if the medium cannot be reached; nothing was written
  /// @throws OutcomeUnknownException if the medium failed half-way; only [#find] shows the outcome
  Revision replace(DocumentWrite documentWrite);

  /// Keeps a copy of an unreadable document under a dated name beside it.
  ///
  /// The document itself stays where it is until it is replaced.
  ///
  /// @param stamp the date to put into the name, for example `20261121T013000Z`
  /// @return the path of the copy, from the project root
  /// @throws ConflictException if the stored revision is not the expected one; nothing was kept
  /// @throws StoreUnavailableException if the medium cannot be reached; nothing was kept
  String quarantine(CheckpointId id, Revision expected, String stamp);

  /// Does the recovery with which the next [#replace] would begin: publishes the recorded document
  /// of an interrupted writer, and removes its remains. Does nothing to a run that needs nothing.
  ///
  /// @throws BusyException if others kept the run locked for too long; nothing was done
  /// @throws ForbiddenException if this place must not be written to; nothing was done
  /// @throws DamagedException if the record of the run contradicts itself; nothing was done
  /// @throws StoreUnavailableException if the medium cannot be reached; nothing was done
  void repair(CheckpointId id);

  /// Returns which runs of a dialect there are, with or without a document, in no particular order.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  List<CheckpointId> list(String dialect);

  /// Returns a summary of every run of a dialect, as the run stands now. A store may cache
  /// summaries, and compute those of changed runs only; the cache is disposable, and wrong content
  /// of it never leads to a wrong result.
  ///
  /// @param all whether ended runs are wanted too; otherwise they are counted
  /// @throws StoreUnavailableException if the medium cannot be reached
  default SummaryPage summaries(String dialect, boolean all, Summarizer by) {
    var runs = new ArrayList<StoredSummary>();
    int left = 0;
    for (var id : list(dialect)) {
      var storedSummary = by.of(id);
      if (all || !storedSummary.finished()) {
        runs.add(storedSummary);
      } else {
        left++;
      }
    }
    return new SummaryPage(runs, left);
  }

  /// Change token: a short text that differs after every change through this kind of store, by any
  /// process; cheap enough for four calls a second. A hint: an external edit does not show, and a
  /// change may show late. Empty if unknown.
  default String changeToken() {
    return "";
  }
}
