package dev.tidemark.library.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.history.Origin;
import dev.tidemark.store.Archives;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Cursors;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.maintenance.Maintenance;
import dev.tidemark.store.maintenance.Redaction;
import dev.tidemark.store.maintenance.ResidualFiles;
import dev.tidemark.stores.file.path.WorkTree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Store backend of a project: all ports of one store.
public interface StoreBackend {
  /// Has the place of the store checked before it is used next, as at the first use: for the next
  /// command of a process.
  default void recheck() {}

  /// Returns the store itself.
  CheckpointStore store();

  /// Returns the history of the runs.
  HistoryStore history();

  /// Returns the archives of finished documents.
  ///
  /// @param newest how many copies each run keeps; 0 for none
  Archives archives(int newest);

  /// Returns the redaction of journals.
  Redaction redaction();

  /// Returns the residual files.
  ResidualFiles residualFiles();

  /// Returns the transfer for migrations.
  ///
  /// @param dialects the dialects of the runs
  Transfer transfer(List<String> dialects);

  /// Returns the delivery cursors.
  Cursors cursors();

  /// Returns the leases of runs; null if the store is not shared: files have one machine, and its
  /// locks.
  default @Nullable TreeLeases leases() {
    return null;
  }

  /// Returns the identity of this work tree; null where only one uses the store.
  default @Nullable Origin workTree() {
    return null;
  }

  /// Returns the other work trees whose runs are not in this store: of the repository, of its
  /// superproject and of its submodules.
  ///
  /// @throws dev.tidemark.store.StoreException if they cannot be found
  default List<WorkTree> otherWorkTrees() {
    return List.of();
  }

  /// Takes a run out that another store keeps by now.
  ///
  /// @param newest the number of the newest record that is kept there
  /// @return whether it was here and as expected; otherwise nothing was done
  boolean forget(CheckpointId id, long newest);

  /// Returns the files of runs that are kept elsewhere; null where files are the originals.
  default @Nullable WorktreeMirror mirror() {
    return null;
  }

  /// Returns the maintenance of the store.
  Maintenance maintenance();
}
