package dev.tidemark.store.maintenance;

import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.util.List;

/// Maintenance of a store: checks and repairs. Looking changes nothing.
public interface Maintenance {
  /// Returns the problems of the store, runs and their records excepted;
  /// [dev.tidemark.store.HistoryStore#verify] checks those.
  ///
  /// @param dialects the dialects whose folders are checked
  /// @throws StoreUnavailableException if the medium cannot be reached
  List<StoreDiagnostic> diagnose(List<String> dialects);

  /// Mends one diagnostic; one that is gone already is fine.
  ///
  /// @return whether it is gone now
  /// @throws BusyException if others kept the run locked for too long; nothing was done
  /// @throws StoreUnavailableException if the medium cannot be reached
  boolean repair(StoreDiagnostic diagnostic);
}
