package dev.tidemark.store.maintenance;

import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.StoreException.StoreUnavailableException;

/// Auxiliary files: files of a work tree that may hold text of runs and belong to no single run:
/// the last refusal, caches of lists and settings, the log of failed deliveries.
public interface AuxiliaryFiles {
  /// Looks for a secret.
  ResidualFiles.SearchResult search(RedactedSecret secret);

  /// Takes the secret out of a file, or removes it where it is made anew when it is needed; one
  /// that is gone by now is fine.
  ///
  /// @throws StoreUnavailableException if it cannot be written
  void redact(String path, RedactedSecret secret);
}
