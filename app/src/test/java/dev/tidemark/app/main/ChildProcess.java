package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// The command line as a process of its own: the real main method, the real streams, real signals.
public final class ChildProcess {
  /// How long a command may take before the test fails, in seconds.
  private static final int PATIENCE = 60;

  private final Process process;
  private final CompletableFuture<String> out;
  private final CompletableFuture<String> err;

  private ChildProcess(Process process) {
    this.process = process;
    this.out = reading(process.getInputStream());
    this.err = reading(process.getErrorStream());
  }

  /// Starts words where the harness stands.
  static ChildProcess of(CommandLineHarness harness, List<String> words) {
    var command = program();
    command.addAll(words);
    return new ChildProcess(start(harness, command));
  }

  /// Starts any command where the harness stands.
  public static ChildProcess command(CommandLineHarness harness, List<String> command) {
    return new ChildProcess(start(harness, command));
  }

  /// Returns the words that start the program without an AOT cache, with options for the JVM.
  public static List<String> program(String... options) {
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
    words.addAll(List.of(options));
    words.addAll(List.of("-cp", classPath(), Main.class.getName()));
    return words;
  }

  /// Runs a writer up to a step, kills it there with SIGKILL and returns what it had printed.
  public static void killedAt(CommandLineHarness harness, String step, String line) {
    var command = program();
    command.addAll(List.of("crash-child", step, "--"));
    command.addAll(CommandLineHarness.split(line));
    var process = start(harness, command);
    try (var reader = process.inputReader(UTF_8)) {
      var said = reader.readLine();
      if (said == null || !said.equals("READY")) {
        throw new AssertionError("it did not come to " + step + " but said " + said);
      }
      process.destroyForcibly();
      process.waitFor(PATIENCE, TimeUnit.SECONDS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /// Sends it a signal: `STOP`, `CONT`.
  public void signal(String name) throws IOException, InterruptedException {
    // The program kill is not everywhere, the one of the shell is.
    new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid()).start().waitFor();
  }

  long pid() {
    return process.pid();
  }

  /// Returns whether it has not ended yet.
  public boolean isAlive() {
    return process.isAlive();
  }

  /// Asks it to stop, as a terminal does.
  public void stop() {
    process.toHandle().destroy();
  }

  /// Waits for the end of a command and returns what came of it.
  public Ran end() {
    return end(PATIENCE);
  }

  /// Waits for the end, at most for so many seconds.
  public Ran end(int seconds) {
    try {
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("the command took longer than " + seconds + " s");
      }
      return new Ran(process.exitValue(), out.join(), err.join());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static Process start(CommandLineHarness harness, List<String> command) {
    try {
      var builder = new ProcessBuilder(command).directory(harness.folder().toFile());
      builder.environment().clear();
      builder.environment().putAll(harness.environment());
      var process = builder.start();
      try (var in = process.getOutputStream()) {
        in.write(harness.input());
      }
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + command, e);
    }
  }

  /// Without the classes of the tests, which users do not get.
  static String classPath() {
    var kept = new ArrayList<String>();
    for (var entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      boolean test = entry.contains("test-classes") || entry.contains("testkit");
      if (!test && Files.exists(Path.of(entry))) {
        kept.add(entry);
      }
    }
    return String.join(File.pathSeparator, kept);
  }

  /// Reads on a thread of its own: on those that are shared, one command that goes on for long
  /// would keep all others from being heard.
  private static CompletableFuture<String> reading(InputStream in) {
    return CompletableFuture.supplyAsync(
        () -> text(in), task -> Thread.ofPlatform().daemon().start(task));
  }

  private static String text(InputStream in) {
    try {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
