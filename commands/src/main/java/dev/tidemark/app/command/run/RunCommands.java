package dev.tidemark.app.command.run;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.change.GateCommands;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.PhaseWords;
import dev.tidemark.app.command.session.RunnerStatus;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.TrustCommand;
import dev.tidemark.app.command.session.TrustItems;
import dev.tidemark.app.demo.ShellWords;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.runner.AttemptLog;
import dev.tidemark.runner.RunDefinition;
import dev.tidemark.runner.RunOptions;
import dev.tidemark.runner.RunResult;
import dev.tidemark.runner.RunSettings;
import dev.tidemark.runner.Runner;
import dev.tidemark.store.StoreException.ClaimedException;
import dev.tidemark.store.StoreException.StaleOwnerException;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verbs `run`, `run stop` and `run log`.
public final class RunCommands {
  private static final String ATTACH = "attach";
  private static final String QUEUE = "queue";

  private final Session session;
  private final ParsedCommand parsedCommand;

  public RunCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `run`.
  public static CommandSpec runSpec() {
    return new CommandSpec(
        "run",
        CommandGroup.RUN,
        WRITES,
        "drive a run with an agent, one session for each phase",
        List.of(Argument.run()),
        List.of(
            Option.value(
                "agent",
                "NAME",
                ValueKind.suggested("claude", "codex", "gemini", "opencode"),
                "the agent; default: as the workflow says"),
            Option.value(
                "command",
                "WORDS",
                ValueKind.TEXT,
                "a program as the agent: request on stdin, response on stdout"),
            Option.value("until", "PHASE", ValueKind.PHASES, "stop after this phase"),
            Option.value("max-cost", "USD", ValueKind.NAME, "stop when the run has cost this much"),
            Option.flag("cost-unknown", "count attempts of unknown cost as nothing"),
            Option.value(
                "max-time", "TIME", ValueKind.NAME, "stop after this time, such as 90s or 4h"),
            Option.value(
                "sandbox",
                "MODE",
                ValueKind.oneOf("auto", "off"),
                "auto: agents in a sandbox, where there is one; off"),
            Option.flag(QUEUE, "leave the run to the workers of the shared store"),
            Option.value(
                "tags",
                "TAGS",
                ValueKind.NAME,
                "with --queue: what a worker has to have, as gpu,linux"),
            Option.value(
                "priority", "N", ValueKind.NAME, "with --queue: larger ones first; default 0"),
            Option.value("after", "TIME", ValueKind.NAME, "with --queue: not before 30m or 4h"),
            Option.value("trust", "DIGEST", ValueKind.NAME, "trust the settings with this digest"),
            Option.flag(ATTACH, "follow a runner at work elsewhere; Ctrl-C leaves it at work")),
        List.of(
            new Example("tidemark run implement/auth --agent claude", "up to its end"),
            new Example(
                "tidemark run --command \"./agent.sh --fast\"", "with a program of your own"),
            new Example("tidemark run --until design --max-cost 5.00", "one phase, for 5 dollars"),
            new Example("tidemark run --attach", "what the runner of another terminal does"),
            new Example(
                "tidemark run --json", "a JSON line for each event, the last one the result")));
  }

  /// Drives a run.
  public ExitCode run() throws IOException {
    if (parsedCommand.has(ATTACH)) {
      return attachToRunner();
    }
    if (parsedCommand.has("agent") && parsedCommand.has("command")) {
      return session.misused(
          "two-agents", "--agent and --command exclude each other", "Give one of them.");
    }
    var runSelection = session.selectToChange();
    if (!(runSelection instanceof Selected selected)) {
      return session.selectionRefused(runSelection);
    }
    var options = options(selected);
    var id = selected.id();
    var definition = definition(selected, options);
    if (session.changeMode() == ChangeMode.DRY_RUN) {
      return rehearse(selected, definition);
    }
    if (!definition.isEmpty() && !isTrusted(definition)) {
      return refused(selected, untrustedSettings(selected, definition, options));
    }
    var gate = untrustedGate(workflow(selected));
    if (gate != null) {
      return new GateCommands(session).untrusted(id, gate);
    }
    if (parsedCommand.has(QUEUE)) {
      return new RunQueue(session, selected).add(options, definition);
    }
    var progress = new RunProgress(session, id);
    try (var signals = new RunnerSignals()) {
      var host = new SessionHost(session, progress::print, signals::stop, null);
      return progress.end(drive(selected, definition, options, host));
    } catch (ClaimedException | StaleOwnerException taken) {
      session.problem(ProblemView.of(taken));
      return ExitCode.LEASE_LOST;
    }
  }

  /// Drives a run whose settings are trusted.
  RunResult drive(Selected selected, RunDefinition definition, RunOptions options, SessionHost host)
      throws IOException {
    var id = selected.id();
    var runner = new Runner(session.project(), selected.dialect(), id, definition, options, host);
    var result = runner.run();
    var changes = session.changes();
    if (changes != null) {
      // Its end is news to subscribers, even if the call has changed nothing else.
      changes.accept(id);
    }
    return result;
  }

  /// Returns the settings of a run.
  RunDefinition definition(Selected selected, RunOptions options) {
    return TrustItems.definition(session, workflow(selected), options.agentName());
  }

  private @Nullable WorkflowDefinition workflow(Selected selected) {
    var id = selected.id();
    return session.project().workflows().find(id.dialect(), id.workflow()).orElse(null);
  }

  /// Returns what the user has to trust before a worker drives a run; null if nothing.
  @Nullable Blocker untrusted(Selected selected, RunDefinition definition, RunOptions options) {
    if (!definition.isEmpty() && !isTrusted(definition)) {
      return untrustedSettings(selected, definition, options);
    }
    var gate = untrustedGate(workflow(selected));
    return gate == null ? null : TrustItems.untrusted(gate);
  }

  private ExitCode refused(Selected selected, Blocker blocker) {
    return session.refused(selected.id().toString(), new Refusal<>(List.of(blocker), List.of()));
  }

  private ExitCode attachToRunner() throws IOException {
    for (var option : runSpec().options()) {
      var name = option.name();
      if (!name.equals(ATTACH) && parsedCommand.has(name)) {
        return session.misused(
            "attach-only",
            "--attach follows another runner, which --" + name + " does not change",
            "Leave out --" + name + ".");
      }
    }
    var runSelection = session.select();
    return runSelection instanceof Selected selected
        ? new RunFollower(session, selected.id()).follow()
        : session.selectionRefused(runSelection);
  }

  private RunOptions options(Selected selected) {
    var command = parsedCommand.value("command");
    var until = parsedCommand.value("until");
    var phase = until == null ? null : new PhaseWords(session.project(), selected).find(until);
    var words = command == null ? List.<String>of() : ShellWords.of(command);
    if (command != null && words.isEmpty()) {
      throw new InputException("--command names no program", "Give it: --command './agent.sh'");
    }
    return new RunOptions(
        parsedCommand.value("agent"),
        words,
        phase(phase, until),
        maxCost(),
        parsedCommand.has("cost-unknown"),
        maxTime(),
        sandbox());
  }

  private @Nullable Boolean sandbox() {
    var mode = parsedCommand.value("sandbox");
    return mode == null ? null : mode.equals("auto");
  }

  private static @Nullable PhaseName phase(@Nullable PhaseName found, @Nullable String word) {
    if (found == null && word != null) {
      throw new InputException("the run has no phase " + word, "Name a phase of the run.");
    }
    return found;
  }

  private @Nullable BigDecimal maxCost() {
    var text = parsedCommand.value("max-cost");
    var amount = text == null ? null : RunSettings.amount(text);
    if (text != null && amount == null) {
      throw new InputException(
          "--max-cost takes an amount of US dollars, not " + text, "Write it so: --max-cost 5.00");
    }
    return amount;
  }

  private @Nullable Duration maxTime() {
    var text = parsedCommand.value("max-time");
    var time = text == null ? null : RunSettings.duration(text);
    if (text != null && time == null) {
      throw new InputException(
          "--max-time takes a number and a unit (90s, 30m, 4h), not " + text,
          "Write it so: --max-time 4h");
    }
    return time;
  }

  private boolean isTrusted(RunDefinition definition) {
    var item = TrustItems.of(definition);
    return parsedCommand.has("yes")
        || item.digest().equals(parsedCommand.value("trust"))
        || new TrustCommand(session).allows(item);
  }

  /// Returns a gate whose command would not be run, so that no agent works in vain; null if there
  /// is none.
  private @Nullable CommandSucceeded untrustedGate(@Nullable WorkflowDefinition workflow) {
    if (workflow == null || parsedCommand.has("yes")) {
      return null;
    }
    for (var phase : workflow.phases()) {
      for (var gate : phase.gates()) {
        if (gate.condition() instanceof CommandSucceeded command
            && !new TrustCommand(session).allows(TrustItems.of(command))) {
          return command;
        }
      }
    }
    return null;
  }

  private Blocker untrustedSettings(
      Selected selected, RunDefinition definition, RunOptions options) {
    var item = TrustItems.of(definition);
    // The verb `trust` knows the agents of the workflow, and none that the call names.
    var ask =
        options.agentName() == null ? "tidemark trust" : options.continueCommand(selected.id());
    return new Blocker(
        Blocker.Kind.ASK,
        "untrusted",
        "the agents, prompts and settings in " + definition.file() + " are not trusted yet",
        "Let the user look at them and trust them at a terminal: "
            + ask
            + "; on a build server: --trust "
            + item.digest());
  }

  private ExitCode rehearse(Selected selected, RunDefinition definition) {
    var run = selected.read(session.project().runs());
    var phase = run.currentPhase();
    var agent = parsedCommand.value("command");
    agent = agent == null ? parsedCommand.value("agent") : agent;
    var lines = new ArrayList<String>();
    lines.add(
        "would run "
            + (phase == null ? "no phase" : "phase " + phase)
            + " of "
            + run.id()
            + (agent == null ? "" : " with " + agent));
    if (!definition.isEmpty()) {
      lines.add(definition.summary());
    }
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("dry_run", true)
            .add("run", run.id().toString())
            .addOrNull("phase", phase == null ? null : phase.value())
            .addOrNull("agent", agent)
            .build();
    session.show(json, lines);
    return ExitCode.SUCCESS;
  }

  /// Specification of `run stop`.
  public static CommandSpec stopSpec() {
    return new CommandSpec(
        "run stop",
        CommandGroup.RUN,
        WRITES,
        "stop the runner of a run, or take the run out of the queue",
        List.of(Argument.run()),
        List.of(Option.flag("now", "end its agent at once")),
        List.of(
            new Example("tidemark run stop", "when its attempt has ended; queued: at once"),
            new Example("tidemark run stop implement/auth --now", "at once")));
  }

  /// Stops the runner of a run, or takes the run out of the queue.
  public ExitCode stop() throws IOException {
    var runSelection = session.select();
    if (!(runSelection instanceof Selected selected)) {
      return session.selectionRefused(runSelection);
    }
    var id = selected.id();
    try (var log = new AttemptLog(session.project().root(), id)) {
      if (!log.isRunning()) {
        if (session.settings().sharedStore() != null) {
          return new RunQueue(session, selected).remove();
        }
        var blocker =
            Blocker.refused(
                "not-running", id + " is not driven by a runner", "See: tidemark status");
        return session.refused(id.toString(), new Refusal<>(List.of(blocker), List.of()));
      }
      boolean now = parsedCommand.has("now");
      if (session.changeMode() == ChangeMode.COMMIT) {
        log.requestStop(now);
      }
      session.confirm(
          JsonObject.builder().add("ok", true).add("run", id.toString()).add("now", now).build(),
          List.of(id + ": stops " + (now ? "now" : "after its attempt")));
      return ExitCode.SUCCESS;
    }
  }

  /// Specification of `run log`.
  public static CommandSpec logSpec() {
    return new CommandSpec(
        "run log",
        CommandGroup.RUN,
        READS,
        "list the attempts of a run, or print the output of one",
        List.of(Argument.run()),
        List.of(
            Option.value("attempt", "N", ValueKind.COUNT, "print the output of this attempt"),
            Option.value(
                "tail", "N", ValueKind.COUNT, "print the last N lines; default: of the newest"),
            Option.flag("errors", "print its standard error instead")),
        List.of(
            new Example("tidemark run log", "all attempts"),
            new Example("tidemark run log implement/auth --attempt 2", "the output of one"),
            new Example("tidemark run log --tail 20", "what the agent printed last")));
  }

  /// Shows the attempts of a run.
  public ExitCode log() throws IOException {
    var runSelection = session.selectShown();
    if (!(runSelection instanceof Selected selected)) {
      return session.selectionRefused(runSelection);
    }
    var project = session.project();
    var id = selected.id();
    var status = RunnerStatus.of(project, RunSummary.of(selected.read(project.runs())));
    var number = parsedCommand.value("attempt");
    var tail = parsedCommand.value("tail");
    var attempts = status.attempts();
    if (number == null && (tail == null || attempts.isEmpty())) {
      var lines = status.lines();
      session.show(
          status.json().with("phases", order(selected)),
          lines.isEmpty() ? List.of(id + " has no attempts") : lines);
      return ExitCode.SUCCESS;
    }
    int wanted =
        parsedCommand.count("attempt", attempts.isEmpty() ? 0 : attempts.getLast().number());
    boolean known = false;
    for (var attempt : attempts) {
      known |= attempt.number() == wanted;
    }
    if (!known) {
      var blocker =
          Blocker.refused(
              "no-attempt",
              "there is no attempt " + wanted,
              "See all: " + CommandLines.of("run log", id));
      return session.refused(id.toString(), new Refusal<>(List.of(blocker), List.of()));
    }
    try (var log = new AttemptLog(project.root(), id)) {
      boolean errors = parsedCommand.has("errors");
      var text = printed(log, wanted, errors);
      // What could not start says why among its errors.
      text = text.isBlank() && !errors ? printed(log, wanted, true) : text;
      session.show(
          JsonObject.builder()
              .add("run", id.toString())
              .add("attempt", wanted)
              .add("output", text)
              .build(),
          List.of());
      session.screen().raw(text.getBytes(UTF_8));
      return ExitCode.SUCCESS;
    }
  }

  private String printed(AttemptLog log, int number, boolean errors) throws IOException {
    return parsedCommand.value("tail") == null
        ? log.text(number, errors)
        : log.lastLines(number, errors, parsedCommand.count("tail", 0));
  }

  /// Returns the phases of a run in their order, each with those that have to be over before the
  /// runner begins it; null if the settings of the workflow cannot be read.
  private Json order(Selected selected) {
    RunDefinition definition;
    try {
      definition = TrustItems.definition(session, workflow(selected), null);
    } catch (InputException unreadable) {
      return JsonNull.NULL;
    }
    boolean parallel = selected.dialect().resumePolicy().hasParallelPhases();
    var phases = new ArrayList<JsonObject>();
    PhaseName before = null;
    var listed = selected.read(session.project().runs()).phases();
    var all = listed.stream().map(Phase::name).toList();
    for (var name : all) {
      var needs =
          parallel
              ? definition.needs(name, all)
              : before == null ? List.<PhaseName>of() : List.of(before);
      phases.add(
          JsonObject.builder()
              .add("phase", name.value())
              .add("needs", needs.stream().map(PhaseName::value).toList())
              .addOrNull("each", definition.isEachTask(name) ? "tasks" : null)
              .build());
      before = name;
    }
    return JsonArray.of(phases);
  }
}
