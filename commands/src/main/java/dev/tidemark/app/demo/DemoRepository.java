package dev.tidemark.app.demo;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.integrations.process.SearchPath;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Scratch repository in which commands run as processes of their own, with their output shown and
/// checked.
///
/// Neither the user's git configuration nor their settings of Tidemark reach the scratch
/// repository.
public final class DemoRepository implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;
  private static final String READY = "READY";

  private final Console console;
  private final List<String> program;
  private final Map<String, String> environment;
  private final Path home;
  private int steps;
  private int wrong;

  /// Makes an empty scratch folder.
  ///
  /// @param program the words that start this very program
  /// @param environment the environment of this process
  /// @throws IOException if no folder can be made
  public DemoRepository(Console console, List<String> program, Map<String, String> environment)
      throws IOException {
    this.console = console;
    this.program = List.copyOf(program);
    this.environment = environment;
    this.home = Files.createTempDirectory("tidemark-tour-");
    Files.createDirectories(folder());
  }

  /// Returns the folder of the scratch repository.
  Path folder() {
    return home.resolve("project");
  }

  /// Returns how many commands were run.
  int steps() {
    return steps;
  }

  /// Returns how many of them were not as they should be.
  int wrong() {
    return wrong;
  }

  void heading(String text) {
    console.line("");
    console.line("── " + text);
  }

  void note(String text) {
    console.line(text);
  }

  /// Writes a file as another tool would.
  void write(String path, String text) throws IOException {
    var file = folder().resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /// Runs git, which must succeed.
  Ran git(String words) throws IOException {
    var command = new ArrayList<String>();
    command.add("git");
    command.addAll(ShellWords.of(words));
    return runCommand("git " + words, command).endsWith(ExitCode.SUCCESS);
  }

  /// Runs Tidemark, which must succeed unless stated otherwise.
  Ran tidemark(String words) throws IOException {
    var command = new ArrayList<>(program);
    command.addAll(ShellWords.of(words));
    return runCommand("tidemark " + words, command);
  }

  /// Runs Tidemark up to a step of its write, and kills it there.
  void killed(String step, String words) throws IOException {
    console.line("$ tidemark " + words);
    steps++;
    var command = new ArrayList<>(program);
    command.add("crash-child");
    command.add(step);
    command.add("--");
    command.addAll(ShellWords.of(words));
    var process = start(command);
    try (var out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      var line = out.readLine();
      while (line != null && !line.startsWith(READY)) {
        line = out.readLine();
      }
      if (line == null) {
        wrong("it ended before the step " + step);
      }
      process.destroyForcibly();
      console.line("Killed (SIGKILL at the step " + step + ", process " + process.pid() + ")");
    }
    await(process);
  }

  private Ran runCommand(String shown, List<String> command) throws IOException {
    console.line("$ " + shown);
    console.flush();
    steps++;
    var process = start(command);
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = await(process);
    for (var line : output.lines().toList()) {
      console.line(line);
    }
    return new Ran(output, exit);
  }

  private Process start(List<String> command) throws IOException {
    var words = new ArrayList<>(command);
    var program = SearchPath.of(environment, Path.of("")).find(words.getFirst());
    if (program != null) {
      words.set(0, program);
    }
    var builder = new ProcessBuilder(words).directory(folder().toFile());
    builder.redirectErrorStream(true).redirectInput(ProcessBuilder.Redirect.PIPE);
    var child = builder.environment();
    child.clear();
    child.putAll(environment);
    child.keySet().removeIf(key -> key.startsWith("GIT_") || key.startsWith("TIDEMARK_"));
    child.put("GIT_CONFIG_NOSYSTEM", "1");
    child.put("GIT_CONFIG_GLOBAL", home.resolve("gitconfig").toString());
    child.put("XDG_CONFIG_HOME", home.resolve("config").toString());
    for (var role : List.of("AUTHOR", "COMMITTER")) {
      child.put("GIT_" + role + "_NAME", "Tour");
      child.put("GIT_" + role + "_EMAIL", "tour@example.invalid");
    }
    var process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  private int await(Process process) {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        wrong("it did not end within " + PATIENCE_SECONDS + " seconds");
        return -1;
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  private void wrong(String what) {
    wrong++;
    console.problem("the tour expected something else: " + what);
  }

  /// Removes the scratch folder.
  @Override
  public void close() {
    try (var paths = Files.walk(home)) {
      for (var path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException | UncheckedIOException e) {
      console.note("the scratch folder " + home + " could not be removed: " + e.getMessage());
    }
  }

  /// Result of a command.
  final class Ran {
    private final String output;
    private final int exit;
    private boolean expected;

    private Ran(String output, int exit) {
      this.output = output;
      this.exit = exit;
    }

    /// Expects the process to have ended in that way.
    Ran endsWith(ExitCode code) {
      expected = true;
      if (exit != code.code()) {
        wrong("exit code " + code.code() + ", not " + exit);
      }
      return this;
    }

    /// Expects the output to hold each of these, and success where nothing else was expected.
    void outputContains(String... texts) {
      if (!expected) {
        endsWith(ExitCode.SUCCESS);
      }
      for (var text : texts) {
        if (!output.contains(text)) {
          wrong("the words: " + text);
        }
      }
    }
  }
}
