package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.testkit.PastContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

/// The file store keeps what every store promises, on the real disk.
class FileStoreTest extends PastContract<FileStore> {
  @TempDir private Path root;

  @Override
  protected FileStore open() {
    return new FileStore(root, new DiskIo(), new FlatLayout());
  }

  @Override
  protected void edit(CheckpointId id, @Nullable String text) {
    var file = root.resolve(new FlatLayout().pathOf(id));
    try {
      Files.createDirectories(file.getParent());
      if (text == null) {
        Files.delete(file);
      } else {
        Files.writeString(file, text);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
