package dev.tidemark.integrations.process;

import dev.tidemark.port.CommandRunner;
import dev.tidemark.workflow.fact.Fact;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Process runner: runs programs as children of this process, with a timeout and captured output. A
/// name is looked for on the [SearchPath]; without a `PATH` in its variables the JDK looks for it.
public final class ProcessRunner implements CommandRunner {
  private static final long STEP_MILLIS = 10;

  private final Path folder;
  private final Map<String, String> environment;

  /// Takes the folder that programs are started in, and the variables that they see.
  public ProcessRunner(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Fact<Integer> run(List<String> words, Duration patience, OutputStream output) {
    var name = words.getFirst();
    var command = new ArrayList<>(words);
    boolean known = environment.containsKey("PATH");
    if (known && name.indexOf('/') < 0 && name.indexOf(File.separatorChar) < 0) {
      var path = SearchPath.of(environment, folder);
      var program = path.find(name);
      if (program == null) {
        return Fact.unknown(name + " " + path.missing());
      }
      command.set(0, program);
    }
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = null;
    try {
      process = builder.start();
      process.getOutputStream().close();
      return await(process, patience, output);
    } catch (IOException failure) {
      return Fact.unknown(words.getFirst() + " cannot be run: " + failure.getMessage());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Fact.unknown(words.getFirst() + " was interrupted");
    } finally {
      end(process);
    }
  }

  private static Fact<Integer> await(Process process, Duration patience, OutputStream output)
      throws IOException, InterruptedException {
    long left = patience.toMillis();
    var stream = process.getInputStream();
    while (!process.waitFor(STEP_MILLIS, TimeUnit.MILLISECONDS)) {
      drain(stream, output);
      left -= STEP_MILLIS;
      if (left <= 0) {
        return Fact.unknown("it took longer than " + patience.toSeconds() + " seconds");
      }
    }
    // Its background children may keep the stream open indefinitely, so only the available output
    // is read.
    drain(stream, output);
    return Fact.known(process.exitValue());
  }

  private static void drain(InputStream from, OutputStream to) throws IOException {
    for (int n = from.available(); n > 0; n = from.available()) {
      to.write(from.readNBytes(n));
    }
    to.flush();
  }

  private static void end(@Nullable Process process) {
    if (process != null && process.isAlive()) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
