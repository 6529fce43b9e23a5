package dev.tidemark.store.maintenance;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.util.List;

/// Residual files of a run that may hold content of its document: quarantined files, remains of an
/// interrupted writer, backups that the format keeps, and journals of a migration. A store that
/// keeps no files names them by the paths that they would have.
public interface ResidualFiles {
  /// Looks for a secret.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  SearchResult search(CheckpointId id, RedactedSecret secret);

  /// Takes the secret out of a file. It is as before or without the secret, whenever this is
  /// stopped; one that is gone by now is fine.
  ///
  /// @throws StoreUnavailableException if it cannot be written
  void redact(CheckpointId id, String path, RedactedSecret secret);

  /// Result of searching for a secret.
  ///
  /// @param matches the files that hold it and can be cleaned, from the project root, in order
  /// @param uncleaned other files that may hold it
  record SearchResult(List<String> matches, List<UncleanedFile> uncleaned) {
    /// Nothing.
    public static final SearchResult NOTHING = new SearchResult(List.of(), List.of());

    /// Takes its own copies.
    public SearchResult {
      matches = List.copyOf(matches);
      uncleaned = List.copyOf(uncleaned);
    }
  }
}
