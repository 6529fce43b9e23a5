package dev.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.cli.completion.Completion;
import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A real shell in a project with two runs, with the program on its search path and the completion
/// script. A shell that is not installed skips the test, but fails it where `TIDEMARK_CI=1`.
public final class Shell {
  private static final int SECONDS = 120;

  private final Path folder;
  private final Path project;
  private final String name;
  private final Map<String, String> environment;

  /// Makes the project in the folder.
  public Shell(String name, Path folder) throws IOException {
    needs(name);
    this.name = name;
    this.folder = folder;
    var tidemark = CommandLineHarness.fresh(folder);
    tidemark.after(
        "start implement/auth --phases 'research,Decision Sync'", "start implement/login");
    this.project = tidemark.folder();
    var bin = Files.createDirectories(folder.resolve("bin"));
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    var start =
        "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s \"$@\"\n"
            .formatted(java, System.getProperty("java.class.path"), "dev.tidemark.app.main.Main");
    Path program = Files.writeString(bin.resolve("tidemark"), start);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Files.writeString(script(), Completion.script(name));
    this.environment = tidemark.scratch().environment(Map.of());
    environment.put("PATH", bin + ":" + System.getenv("PATH"));
    environment.put("TERM", "dumb");
  }

  /// Returns where the script is, under the name that zsh looks for.
  public Path script() {
    return folder.resolve("_tidemark");
  }

  /// Returns the folder that the shell works in.
  public Path project() {
    return project;
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
    ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile());
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
}
