package dev.tidemark.dialects.item;

import dev.tidemark.testkit.FormatContract.Golden;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Documents as the source shows them, as we write them and as people make them by hand.
final class Goldens {
  private static final Path FOLDER = Path.of("src/test/resources/golden/item");

  private Goldens() {}

  static List<Golden> all() {
    try (var files = Files.list(FOLDER)) {
      return files.sorted().map(file -> golden(file.getFileName().toString())).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Golden golden(String name) {
    try {
      return new Golden(name, Files.readString(FOLDER.resolve(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
