package dev.tidemark.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Where the sources are, from whichever module a test runs.
public final class Repository {
  /// The modules that are shipped, each after those it needs.
  public static final List<String> MODULES =
      List.of(
          "core",
          "dialects",
          "stores",
          "integrations",
          "library",
          "runner",
          "evidence",
          "worker",
          "settings",
          "cli",
          "server",
          "commands",
          "agents",
          "app");

  private Repository() {}

  /// Returns the root of the source tree.
  ///
  /// @throws IllegalStateException if the tests do not run inside it
  public static Path root() {
    var folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("docs/internals/requirements.tsv"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("run the tests inside the source tree");
    }
    return folder;
  }
}
