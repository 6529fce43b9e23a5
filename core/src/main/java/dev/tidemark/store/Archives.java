package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Archive of finished documents: compressed copies, at the paths that their formats define.
///
/// A copy is whole or not there: it is read back and compared before it gets its name.
public interface Archives {
  /// Keeps a copy of a document. An existing copy of the run with identical bytes is reused. Of the
  /// older copies of the run, those beyond the number to keep are removed.
  ///
  /// @param at the time to put into the name
  /// @return where the copy is, from the project root; empty where no copies are kept
  /// @throws BusyException if others kept the run locked for too long; nothing was kept
  /// @throws ForbiddenException if the place must not be written to; nothing was kept
  /// @throws StoreUnavailableException if the medium cannot be reached; nothing was kept
  Optional<String> keep(CheckpointId id, String text, Instant at);

  /// Returns the copies of a dialect's documents, oldest first; other files are passed over.
  ///
  /// @throws StoreUnavailableException if the medium cannot be reached
  List<Archived> list(String dialect);

  /// Returns how to call the place of a dialect's copies.
  default String folder(String dialect) {
    return "the archive of " + dialect;
  }

  /// Returns the document that was kept, byte for byte.
  ///
  /// @throws DamagedException if the copy is not whole
  /// @throws StoreUnavailableException if the medium cannot be reached, or the copy is gone
  String read(Archived archived);

  /// Removes a copy; one that is gone already is fine.
  ///
  /// @throws ForbiddenException if the place must not be written to
  /// @throws StoreUnavailableException if the medium cannot be reached
  void remove(Archived archived);

  /// Archived copy of a document.
  ///
  /// @param id the run of the document
  /// @param path where the copy is, from the project root
  /// @param at when it was made, by its name
  /// @param bytes how many bytes the copy takes
  record Archived(CheckpointId id, String path, Instant at, long bytes) {
    /// Returns the name of the file.
    public String name() {
      return path.substring(path.lastIndexOf('/') + 1);
    }
  }
}
