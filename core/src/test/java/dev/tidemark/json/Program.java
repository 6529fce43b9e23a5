package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Foreign programs that tests compare with. A missing one skips the test, but fails it where
/// `TIDEMARK_CI` says that all have been installed.
final class Program {
  private Program() {}

  /// Goes on only if that is so.
  static void require(boolean available, String otherwise) {
    assertThat(available || !"1".equals(System.getenv("TIDEMARK_CI"))).as(otherwise).isTrue();
    assumeTrue(available, otherwise);
  }

  static boolean isInstalled(String name) {
    for (var folder : System.getenv("PATH").split(File.pathSeparator)) {
      if (Files.isExecutable(Path.of(folder, name))) {
        return true;
      }
    }
    return false;
  }

  /// Runs a program in a folder and returns whether it succeeded within a minute.
  static boolean run(Path folder, String... command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(List.of(command))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(command[0] + ".log").toFile())
            .start();
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      return false;
    }
    return process.exitValue() == 0;
  }
}
