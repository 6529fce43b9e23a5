package dev.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.cli.completion.Completion;
import dev.tidemark.app.main.CommandRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A real shell with a completion script in a folder of its own, and a stand-in for the program on
/// its search path. A shell that is not installed skips the test, but fails it where
/// `TIDEMARK_CI=1`.
public final class Shell {
  private static final int SECONDS = 60;

  /// Answers `list --names` as the program would, and keeps what it was asked.
  private static final String PROGRAM =
      """
      #!/bin/sh
      echo "$*" >> "$0.calls"
      case "$3" in
        runs) printf 'implement/auth\\nimplement/login\\n' ;;
        gates) printf 'tests\\nreview\\n' ;;
        workflows) printf 'implement\\nitem/epic\\n' ;;
        phases) printf 'research\\nDecision Sync\\n' ;;
      esac
      """;

  private final Path folder;
  private final String name;

  /// Puts the script and the stand-in into the folder.
  public Shell(String name, Path folder) throws IOException {
    needs(name);
    this.name = name;
    this.folder = folder;
    Path program = Files.writeString(folder.resolve("tidemark"), PROGRAM);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Files.writeString(script(), Completion.script(name, CommandRegistry.VERBS.shown()));
  }

  /// Returns where the script is, under the name that zsh looks for.
  public Path script() {
    return folder.resolve("_tidemark");
  }

  private static void needs(String shell) {
    boolean there = false;
    for (String place : System.getenv("PATH").split(":", -1)) {
      there |= Files.isExecutable(Path.of(place, shell));
    }
    if (!"1".equals(System.getenv("TIDEMARK_CI"))) {
      assumeTrue(there, shell + " is not installed: its completion is not tested");
    }
    assertThat(there).as("%s is installed", shell).isTrue();
  }

  /// Runs the shell with these words and returns the lines of its output.
  public List<String> run(List<String> words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(name));
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", folder + ":" + System.getenv("PATH"));
    environment.put("HOME", folder.toString());
    environment.put("TERM", "dumb");
    builder.environment().clear();
    builder.environment().putAll(environment);
    Path output = folder.resolve("output");
    Process shell = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    shell.getOutputStream().close();
    if (!shell.waitFor(SECONDS, TimeUnit.SECONDS)) {
      shell.destroyForcibly();
    }
    String text = Files.readString(output, UTF_8);
    assertThat(shell.waitFor()).as("%s: %s", command, text).isZero();
    return text.lines().toList();
  }

  /// Returns what the stand-in was called with, a call a line.
  public List<String> calls() throws IOException {
    Path calls = folder.resolve("tidemark.calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }
}
