package dev.tidemark.fuzz;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What inputs are made up from: documents as tools write them, and inputs that once did harm.
final class Corpus {
  private static final Map<String, String> FOLDERS =
      Map.of(
          "golden", "dialects/src/test/resources/golden",
          "hooks", "app/src/test/resources/hooks",
          "own", "fuzz/corpus");

  private Corpus() {}

  /// Returns the files that a target begins from, in a fixed order.
  static List<Path> of(Targets target) {
    var files = new ArrayList<Path>();
    for (var seed : target.seeds()) {
      int slash = seed.indexOf('/');
      var root = slash < 0 ? seed : seed.substring(0, slash);
      var folder = FOLDERS.get(root) + seed.substring(root.length());
      files.addAll(below(Repository.root().resolve(folder)));
    }
    var own = Repository.root().resolve("fuzz/corpus").resolve(target.word());
    if (Files.isDirectory(own)) {
      files.addAll(below(own));
    }
    return files;
  }

  private static List<Path> below(Path folder) {
    try (var files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
