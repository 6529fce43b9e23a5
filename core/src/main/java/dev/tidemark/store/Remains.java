package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.text.Erased;
import java.util.List;

/// Files that may hold what the document of a run has held: what was set aside beside it because it
/// could not be read, what its protocol keeps of what was replaced, and records that went to
/// another store. A store that keeps no files names them by the paths that they would have.
public interface Remains {
  /// Returns the files that hold a secret, from the project root, in order.
  ///
  /// @throws StoreUnavailableException if they cannot be read
  List<String> holding(CheckpointId id, Erased secret);

  /// Takes the secret out of a file. It is as before or without the secret, whenever this is
  /// stopped.
  ///
  /// @throws StoreUnavailableException if it cannot be written
  void clean(CheckpointId id, String path, Erased secret);
}
