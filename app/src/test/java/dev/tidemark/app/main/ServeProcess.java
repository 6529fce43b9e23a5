package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// `tidemark serve` as a process, known by the two lines that it prints.
public final class ServeProcess implements AutoCloseable {
  private static final int PATIENCE = 60;
  private static final String TOKEN = "/#token=";

  private final Process process;
  private final BufferedReader out;
  private final List<String> lines;

  private ServeProcess(Process process) throws IOException {
    this.process = process;
    this.out = process.inputReader(UTF_8);
    this.lines = List.of(read(), read());
  }

  private String read() throws IOException {
    var line = out.readLine();
    if (line == null) {
      throw new AssertionError("the server ended without an address");
    }
    return line;
  }

  /// Starts one where the harness stands, and waits until it has printed where it is.
  ///
  /// @param words what stands behind `tidemark`
  public static ServeProcess start(CommandLineHarness tidemark, List<String> words) {
    var command = ChildProcess.program();
    command.addAll(words);
    var builder = new ProcessBuilder(command).directory(tidemark.folder().toFile());
    builder.environment().clear();
    builder.environment().putAll(tidemark.environment());
    try {
      return new ServeProcess(builder.redirectError(ProcessBuilder.Redirect.DISCARD).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns what it has printed.
  public List<String> lines() {
    return lines;
  }

  /// Returns its address.
  public String url() {
    return lines.getFirst();
  }

  /// Returns the token that it has shown.
  public String token() {
    return lines.getLast().substring(lines.getLast().indexOf(TOKEN) + TOKEN.length());
  }

  /// Asks it to end, as the end of a machine does.
  ///
  /// @return its exit code
  public int end() {
    process.toHandle().destroy();
    try {
      if (!process.waitFor(PATIENCE, TimeUnit.SECONDS)) {
        throw new AssertionError("the server did not end within " + PATIENCE + " s");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /// Ends it whatever it does, and waits until it is gone.
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
