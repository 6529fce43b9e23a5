package dev.tidemark.stores.file;

import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.testkit.SharedContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/// The file store keeps its promises to several who have it open.
class FileSharedTest extends SharedContract<FileStore> {
  @TempDir private Path root;

  @Override
  protected FileStore another() {
    return new FileStore(root, new DiskIo(), new FlatLayout());
  }
}
