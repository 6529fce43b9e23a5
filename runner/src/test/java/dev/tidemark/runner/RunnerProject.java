package dev.tidemark.runner;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialects.definition.WorkflowFilesReader;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.history.Event;
import dev.tidemark.library.Project;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A scratch project with a run of three phases, a fake agent, and a runner for it.
final class RunnerProject {
  static final Runner.Pace PACE = new Runner.Pace(Duration.ofSeconds(1), Duration.ofMillis(10));
  static final RunOptions NONE = new RunOptions(null, List.of(), null, null, false, null);

  final Path root;
  final Map<String, String> environment;
  final List<String> told = new ArrayList<>();
  BooleanSupplier stopped = () -> false;

  /// Is told of progress too.
  Listener heard = text -> {};

  interface Listener {
    void hear(String text) throws IOException;
  }

  /// Folders in front of the search path of agents, each followed by a colon.
  private String programs = "";

  private CheckpointId id = new CheckpointId("state", "implement", "auth");

  private RunnerProject(Path root, Map<String, String> environment) {
    this.root = root;
    this.environment = environment;
  }

  static RunnerProject in(Path folder) {
    var scratch = ScratchRepository.in(folder);
    scratch.write("README.md", "hello\n").commit("first");
    return new RunnerProject(scratch.root(), scratch.environment(System.getenv()));
  }

  /// A project that is there already.
  static RunnerProject at(Path root) {
    return new RunnerProject(root, System.getenv());
  }

  /// Defines a workflow, whose words AGENT stand for the fake agent.
  RunnerProject define(String name, String yaml) throws IOException {
    var folder = Files.createDirectories(root.resolve(".tidemark/workflows"));
    Files.writeString(folder.resolve(name + ".yaml"), yaml.replace("AGENT", agent()));
    id = new CheckpointId("state", name, "auth");
    return this;
  }

  static String agent() throws IOException {
    var resource = RunnerProject.class.getResource("agent.sh");
    if (resource == null) {
      throw new IOException("no agent.sh");
    }
    // The build may copy it without its permissions.
    var file = new File(resource.getPath());
    if (!file.setExecutable(true)) {
      throw new IOException(file + " cannot be made executable");
    }
    return file.getPath();
  }

  /// Puts a fake `claude` on the search path, which answers so, call by call.
  RunnerProject claude(String... modes) throws IOException {
    var resource = RunnerProject.class.getResource("claude");
    if (resource == null || !new File(resource.getPath()).setExecutable(true)) {
      throw new IOException("no fake claude");
    }
    programs = new File(resource.getPath()).getParent() + ":";
    Files.writeString(root.resolve("mode"), String.join("\n", modes) + "\n");
    return this;
  }

  Project open() throws IOException {
    var own = new ArrayList<WorkflowDefinition>();
    var folder = root.resolve(".tidemark/workflows");
    if (Files.isDirectory(folder)) {
      try (var files = Files.newDirectoryStream(folder, "*.yaml")) {
        for (var file : files) {
          var name = root.relativize(file).toString();
          own.add(WorkflowFilesReader.read(name, Files.readString(file)));
        }
      }
    }
    return Project.around(root, environment).workflows(own).open();
  }

  RunnerProject at(CheckpointId other) {
    id = other;
    return this;
  }

  CheckpointId id() {
    return id;
  }

  RunnerProject start(String... phases) throws IOException {
    var names = new ArrayList<PhaseName>();
    for (var phase : phases) {
      names.add(new PhaseName(phase));
    }
    return start(new Change.StartRun(id.workflow(), id.item(), names, false));
  }

  RunnerProject start(CheckpointId other) throws IOException {
    id = other;
    return start(new Change.StartRun(id.workflow(), id.item(), List.of(), false));
  }

  private RunnerProject start(Change.StartRun change) throws IOException {
    var project = open();
    var refusals = apply(project, dialect(project), change);
    if (!refusals.isEmpty()) {
      throw new IllegalStateException(refusals);
    }
    return this;
  }

  private <C extends dev.tidemark.checkpoint.Checkpoint> String apply(
      Project project, Dialect<C> dialect, Change change) {
    var result = project.checkpoints().apply(dialect, id, change, Caller.of(Actor.tool("test")));
    return result.outcome() instanceof dev.tidemark.workflow.change.Outcome.Refusal<C> no
        ? no.blockers().toString()
        : "";
  }

  private Dialect<?> dialect(Project project) {
    return project.runs().dialect(id.dialect()).orElseThrow();
  }

  RunResult run(String mode) throws IOException {
    return run(mode, NONE);
  }

  /// Runs with the fake agent in a mode; with an empty mode as the workflow says.
  RunResult run(String mode, RunOptions options) throws IOException {
    var project = open();
    var words = new ArrayList<String>();
    if (!mode.isEmpty()) {
      words.add(agent());
      words.addAll(List.of(mode.split(" ", -1)));
    }
    var told =
        new RunOptions(
            options.agent(),
            words,
            options.until(),
            options.maxCost(),
            options.allowsUnknownCost(),
            options.maxTime());
    var definition =
        RunDefinition.read(
            root, project.workflows().find(id.dialect(), id.workflow()).orElse(null));
    return new Runner(project, dialect(project), id, definition, told, new Host(), PACE).run();
  }

  List<Attempt> attempts() throws IOException {
    return Runner.attempts(open().history().history(id));
  }

  /// Returns how each attempt ended.
  List<String> outcomes() throws IOException {
    var outcomes = new ArrayList<String>();
    for (var attempt : attempts()) {
      var outcome = attempt.outcome();
      outcomes.add(outcome == null ? "open" : outcome.word());
    }
    return outcomes;
  }

  /// Returns how often each phase was completed.
  Map<String, Integer> completions() throws IOException {
    var completions = new HashMap<String, Integer>();
    for (var entry : open().history().history(id)) {
      for (var event : entry.events()) {
        if (event instanceof Event.PhaseCompleted done) {
          completions.merge(done.phase().value(), 1, Integer::sum);
        }
      }
    }
    return completions;
  }

  /// Returns the processes that carry the mark of an attempt of this project, on Linux.
  List<String> survivors() throws IOException {
    var survivors = new ArrayList<String>();
    for (var attempt : attempts()) {
      if (attempt.mark().isEmpty()) {
        continue;
      }
      try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
        for (var process : processes) {
          if (environ(process).contains(SupervisedProcess.MARK + "=" + attempt.mark())) {
            survivors.add(process + " of attempt " + attempt.number());
          }
        }
      }
    }
    return survivors;
  }

  private static String environ(Path process) {
    try {
      return new String(
          Files.readAllBytes(process.resolve("environ")),
          java.nio.charset.StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }

  @Nullable String phase() throws IOException {
    var point = open().runs().inspect(id).resumePoint();
    return point.next() == null ? null : point.next().value();
  }

  private final class Host implements RunnerHost {
    @Override
    public Actor actor() {
      return Actor.tool("test");
    }

    @Override
    public Map<String, String> environment() {
      return Map.of(
          "PATH",
          programs + environment.getOrDefault("PATH", ""),
          "HOME",
          environment.getOrDefault("HOME", ""));
    }

    @Override
    public GateRun runGate(Dialect<?> dialect, CheckpointId run, CommandSucceeded gate) {
      throw new IllegalStateException("no gate of these tests has a command");
    }

    @Override
    public void progress(String event, int attempt, String text) {
      told.add(text);
      try {
        heard.hear(text);
      } catch (IOException unexpected) {
        throw new UncheckedIOException(unexpected);
      }
    }

    @Override
    public Stop stop() {
      return stopped.getAsBoolean() ? Stop.NOW : Stop.NO;
    }
  }
}
