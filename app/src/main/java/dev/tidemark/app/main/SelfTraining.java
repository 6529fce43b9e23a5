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
          "done implementation --summary token=none,password:none --created a.ts --modified b.ts"
              + " --decision Yes.",
          "enter validation --json",
          "note --decision Yes.",
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
          "enter",
          "done 2-plan --run phase/dev --summary Planned. --outcome plan.md --context Begin. --open"
              + " No",
          "enter 3-build --run phase/dev",
          "done 3-build --run phase/dev --summary Built. --outcome a.ts --decision Yes.",
          "enter 5-finalize --run phase/dev",
          "resume --run phase/dev",
          "start item/feature/FEAT-001",
          "done 1 --no-commit --run FEAT-001 --summary Works. --decision Yes. --created a.ts",
          "enter 3 --run FEAT-001",
          "resume --run FEAT-001",
          "start flow/develop",
          "enter REQUIREMENTS --run flow/develop",
          "task add T-1 --run flow/develop",
          "resume --run flow/develop",
          "start release",
          "enter publish --run release",
          "status --run release",
          "status",
          "resume",
          "list --json");

  /// Those that no step of an agent needs.
  private static final List<String> RARE =
      List.of("history", "finish", "list --all", "help", "help done");

  /// What projects keep beside the runs, as path and text.
  private static final List<List<String>> FILES =
      List.of(
          List.of(".git/HEAD", HEAD),
          List.of(
              ".git/packed-refs",
              "# pack-refs with: peeled fully-peeled sorted \n"
                  + "a".repeat(40)
                  + " refs/heads/main\n"),
          List.of("src/deep/a.ts", "export {}\n"),
          List.of(".active-spec", "SPEC-001\n"),
          List.of(".design-state.yaml", "specs_status:\n  SPEC-001:\n    specs_dir: specs/001\n"),
          List.of(
              "specs/001/state.yaml",
              "steps:\n  - id: 1\n    name: 'Parse'\n    status: completed\n  - id: 2\n"),
          List.of("specs/001/plan.md", "# Plan\n"),
          List.of(
              ".tidemark/workflows/release.yaml",
              """
              phases:
                - prepare
                - name: publish
                  gates:
                    - review: true
                    - artifact: notes.md
              """));

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

  /// What no line above needs, because there is neither a real commit nor a person.
  private static final List<String> UNWALKED =
      List.of(
          "dev.tidemark.brief.Why$1",
          "dev.tidemark.checkpoint.Event$EvidenceRecorded",
          "dev.tidemark.dialects.flow.Completion",
          "dev.tidemark.dialects.item.Lines$Edit",
          "dev.tidemark.integrations.git.GitHistory",
          "dev.tidemark.json.JsonException$Reason",
          "dev.tidemark.workflow.Ancestry");

  private static final String CLASS = ".class";
  private static final String YAML = "dev/tidemark/dialects/definition/Yaml";
  private static final String TREE = YAML + "Tree.class";

  private final Workplace place;

  SelfTraining(Workplace place) {
    this.place = place;
  }

  /// Walks all of it, and loads the rest.
  ExitCode all() throws IOException {
    walk(true);
    loadTheRest();
    return ExitCode.SUCCESS;
  }

  /// Walks what an agent calls in every step, and nothing else: each class in a cache is set up at
  /// each start, needed or not.
  ExitCode steps() throws IOException {
    walk(false);
    for (var name : UNWALKED) {
      load(name);
    }
    return ExitCode.SUCCESS;
  }

  private void walk(boolean everything) throws IOException {
    var folder = Files.createTempDirectory("tidemark-training-");
    try {
      Files.createDirectories(folder.resolve(".git/refs/heads"));
      Files.createDirectories(folder.resolve(".git/objects"));
      Files.createDirectories(folder.resolve("src/deep"));
      for (var file : FILES) {
        var path = folder.resolve(file.getFirst());
        Files.createDirectories(path.resolveSibling(""));
        Files.writeString(path, file.getLast());
      }
      answer(folder.resolve("src/deep"));
      for (var line : LINES) {
        if (!everything && RARE.contains(line)) {
          continue;
        }
        walk(folder.resolve("src/deep"), line, "");
        if (line.startsWith("enter validation")) {
          answer(folder.resolve("src/deep"));
        }
      }
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
        if (name.endsWith(CLASS) && (!name.startsWith(YAML) || name.equals(TREE))) {
          load(name.substring(0, name.length() - CLASS.length()).replace('/', '.'));
        }
      }
    }
  }

  private static void load(String type) throws IOException {
    try {
      Class.forName(type, false, SelfTraining.class.getClassLoader());
    } catch (ClassNotFoundException impossible) {
      throw new IOException(type + " cannot be loaded", impossible);
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
