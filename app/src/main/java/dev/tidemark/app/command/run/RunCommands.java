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
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.TrustCommand;
import dev.tidemark.app.command.session.TrustItems;
import dev.tidemark.app.demo.ShellWords;
import dev.tidemark.app.view.ChangeView;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonNumber;
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
            Option.value("trust", "DIGEST", ValueKind.NAME, "trust the settings with this digest")),
        List.of(
            new Example("tidemark run implement/auth --agent claude", "up to its end"),
            new Example(
                "tidemark run --command \"./agent.sh --fast\"", "with a program of your own"),
            new Example(
                "tidemark run --until design --max-cost 5.00", "one phase, for 5 dollars")));
  }

  /// Drives a run.
  public ExitCode run() throws IOException {
    if (parsedCommand.has("agent") && parsedCommand.has("command")) {
      return session.misused(
          "two-agents", "--agent and --command exclude each other", "Give one of them.");
    }
    var runSelection = session.selectToChange();
    if (!(runSelection instanceof Selected selected)) {
      return session.unclear(runSelection);
    }
    var options = options(selected);
    var id = selected.id();
    var project = session.project();
    var workflow = project.workflows().find(id.dialect(), id.workflow()).orElse(null);
    var definition = TrustItems.definition(session, workflow);
    if (session.mode() == ChangeMode.DRY_RUN) {
      return rehearse(selected, definition);
    }
    if (!definition.isEmpty() && !isTrusted(definition)) {
      return untrusted(selected, definition);
    }
    var gate = untrustedGate(workflow);
    if (gate != null) {
      return new GateCommands(session).untrusted(id, gate);
    }
    try (var host = new SessionHost(session)) {
      var runner = new Runner(project, selected.dialect(), id, definition, options, host);
      return shown(runner.run(), host);
    } catch (ClaimedException | StaleOwnerException taken) {
      session.problem(ProblemView.of(taken));
      return ExitCode.LEASE_LOST;
    }
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
        maxTime());
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

  private ExitCode untrusted(Selected selected, RunDefinition definition) {
    var item = TrustItems.of(definition);
    var blocker =
        new Blocker(
            Blocker.Kind.ASK,
            "untrusted",
            "the agents and prompts in " + definition.file() + " are not trusted yet",
            "Let the user look at them and trust them: tidemark trust; on a build server: --trust "
                + item.digest());
    return session.refused(selected.id().toString(), new Refusal<>(List.of(blocker), List.of()));
  }

  private ExitCode rehearse(Selected selected, RunDefinition definition) {
    var run = selected.read(session.project().runs());
    var point = run.resumePoint();
    var under = run.inProgress(point);
    var phase = under == null ? point.next() : under;
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

  private ExitCode shown(RunResult result, SessionHost host) {
    var id = result.run().toString();
    var cost = result.cost();
    var json =
        JsonObject.builder()
            .add("run", id)
            .add("status", result.status().word())
            .add("attempts", result.attempts())
            .add(
                "cost_usd", cost == null ? JsonNull.NULL : JsonNumber.spelled(cost.toPlainString()))
            .add("events", host.events())
            .build();
    if (result.status() == RunResult.Status.DONE) {
      session.show(
          JsonObject.builder().add("ok", true).build().withAll(json),
          List.of(id + ": done; " + count(result) + " made"));
      return ExitCode.SUCCESS;
    }
    var no = new Refusal<>(result.blockers(), List.of());
    if (session.screen().look().json()) {
      session.screen().json(ChangeView.refusal(id, no).withAll(json));
    }
    for (var blocker : result.blockers()) {
      session.screen().problem(blocker.reason(), blocker.hint());
    }
    return switch (result.status()) {
      case DONE, REFUSED -> ExitCode.REFUSED;
      case GATE -> ExitCode.GATE;
      case WAITING -> ExitCode.DECISION;
      case BUDGET -> ExitCode.BUDGET;
    };
  }

  private static String count(RunResult result) {
    return result.attempts() == 1 ? "1 attempt" : result.attempts() + " attempts";
  }

  /// Specification of `run stop`.
  public static CommandSpec stopSpec() {
    return new CommandSpec(
        "run stop",
        CommandGroup.RUN,
        WRITES,
        "stop the runner of a run after its attempt",
        List.of(Argument.run()),
        List.of(Option.flag("now", "end its agent at once")),
        List.of(
            new Example("tidemark run stop", "when its attempt has ended"),
            new Example("tidemark run stop implement/auth --now", "at once")));
  }

  /// Stops the runner of a run.
  public ExitCode stop() throws IOException {
    var runSelection = session.select();
    if (!(runSelection instanceof Selected selected)) {
      return session.unclear(runSelection);
    }
    var id = selected.id();
    try (var log = new AttemptLog(session.project().root(), id)) {
      if (!log.isRunning()) {
        var blocker =
            Blocker.refused(
                "not-running", id + " is not driven by a runner", "See: tidemark status");
        return session.refused(id.toString(), new Refusal<>(List.of(blocker), List.of()));
      }
      boolean now = parsedCommand.has("now");
      if (session.mode() == ChangeMode.COMMIT) {
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
            Option.flag("errors", "print its standard error instead")),
        List.of(
            new Example("tidemark run log", "all attempts"),
            new Example("tidemark run log implement/auth --attempt 2", "the output of one")));
  }

  /// Shows the attempts of a run.
  public ExitCode log() throws IOException {
    var runSelection = session.selectShown();
    if (!(runSelection instanceof Selected selected)) {
      return session.unclear(runSelection);
    }
    var project = session.project();
    var id = selected.id();
    var number = parsedCommand.value("attempt");
    if (number == null) {
      return list(selected);
    }
    int wanted = parsedCommand.count("attempt", 0);
    boolean known = false;
    for (var attempt : Runner.attempts(project.history().history(id))) {
      known |= attempt.number() == wanted;
    }
    if (!known) {
      var blocker =
          Blocker.refused(
              "no-attempt",
              "there is no attempt " + number,
              "See all: " + CommandLines.of("run log", id));
      return session.refused(id.toString(), new Refusal<>(List.of(blocker), List.of()));
    }
    try (var log = new AttemptLog(project.root(), id)) {
      var text = log.text(wanted, parsedCommand.has("errors"));
      session.show(
          JsonObject.builder().add("run", id.toString()).add("output", text).build(), List.of());
      session.screen().raw(text.getBytes(UTF_8));
      return ExitCode.SUCCESS;
    }
  }

  private ExitCode list(Selected selected) {
    var id = selected.id();
    var lines = new ArrayList<String>();
    var all = new ArrayList<JsonObject>();
    for (var attempt : Runner.attempts(session.project().history().history(id))) {
      var outcome = attempt.outcome();
      var word = outcome == null ? "running or killed" : outcome.word();
      var cost = attempt.cost();
      lines.add(
          attempt.number()
              + "  "
              + attempt.phase()
              + "  "
              + attempt.agent()
              + "  "
              + word
              + (cost == null ? "" : "  " + cost.toPlainString() + " USD")
              + (attempt.reason().isEmpty() ? "" : "  (" + attempt.reason() + ")"));
      all.add(
          JsonObject.builder()
              .add("attempt", attempt.number())
              .add("phase", attempt.phase().value())
              .addOrNull("outcome", outcome == null ? null : outcome.word())
              .add("start", attempt.start())
              .add("end", attempt.end())
              .build());
    }
    if (lines.isEmpty()) {
      lines.add(id + " has no attempts");
    }
    session.show(
        JsonObject.builder().add("run", id.toString()).add("attempts", JsonArray.of(all)).build(),
        lines);
    return ExitCode.SUCCESS;
  }
}
