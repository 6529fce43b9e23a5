package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.cli.Terminal;
import dev.tidemark.app.command.Workplace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;

/// The hidden verb `self-train`: walks the verbs that must be fast, in a scratch folder that it
/// removes again, so that the run time can learn which classes they need.
final class SelfTraining {
  private static final String HEAD = "ref: refs/heads/main\n";
  private static final List<String> LINES =
      List.of(
          "start implement/auth",
          "start implement/auth",
          "enter implementation",
          "done implementation --summary Works. --created a.ts --modified b.ts --decision Yes.",
          "enter validation --json",
          "fail validation --reason No.",
          "resume",
          "resume --json",
          "resume --phase validation",
          "why",
          "status",
          "status --json",
          "list",
          "list --json",
          "history",
          "skip validation",
          "done nothing --run nowhere/else",
          "done validation --dry-run",
          "finish",
          "list --all",
          "help",
          "help done",
          "enter");

  /// What agents send, each with the line that answers it.
  private static final List<List<String>> EVENTS =
      List.of(
          List.of("hook claude-code SessionStart", "{\"source\":\"startup\"}"),
          List.of("hook claude-code UserPromptSubmit", "{\"prompt\":\"Go on\"}"),
          List.of("hook claude-code UserPromptSubmit", "{\"prompt\":\"/implement auth\"}"),
          List.of(
              "hook claude-code PreToolUse",
              "{\"tool_name\":\"Edit\",\"tool_input\":{\"file_path\":\"a.ts\"}}"),
          List.of(
              "hook claude-code PreToolUse",
              "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"rm -r .tidemark\"}}"),
          List.of("hook claude-code PostToolBatch", "{\"session_id\":\"s\"}"),
          List.of("hook claude-code Stop", "{\"session_id\":\"s\"}"),
          List.of("hook claude-code PreCompact", "{\"session_id\":\"s\"}"),
          List.of("hook claude-code SessionEnd", "{\"session_id\":\"s\"}"),
          List.of("hook gemini BeforeAgent", "{}"),
          List.of("hook cursor stop", "{}"),
          List.of(
              "statusline", "{\"session_id\":\"s\",\"context_window\":{\"used_percentage\":65}}"));

  private static final String CLASS = ".class";
  private static final String YAML = "dev/tidemark/dialects/definition/";

  private final Workplace place;

  SelfTraining(Workplace place) {
    this.place = place;
  }

  ExitCode run() throws IOException {
    var folder = Files.createTempDirectory("tidemark-training-");
    try {
      Files.createDirectories(folder.resolve(".git/refs/heads"));
      Files.createDirectories(folder.resolve(".git/objects"));
      Files.createDirectories(folder.resolve("src/deep"));
      Files.writeString(folder.resolve(".git/HEAD"), HEAD);
      Files.writeString(
          folder.resolve(".git/packed-refs"),
          "# pack-refs with: peeled fully-peeled sorted \n"
              + "a".repeat(40)
              + " refs/heads/main\n");
      answer(folder.resolve("src/deep"));
      for (var line : LINES) {
        walk(folder.resolve("src/deep"), line, "");
        if (line.startsWith("enter validation")) {
          answer(folder.resolve("src/deep"));
        }
      }
      loadTheRest();
      return ExitCode.SUCCESS;
    } finally {
      remove(folder);
    }
  }

  private void answer(Path folder) {
    for (var event : EVENTS) {
      walk(folder, event.getFirst(), event.getLast());
    }
  }

  private void walk(Path folder, String line, String input) {
    var sink = new ByteArrayOutputStream();
    var streams = new CommandLine.Streams(sink, sink, Terminal.NONE);
    var in = new ByteArrayInputStream(input.getBytes(UTF_8));
    var there = new Workplace(folder, Map.of(), in, place.opener(), place.program());
    new CommandLine(streams, there).code(line.split(" ", -1));
  }

  /// Loads what no line above needed: a class that is missing in the cache costs the opening of its
  /// jar. All but YAML: with a library's classes in the cache, every start would parse the manifest
  /// of its jar, which costs more than a file of settings ever will.
  private static void loadTheRest() throws IOException {
    for (var jar : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (Path.of(jar).getFileName().toString().startsWith("tidemark-")) {
        load(Path.of(jar));
      }
    }
  }

  private static void load(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      for (var entry : file.stream().toList()) {
        var name = entry.getName();
        if (name.endsWith(CLASS) && !name.startsWith(YAML)) {
          var type = name.substring(0, name.length() - CLASS.length()).replace('/', '.');
          Class.forName(type, false, SelfTraining.class.getClassLoader());
        }
      }
    } catch (ClassNotFoundException impossible) {
      throw new IOException(jar + " holds a class that cannot be loaded", impossible);
    }
  }

  static void remove(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
