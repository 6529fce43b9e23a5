package dev.tidemark.app.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.integrations.process.SearchPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Process of an agent's own program, found on the `PATH`, with a time limit. Only commands that
/// read settings are run: none connects, starts a server or writes a file (`ClientStartTest` tries
/// them with the real clients), but for the temporary links that Codex makes at every start.
final class ClientProcess {
  private static final long PATIENCE_SECONDS = 20;

  private ClientProcess() {}

  /// Exit of a process.
  ///
  /// @param exit its exit code
  /// @param text its output
  record Ended(int exit, String text) {}

  /// Runs a command to its end; returns null where the program is not there or does not end.
  ///
  /// @param words the program's name and its arguments
  /// @param folder where it is started
  /// @param environment all its variables
  static @Nullable Ended run(List<String> words, Path folder, Map<String, String> environment) {
    var program = SearchPath.of(environment, folder).find(words.getFirst());
    if (program == null) {
      return null;
    }
    Path out = null;
    try {
      out = Files.createTempFile("tidemark-client-", ".txt");
      var command = new ArrayList<>(List.of(program));
      command.addAll(words.subList(1, words.size()));
      var builder = new ProcessBuilder(command).directory(folder.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      builder.redirectErrorStream(true).redirectOutput(out.toFile());
      var process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return null;
      }
      return new Ended(process.exitValue(), Files.readString(out, UTF_8));
    } catch (IOException unknown) {
      return null;
    } catch (InterruptedException asked) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      if (out != null) {
        out.toFile().delete();
      }
    }
  }
}
