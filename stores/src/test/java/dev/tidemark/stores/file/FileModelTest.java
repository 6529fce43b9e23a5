package dev.tidemark.stores.file;

import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.testkit.ModelContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// The file store does what the model says, on the real disk.
class FileModelTest extends ModelContract<FileStore> {
  @Override
  protected Site<FileStore> fresh() {
    try {
      return new Folder(new Place(Files.createTempDirectory("model"), Disks.unforced()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// A folder that goes away afterwards.
  private record Folder(Place place) implements Site<FileStore> {
    @Override
    public FileStore open() {
      return place.open();
    }

    @Override
    public FileStore crashingAt(int step) {
      var steps = new int[1];
      return place.open(
          new WatchedIo(
              place.io(),
              (taken, path) -> {
                if (++steps[0] >= step) {
                  throw new IOException("stopped before " + path);
                }
              }));
    }

    @Override
    public void edit(@Nullable String text) {
      try {
        Files.createDirectories(place.document().getParent());
        if (text == null) {
          Files.delete(place.document());
        } else {
          Files.writeString(place.document(), text);
        }
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    @Override
    public void close() {
      try (var all = Files.walk(place.root())) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
