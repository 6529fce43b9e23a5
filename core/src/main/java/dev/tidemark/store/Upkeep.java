package dev.tidemark.store;

import java.util.List;

/// What keeps a store in order. Looking changes nothing.
public interface Upkeep {
  /// Returns what is not as it should be, runs and their records aside; [Past#verify] tells of
  /// those.
  ///
  /// @param dialects whose documents' folders to look through
  /// @throws StoreUnavailableException if the medium cannot be reached
  List<Flaw> flaws(List<String> dialects);

  /// Mends one flaw; one that is gone already is fine.
  ///
  /// @return whether it is gone now
  /// @throws BusyException if others kept the run locked for too long; nothing was done
  /// @throws StoreUnavailableException if the medium cannot be reached
  boolean mend(Flaw flaw);
}
