package dev.tidemark.stores.file.document;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.io.RunLocks;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Held;
import dev.tidemark.stores.file.path.DotTidemark;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.RunPathsResolver;
import java.io.IOException;
import java.nio.file.Path;

/// Shared context of the writers of a [dev.tidemark.stores.file.FileStore].
///
/// @param root the root of the project
/// @param io its disk
/// @param layout where the documents are
/// @param home the folder `.tidemark`
/// @param locks the locks of the runs
/// @param targets finds runs on the disk
/// @param publisher names temporary files
public record FileStoreContext(
    Path root,
    StorageIo io,
    FileLayout layout,
    DotTidemark home,
    RunLocks locks,
    RunPathsResolver targets,
    DocumentPublisher publisher) {
  /// Waits for the lock of a run.
  public Held lock(CheckpointId id, String path) throws IOException {
    return home.lock(locks, id, path);
  }
}
