package dev.tidemark.runner;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialects.definition.WorkflowFilesReader;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.history.Event;
import dev.tidemark.library.Project;
import dev.tidemark.port.CommandRunner;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.DialectOptions;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A scratch project with a run of three phases, a fake agent, and a runner for it.
final class RunnerProject {
  static final Runner.Pace PACE =
      new Runner.Pace(Duration.ofSeconds(1), Duration.ofMillis(10), Duration.ofMillis(200));
  static final RunOptions NONE = new RunOptions(null, List.of(), null, null, false, null, null);
  static final RunOptions CLAUDE =
      new RunOptions("claude", List.of(), null, null, false, null, null);

  final Path root;
  final Map<String, String> environment;
  final List<String> told = new ArrayList<>();
  BooleanSupplier stopped = () -> false;

  /// Says why files cannot be published; null if they can.
  Publication publication = () -> null;

  interface Publication {
    @Nullable String reason() throws IOException;
  }

  /// Is told of progress too.
  Listener heard = text -> {};

  interface Listener {
    void hear(String text) throws IOException;
  }

  /// Folders in front of the search path of agents, each followed by a colon.
  private String programs = "";

  private @Nullable Database database;

  private CheckpointId id = new CheckpointId("state", "implement", "auth");

  private RunnerProject(Path root, Map<String, String> environment) {
    this.root = root;
    this.environment = environment;
  }

  static RunnerProject in(Path folder) throws IOException {
    var scratch = ScratchRepository.in(folder);
    scratch.write("README.md", "hello\n").commit("first");
    var project = new RunnerProject(scratch.root(), scratch.environment(System.getenv()));
    try (var agent = RunnerProject.class.getResourceAsStream("agent.sh")) {
      Files.copy(Objects.requireNonNull(agent), Path.of(project.agent()));
    }
    if (!new File(project.agent()).setExecutable(true)) {
      throw new IOException(project.agent() + " cannot be made executable");
    }
    return project;
  }

  /// The project in another work tree.
  RunnerProject tree(Path other) {
    return new RunnerProject(other, environment);
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

  /// Returns the fake agent: beside the project, where a sandbox shows it wherever the sources are.
  String agent() {
    return root.resolveSibling("agent.sh").toString();
  }

  /// Has the fake `claude` answer so, call by call.
  RunnerProject claude(String... modes) throws IOException {
    Files.writeString(root.resolve("mode"), String.join("\n", modes) + "\n");
    return withClaude();
  }

  /// Puts the fake `claude` on the search path.
  RunnerProject withClaude() throws IOException {
    var resource = RunnerProject.class.getResource("claude");
    if (resource == null || !new File(resource.getPath()).setExecutable(true)) {
      throw new IOException("no fake claude");
    }
    return withPrograms(Path.of(resource.getPath()).resolveSibling(""));
  }

  /// Puts a folder in front of the search path of agents.
  RunnerProject withPrograms(Path folder) {
    programs = folder + ":";
    return this;
  }

  /// Puts a `head` on the search path of agents that is late to copy standard output, on Linux.
  RunnerProject lateOutput() throws IOException {
    var head = Files.createDirectories(root.resolve("late")).resolve("head");
    Files.writeString(
        head,
        """
        #!/bin/sh
        case $(readlink /proc/self/fd/0) in *out.pipe) sleep 0.5 ;; esac
        PATH=${PATH#*:}
        exec head "$@"
        """);
    if (!head.toFile().setExecutable(true)) {
      throw new IOException(head + " cannot be made executable");
    }
    programs = head.getParent() + ":";
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
    var builder = Project.around(root, environment).workflows(own);
    if (database != null) {
      builder = builder.shared(database, _ -> {});
    }
    return builder.open();
  }

  /// Keeps the runs in a shared store.
  RunnerProject shared(Database store) {
    this.database = store;
    return this;
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
    change(change);
    return this;
  }

  private <C extends dev.tidemark.checkpoint.Checkpoint> String apply(
      Project project, Dialect<C> dialect, Change change, Caller by) {
    var result = project.checkpoints().apply(dialect, id, change, by);
    return result.outcome() instanceof dev.tidemark.workflow.change.Outcome.Refusal<C> no
        ? no.blockers().toString()
        : "";
  }

  private Dialect<?> dialect(Project project) {
    return project.runs().dialect(id.dialect()).orElseThrow();
  }

  /// Adds tasks to the run.
  RunnerProject tasks(String... texts) throws IOException {
    for (var text : texts) {
      change(new Change.ChangeTask(Change.TaskStep.ADD, text));
    }
    return this;
  }

  void change(Change change) throws IOException {
    var project = open();
    var refusals = apply(project, dialect(project), change, Caller.of(Actor.tool("test")));
    if (!refusals.isEmpty()) {
      throw new IllegalStateException(refusals);
    }
  }

  /// Returns the tasks of the run with their status.
  List<String> tasks() throws IOException {
    var tasks = new ArrayList<String>();
    for (var task : open().runs().inspect(id).tasks().all()) {
      tasks.add(task.id() + " " + task.status().word());
    }
    return tasks;
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
            options.maxTime(),
            options.sandbox());
    var definition =
        RunDefinition.read(
            root,
            project.workflows().find(id.dialect(), id.workflow()).orElse(null),
            told.agentName());
    var host = new Host(project);
    return new Runner(project, dialect(project), id, definition, told, host, PACE).run();
  }

  List<Attempt> attempts() throws IOException {
    return Attempt.of(open().history().history(id));
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

  /// Returns the processes that carry the mark of an attempt or of a gate of this run, on Linux.
  List<String> survivors() throws IOException {
    var marks = new HashMap<String, String>();
    marks.put(new AttemptLog(open().root(), id).gateMark(), "a gate");
    for (var attempt : attempts()) {
      if (!attempt.mark().isEmpty()) {
        marks.put(attempt.mark(), "attempt " + attempt.number());
      }
    }
    var survivors = new ArrayList<String>();
    try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (var process : processes) {
        var environ = environ(process);
        marks.forEach(
            (mark, owner) -> {
              if (environ.contains(SupervisedProcess.MARK + "=" + mark)) {
                survivors.add(process + " of " + owner);
              }
            });
      }
    }
    return survivors;
  }

  /// Approves what the run waits for, as a person; returns whether it waits for an approval.
  boolean approve() throws IOException {
    var project = open();
    var action = project.runs().inspect(id).pendingAction();
    if (action == null) {
      return false;
    }
    var phase = action.command().substring(action.command().lastIndexOf(' ') + 1);
    var person =
        new Caller(
            Actor.tool("test"),
            ChangeMode.COMMIT,
            DialectOptions.NONE,
            null,
            ApprovalEvidence.INTERACTION);
    var change = new Change.ApprovePhase(new PhaseName(phase));
    var refusals = apply(project, dialect(project), change, person);
    if (!refusals.isEmpty()) {
      throw new IllegalStateException(refusals);
    }
    return true;
  }

  private static String environ(Path process) {
    try {
      return new String(
          Files.readAllBytes(process.resolve("environ")), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }

  @Nullable String phase() throws IOException {
    var point = open().runs().inspect(id).resumePoint();
    return point.next() == null ? null : point.next().value();
  }

  private final class Host implements RunnerHost {
    private final Project project;

    private Host(Project project) {
      this.project = project;
    }

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
    public GateRun runGate(
        Dialect<?> dialect,
        CheckpointId run,
        CommandSucceeded gate,
        Function<Map<String, String>, CommandRunner> supervised) {
      var position = project.gates().position();
      var output = new ByteArrayOutputStream();
      var commands = supervised.apply(environment());
      var patience = Duration.ofSeconds(gate.timeoutSeconds());
      int exit = commands.run(gate.command(), patience, output).orElse(-1);
      var claim = new Claim.CommandRun(gate.gate(), gate.command(), exit, position);
      project.gates().recordClaim(dialect, run, claim, Caller.of(actor()));
      return new GateRun(exit == 0, output.toString(UTF_8));
    }

    @Override
    public @Nullable String publish(PhaseName phase, int attempt) {
      try {
        return publication.reason();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
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
