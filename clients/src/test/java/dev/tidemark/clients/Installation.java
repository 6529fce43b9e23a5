package dev.tidemark.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.Repository;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/// Installation of the clients from npm in `build/clients`, in the versions that are pinned there,
/// and of Tidemark as `./tidemark` builds it.
final class Installation {
  private static final Path FOLDER = Repository.root().resolve("build/clients");
  private static final Path MODULES = FOLDER.resolve("node_modules");
  private static final Path TIDEMARK =
      Repository.root().resolve("app/target/tidemark/bin/tidemark");

  private Installation() {}

  /// Skips the test where the clients are not installed or cannot be cut off from the network; on a
  /// build server it fails instead.
  static void assume() {
    require(Files.exists(node()), "build/clients/install brings the clients");
    require(Files.isExecutable(TIDEMARK), "./tidemark --version builds Tidemark");
    require(Namespace.isPossible(), "unshare -rn makes no network namespace here");
  }

  private static void require(boolean present, String hint) {
    if (System.getenv("TIDEMARK_CI") == null) {
      Assumptions.assumeTrue(present, hint);
    } else if (!present) {
      throw new AssertionError(hint);
    }
  }

  /// Returns the folder of the programs of the npm packages.
  static Path programs() {
    return MODULES.resolve(".bin");
  }

  /// Returns a program of the npm packages.
  static Path program(String name) {
    return MODULES.resolve(".bin").resolve(name);
  }

  /// Returns the Node that the clients run on.
  static Path node() {
    return program("node");
  }

  /// Returns the launcher of Tidemark.
  static Path tidemark() {
    return TIDEMARK;
  }

  /// Returns the version of a package that is pinned.
  static String version(String name) {
    try {
      var file = FOLDER.resolve("package.json");
      var pinned = (JsonObject) JsonText.parse(Files.readString(file, UTF_8));
      var versions = pinned.object("dependencies");
      return String.valueOf(versions == null ? null : versions.string(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
