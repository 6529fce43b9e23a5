package dev.tidemark.dialects.flow;

import dev.tidemark.dialects.flow.format.TasksFormat;
import dev.tidemark.testkit.FormatContract.Golden;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Documents as the source shows them, as we write them and as people make them by hand.
public final class Goldens {
  private static final Path FOLDER = Path.of("src/test/resources/golden");

  private Goldens() {}

  public static List<Golden> all(String dialect) {
    try (var files = Files.list(FOLDER.resolve(dialect))) {
      return files
          .sorted()
          .map(file -> new Golden(file.getFileName().toString(), text(dialect, file)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String phase(String name) {
    return text("flow", Path.of(name));
  }

  static String tasks(String name) {
    return text(TasksFormat.DIALECT, Path.of(name));
  }

  private static String text(String dialect, Path file) {
    try {
      return Files.readString(FOLDER.resolve(dialect).resolve(file.getFileName()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
