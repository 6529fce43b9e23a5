package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.StorageIo.Held;
import java.io.IOException;
import java.nio.file.Path;

/// Shared context of the writers of a [FileStore].
///
/// @param root the root of the project
/// @param io its disk
/// @param layout where the documents are
/// @param home the folder `.tidemark`
/// @param locks the locks of the runs
/// @param targets finds runs on the disk
/// @param publisher names temporary files
record FileStoreContext(
    Path root,
    StorageIo io,
    FileLayout layout,
    DotTidemark home,
    RunLocks locks,
    RunPathsResolver targets,
    DocumentPublisher publisher) {
  /// Waits for the lock of a run.
  Held lock(CheckpointId id, String path) throws IOException {
    return home.lock(locks, id, path);
  }
}
