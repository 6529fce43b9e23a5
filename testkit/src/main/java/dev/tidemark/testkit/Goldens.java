package dev.tidemark.testkit;

import dev.tidemark.testkit.FormatContract.Golden;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Documents of a dialect as its sources show them, as we write them and as people make them by
/// hand: files of the module whose tests run.
public final class Goldens {
  private final Path folder;

  private Goldens(Path folder) {
    this.folder = folder;
  }

  /// Returns those in `src/test/resources/golden/NAME`.
  public static Goldens of(String dialect) {
    return new Goldens(Path.of("src/test/resources/golden", dialect));
  }

  /// Returns all of them, by name.
  public List<Golden> all() {
    try (var files = Files.list(folder)) {
      return files.sorted().map(file -> golden(file.getFileName().toString())).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns one of them.
  public Golden golden(String name) {
    return new Golden(name, text(name));
  }

  /// Returns the text of one of them.
  public String text(String name) {
    try {
      return Files.readString(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
