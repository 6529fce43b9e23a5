package dev.tidemark.integrations.beads;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.integrations.programs.SearchPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Adapter of the program `bd`, which lists ready work. After any failure of it, the file is read
/// instead.
final class BeadsProgram {
  private static final long STEP = 5;
  private static final int BYTES_MAX = 16 * 1024 * 1024;

  private final Path root;
  private final Map<String, String> environment;
  private final long patience;

  BeadsProgram(Path root, Map<String, String> environment, long patience) {
    this.root = root;
    this.environment = environment;
    this.patience = patience;
  }

  /// Returns its output; null if it is missing, fails or exceeds the time limit.
  @Nullable String ready() {
    var program = SearchPath.of(environment).find("bd");
    if (program == null) {
      return null;
    }
    var builder =
        new ProcessBuilder(program, "ready", "--json")
            .directory(root.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = null;
    try {
      process = builder.start();
      process.getOutputStream().close();
      return await(process);
    } catch (IOException cannotRun) {
      return null;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return null;
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }

  /// Reads the output as it comes, so that it cannot fill up and stop the program.
  private @Nullable String await(Process process) throws IOException, InterruptedException {
    var output = new ByteArrayOutputStream();
    var from = process.getInputStream();
    for (long left = patience; !process.waitFor(STEP, TimeUnit.MILLISECONDS); left -= STEP) {
      if (left <= 0 || output.size() > BYTES_MAX) {
        return null;
      }
      for (int n = from.available(); n > 0; n = from.available()) {
        output.write(from.readNBytes(n));
      }
    }
    output.write(from.readNBytes(BYTES_MAX));
    return process.exitValue() == 0 ? output.toString(UTF_8) : null;
  }
}
