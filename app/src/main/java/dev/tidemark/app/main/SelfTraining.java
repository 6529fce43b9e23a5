package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandEffect;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.ProcessContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Training run of the class cache, the hidden verb `self-train`: executes the verbs that must be
/// fast, in scratch projects, so that the JVM records the classes they need.
///
/// Each class in a cache is set up at each start, needed or not. So verbs that are called together
/// have a cache of their own, and nothing else is executed here: not even the projects are created
/// in this process, but in another one before ([#prepare]).
final class SelfTraining {
  /// A run until the middle of its second phase.
  private static final List<String> BEGINNING =
      List.of(
          "start implement/auth",
          "enter implementation",
          "done implementation --summary token=none,password:none --created a.ts --modified b.ts"
              + " --decision Yes.",
          "enter validation --json");

  /// Further runs: a start is rare, and asks git and the system more than the later verbs.
  private static final List<String> FURTHER =
      List.of(
          "start implement/broken",
          "enter implementation --run implement/broken",
          "fail implementation --reason No. --run implement/broken",
          "done 2-plan --run phase/dev --summary Planned. --outcome plan.md --context Begin. --open"
              + " No",
          "start item/feature/FEAT-001",
          "done 1 --no-commit --run FEAT-001 --summary Works.",
          "task add T-3 --run flow/develop",
          "start release");

  private static final List<String> CHANGES =
      List.of(
          "note --run implement/auth --decision Yes.",
          "fail validation --run implement/auth --reason No.",
          "enter validation --run implement/auth --json",
          "skip validation --run implement/auth",
          "enter implementation --run implement/broken",
          "done implementation --run implement/broken --summary token=none,password:none"
              + " --created a.ts --modified b.ts --decision Yes.",
          "done validation --dry-run",
          "enter",
          "enter 3-build --run phase/dev",
          "done 3-build --run phase/dev --summary Built. --outcome a.ts --decision Yes.",
          "enter 5-finalize --run phase/dev",
          "done 2 --no-commit --run FEAT-001 --summary Works. --decision Yes. --created a.ts",
          "enter 3 --run FEAT-001",
          "done IMPLEMENTATION --run flow/develop",
          "task start T-3 --run flow/develop",
          "task done T-3 --run flow/develop",
          "enter publish --run release");

  private static final List<String> READS =
      List.of(
          "resume",
          "resume --json",
          "resume --run implement/auth --phase validation",
          "resume --run implement/broken",
          "resume --run phase/dev",
          "resume --run FEAT-001",
          "resume --run flow/develop",
          "resume --run release",
          "why",
          "status",
          "status --json",
          "status --run release",
          "list",
          "list --json");

  /// Those that no step of an agent needs.
  private static final List<String> RARE =
      List.of(
          "history --run implement/auth",
          "finish --run implement/auth",
          "list --all",
          "help",
          "help done");

  /// The events of agents, each with the command line that answers it.
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
          List.of("hook claude-code Stop", "{\"session_id\":\"s\"}"),
          List.of("hook claude-code Stop", "{\"session_id\":\"s\"}"),
          List.of("hook claude-code PreCompact", "{\"session_id\":\"s\"}"),
          List.of("hook claude-code SessionEnd", "{\"session_id\":\"s\"}"),
          List.of("hook gemini BeforeAgent", "{}"),
          List.of("hook cursor stop", "{}"),
          List.of(
              "statusline", "{\"session_id\":\"s\",\"context_window\":{\"used_percentage\":65}}"));

  private final ProcessContext place;
  private final Path fresh;
  private final Path found;
  private final Path one;
  private final Path many;

  /// @param place the process
  /// @param folder where the scratch projects are
  SelfTraining(ProcessContext place, Path folder) {
    this.place = place;
    this.fresh = folder.resolve("fresh");
    this.found = folder.resolve("found");
    this.one = folder.resolve("one");
    this.many = folder.resolve("many");
  }

  /// Specification of `self-train`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "self-train",
        CommandGroup.PLUMBING,
        CommandEffect.READS,
        "run the frequent verbs to record a start-up cache",
        List.of(
            Argument.required(
                "CACHE",
                ValueKind.oneOf(
                    "all", "changes", "hooks", "mcp", "prepare", "quiet", "reads", "serve"),
                "the cache; the projects are prepared first"),
            Argument.required("FOLDER", ValueKind.TEXT, "the folder of the scratch projects")),
        List.of(),
        List.of(
            new Example("tidemark self-train reads DIR", "called when the distribution is built")));
  }

  /// Executes the training run of that cache.
  ExitCode run(String cache) throws IOException {
    switch (cache) {
      case "prepare" -> prepare();
      case "changes" -> {
        walk(found, List.of("done validation --summary Works."));
        walk(one, List.of("note --decision Yes.", "done validation --summary Works."));
        walk(many, CHANGES);
      }
      case "reads" -> {
        walk(found, READS);
        walk(one, READS);
        walk(many, READS);
      }
      case "hooks" -> {
        answer(fresh);
        answer(found);
        answer(one);
        answer(many);
      }
      case "serve" -> new HttpTraining(place).run(one);
      case "mcp" -> {
        return new ServerTraining(place).run(fresh);
      }
      default -> {
        walk(fresh, BEGINNING);
        walk(many, READS);
        walk(many, CHANGES);
        walk(many, RARE);
        answer(many);
        ClassPreloadList.loadTheRest();
      }
    }
    ClassPreloadList.load();
    return ExitCode.SUCCESS;
  }

  /// Creates the projects of the training runs: one without a run, one with a run of another tool,
  /// one with an own run, one with several.
  private void prepare() throws IOException {
    for (var root : List.of(fresh, found, one, many)) {
      ScratchProject.make(root);
    }
    ScratchProject.addRun(found);
    walk(one, BEGINNING);
    walk(many, BEGINNING);
    ScratchProject.addWorkflow(many);
    walk(many, FURTHER);
  }

  private void answer(Path root) {
    for (var event : EVENTS) {
      walk(root, event.getFirst(), event.getLast());
    }
  }

  private void walk(Path root, List<String> lines) {
    for (var line : lines) {
      walk(root, line, "");
    }
  }

  private void walk(Path root, String line, String input) {
    var sink = new ByteArrayOutputStream();
    var streams = new CommandLine.Streams(sink, sink, Terminal.NONE);
    var in = new ByteArrayInputStream(input.getBytes(UTF_8));
    // The list of changed files needs git, which is found by the path only.
    var path = place.environment().get("PATH");
    var environment = path == null ? Map.<String, String>of() : Map.of("PATH", path);
    var there =
        new ProcessContext(
            root.resolve("src/deep"), environment, in, place.opener(), place.program());
    new CommandLine(streams, there).code(line.split(" ", -1));
  }
}
