package dev.tidemark.app.command.change;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES_RUN;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.TrustCommand;
import dev.tidemark.app.command.session.TrustItems;
import dev.tidemark.app.command.verify.RunReceipts;
import dev.tidemark.app.view.GateView;
import dev.tidemark.app.view.GateView.Receipts;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.app.view.run.Views;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.GateState;
import dev.tidemark.engine.run.DefinitionChange;
import dev.tidemark.engine.run.MissingDocument;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.history.Proof;
import dev.tidemark.integrations.process.CommandEnvironment;
import dev.tidemark.integrations.process.ProcessRunner;
import dev.tidemark.integrations.process.SearchPath;
import dev.tidemark.json.JsonObject;
import dev.tidemark.port.CommandRunner;
import dev.tidemark.text.NearestWord;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.PreviewAllowed;
import dev.tidemark.workflow.ReportPassed;
import dev.tidemark.workflow.Reviewed;
import dev.tidemark.workflow.change.Change.Judgement;
import dev.tidemark.workflow.change.Change.SetGate;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.OutputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The verbs `gate`, `gate set` and `gate run`.
public final class GateCommands {
  private final Session session;
  private final ParsedCommand parsedCommand;

  public GateCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `gate`.
  public static CommandSpec showSpec() {
    return new CommandSpec(
            "gate",
            CommandGroup.GATES,
            WRITES_RUN,
            "show the gates of a run, or evaluate one",
            List.of(
                Argument.optional(
                    "NAME",
                    ValueKind.named("gates"),
                    "the gate, by name; ship = the ship gate, without a run"),
                Argument.run()),
            List.of(
                Option.flag("force", "ship: pass the closed gate"),
                Option.value("reason", "TEXT", ValueKind.TEXT, "ship: the reason for --force")),
            List.of(
                new Example("tidemark gate", "all gates of the open run"),
                new Example("tidemark gate tests", "one gate; exit code 3 if it is closed"),
                new Example("tidemark gate implement/auth", "all gates of a run given by name"),
                new Example("tidemark gate ship", "the ship gate"),
                new Example(
                    "tidemark gate ship --force --reason \"The outage is worse\"",
                    "pass the closed ship gate; recorded in the history")))
        .byServer();
  }

  public ExitCode show() {
    var name = parsedCommand.argument("NAME");
    if (SetGate.SHIP.equals(name)) {
      return new ShipCommand(session).judge();
    }
    if (parsedCommand.has("force")) {
      return session.misused(
          "only-ship",
          "only the ship gate can be forced",
          "Force the ship gate: tidemark gate ship --force");
    }
    var runSelection = session.selectShown();
    if (!(runSelection instanceof Selected run)) {
      return session.selectionRefused(runSelection);
    }
    var id = run.id().toString();
    var states = session.project().gates().states(run.dialect(), run.id());
    var read = run.read(session.project().runs());
    var changed = DefinitionChange.notices(read);
    session.printNotices(changed);
    if (name == null) {
      var receipts = receipts(run.id());
      var json = GateView.json(id, states, receipts).with("notices", Views.notices(changed));
      boolean had = read.document().evidence().startedWithGates();
      session.paint(json, lines(run, states, receipts, had));
      return ExitCode.SUCCESS;
    }
    var named = named(states, name);
    if (named.isEmpty()) {
      return unknown(run, states, name);
    }
    var receipts = receipts(run.id());
    session.paint(GateView.json(id, named, receipts), GateView.lines(id, named, receipts));
    var blockers = new ArrayList<Blocker>();
    for (var state : named) {
      blockers.addAll(state.blockers());
    }
    return blockers.isEmpty() ? ExitCode.SUCCESS : Session.exit(ProblemView.exit(blockers));
  }

  /// Returns the receipts of the run's gates. Without a folder of receipts nothing is loaded.
  private Receipts receipts(CheckpointId id) {
    var folder = session.settings().receipts();
    if (folder == null || !Files.isDirectory(session.project().root().resolve(folder))) {
      return Receipts.NONE;
    }
    var receipts = RunReceipts.of(session, id, folder);
    for (var problem : receipts.problems()) {
      var message = problem.string("message");
      session.screen().note(String.valueOf(message));
    }
    return receipts;
  }

  /// Lists the gates of the definition or, where it has none, those of the format itself.
  ///
  /// @param had whether the run was started with gates
  private static List<StyledLine> lines(
      Selected run, List<GateState> states, Receipts receipts, boolean had) {
    var id = run.id().toString();
    var builtIn = run.dialect().rules().builtInGates();
    if (states.isEmpty() && had) {
      var text = id + " was started with gates, and " + run.id().workflow() + " defines none now";
      return StyledLine.plain(List.of(text));
    }
    if (!states.isEmpty() || builtIn.isEmpty()) {
      return GateView.lines(id, states, receipts);
    }
    var lines = new ArrayList<String>();
    lines.add(id + " has no gates of its own; the format " + run.dialect().name() + " has");
    for (var gate : builtIn) {
      lines.add("  " + gate);
    }
    return StyledLine.plain(lines);
  }

  /// Specification of `gate set`.
  public static CommandSpec setSpec() {
    return new CommandSpec(
            "gate set",
            CommandGroup.GATES,
            WRITES_RUN,
            "record the result of a review, of a report or of the preview",
            List.of(
                Argument.optional(
                    "NAME", ValueKind.named("gates"), "the gate, by name; default: the ship gate"),
                Argument.run()),
            List.of(
                Option.value(
                    "allowed",
                    "ANSWER",
                    ValueKind.oneOf("true", "false"),
                    "the result of the review"),
                Option.value("blocker", "TEXT", ValueKind.TEXT, "a reason against it").repeated(),
                Option.value(
                        "report",
                        "FILE",
                        ValueKind.FILES,
                        "reports of a tool: files, or their folders")
                    .repeated(),
                Option.value(
                    "status",
                    "STATUS",
                    ValueKind.oneOf("ready", "building", "pending", "failed"),
                    "preview: the status of the deployment"),
                Option.value(
                    "url", "URL", ValueKind.TEXT, "preview: the address of the deployment")),
            List.of(
                new Example("tidemark gate set --allowed true", "the review passed"),
                new Example(
                    "tidemark gate set --allowed false --blocker \"2 tests failing\"",
                    "the review failed, with the reason"),
                new Example(
                    "tidemark gate set review --allowed true", "for a review gate of the run"),
                new Example(
                    "tidemark gate set unit --report target/surefire-reports",
                    "a folder of JUnit XML"),
                new Example(
                    "tidemark gate set lint --report eslint.sarif", "results of static analysis"),
                new Example(
                    "tidemark gate set policy --report vsa.intoto.jsonl", "in-toto statements"),
                new Example(
                    "tidemark gate set preview --status ready --url https://x.test",
                    "the preview deployment is ready")))
        .mode("status", WRITES_RUN, List.of("url"), List.of("allowed", "report", "blocker"))
        .mode("report", WRITES_RUN, List.of(), List.of("allowed", "blocker"));
  }

  /// Records the result of a gate.
  public ExitCode set() {
    var name = parsedCommand.argument("NAME");
    var wrong = misused(name);
    if (wrong != null) {
      return wrong;
    }
    var status = parsedCommand.value("status");
    if (status != null) {
      return preview().set(status, parsedCommand.value("url"));
    }
    var reports = parsedCommand.values("report");
    boolean allowed = "true".equals(parsedCommand.value("allowed"));
    var change =
        new SetGate(
            name == null ? SetGate.SHIP : name,
            allowed ? Judgement.PASSED : Judgement.FAILED,
            parsedCommand.values("blocker"));
    if (name == null || name.equals(SetGate.SHIP)) {
      return new ShipCommand(session).set(change);
    }
    var runSelection = session.selectToChange();
    if (!(runSelection instanceof Selected run)) {
      return session.selectionRefused(runSelection);
    }
    var states = session.project().gates().states(run.dialect(), run.id());
    for (var state : named(states, name)) {
      var condition = state.gate().condition();
      if (condition instanceof Reviewed && reports.isEmpty()) {
        return review(run, change, allowed);
      }
      if (condition instanceof ReportPassed report && !reports.isEmpty()) {
        return new GateReports(session).record(run, report, reports);
      }
    }
    return unknown(run, states, name);
  }

  /// Reports options of `gate set` that do not fit to the gate; null if all do.
  private @Nullable ExitCode misused(@Nullable String name) {
    if (parsedCommand.has("status")) {
      return PreviewAllowed.NAME.equals(name)
          ? null
          : session.misused(
              "only-preview",
              "--status is for the gate preview only",
              "Name it: tidemark gate set preview --status STATUS");
    }
    if (parsedCommand.has("report")) {
      return name != null && !name.equals(SetGate.SHIP)
          ? null
          : session.misused(
              "no-name",
              "--report needs the name of a report gate",
              "Name it: tidemark gate set NAME --report FILE");
    }
    if (!parsedCommand.has("allowed")) {
      return session.misused(
          "no-answer",
          "--allowed is missing",
          "Give --allowed true or --allowed false; of a report gate --report FILE.");
    }
    return "false".equals(parsedCommand.value("allowed")) || !parsedCommand.has("blocker")
        ? null
        : session.misused(
            "contradiction",
            "--allowed true and --blocker contradict each other",
            "Give --allowed false, or leave the blockers out.");
  }

  private ExitCode review(Selected run, SetGate change, boolean allowed) {
    var receipts = new ReceiptWriter(session);
    var unsigned = allowed ? signed(receipts, run, change.gate()) : null;
    if (unsigned != null) {
      return session.refused(run.id().toString(), new Refusal<>(List.of(unsigned), List.of()));
    }
    var ended = new ChangeRunner(session).apply(run.dialect(), run, change);
    if (ended == ExitCode.SUCCESS) {
      receipts.write(run.dialect(), run.id(), change.gate(), List.of(Claim.Verdict.WORD));
    }
    return ended;
  }

  private PreviewCommand preview() {
    return new PreviewCommand(session, new ShipCommand(session));
  }

  /// Signs the receipt of a passed review by a person. The key is not that of an agent, and a
  /// verdict that opens nothing needs no signature.
  private @Nullable Blocker signed(ReceiptWriter receipts, Selected run, String gate) {
    if (session.actor().kind() != Actor.Kind.PERSON) {
      return null;
    }
    var position = session.project().gates().position();
    var claim = new Claim.Verdict(gate, true, List.of(), position);
    return receipts.sign(run.dialect(), run.id(), gate, claim);
  }

  /// Specification of `gate run`.
  public static CommandSpec runSpec() {
    return new CommandSpec(
        "gate run",
        CommandGroup.GATES,
        WRITES_RUN,
        "run the command of a gate and record its result",
        List.of(
            Argument.required(
                "NAME",
                ValueKind.named("gates"),
                "the gate, by name; preview = the preview deployment"),
            Argument.run()),
        List.of(),
        List.of(
            new Example("tidemark gate run tests", "the command in the workflow's definition"),
            new Example("tidemark gate run preview", "wait for the configured time")));
  }

  /// Runs the command of a gate, or waits for the preview deployment.
  public ExitCode run() {
    var name = parsedCommand.required("NAME");
    if (isPreview(name)) {
      return preview().await();
    }
    var runSelection = session.selectToChange();
    if (!(runSelection instanceof Selected run)) {
      return session.selectionRefused(runSelection);
    }
    var there = run.read(session.project().runs());
    if (there.isMissing()) {
      var missing = MissingDocument.blocker(run.dialect(), run.id(), there.document());
      return session.refused(run.id().toString(), new Refusal<>(List.of(missing), List.of()));
    }
    var states = session.project().gates().states(run.dialect(), run.id());
    for (var state : named(states, name)) {
      if (state.gate().condition() instanceof CommandSucceeded command) {
        return run(run.dialect(), run.id(), command, state.proof());
      }
    }
    return unknown(run, states, name);
  }

  /// Returns whether a name means the preview deployment: no other gate of the run has it.
  private boolean isPreview(String name) {
    if (name.equals(PreviewAllowed.NAME) && session.select() instanceof Selected run) {
      var states = session.project().gates().states(run.dialect(), run.id());
      for (var state : named(states, name)) {
        if (!(state.gate().condition() instanceof PreviewAllowed)) {
          return false;
        }
      }
    }
    return name.equals(PreviewAllowed.NAME);
  }

  private ExitCode run(
      Dialect<?> dialect, CheckpointId id, CommandSucceeded gate, @Nullable Proof before) {
    var line = gate.text();
    if (session.changeMode() == ChangeMode.DRY_RUN) {
      session.confirm(ran(gate, null), List.of("would run " + String.join(" ", gate.command())));
      return ExitCode.SUCCESS;
    }
    if (!new TrustCommand(session).allows(TrustItems.of(gate))) {
      return untrusted(id, gate);
    }
    var root = session.project().root();
    var claim =
        execute(
            dialect,
            id,
            gate,
            before,
            session.screen().errors(),
            variables -> new ProcessRunner(root, variables));
    int code = claim.exit();
    var said = code == 0 ? line : "gate " + gate.gate() + " stays closed";
    session.confirm(ran(gate, claim), List.of(id + ": " + said));
    return code == 0 ? ExitCode.SUCCESS : ExitCode.REFUSED;
  }

  /// Runs the command of a gate for the runner, which has asked for trust, and records its result.
  ///
  /// @param output where its output goes
  /// @param commands runs a program that sees these variables
  /// @return whether it succeeded
  public boolean passes(
      Dialect<?> dialect,
      CheckpointId id,
      CommandSucceeded gate,
      OutputStream output,
      Function<Map<String, String>, CommandRunner> commands) {
    return execute(dialect, id, gate, null, output, commands).exit() == 0;
  }

  private Claim.CommandRun execute(
      Dialect<?> dialect,
      CheckpointId id,
      CommandSucceeded gate,
      @Nullable Proof before,
      OutputStream output,
      Function<Map<String, String>, CommandRunner> commands) {
    session.screen().note("running " + String.join(" ", gate.command()));
    var treePosition = session.project().gates().position();
    var root = session.project().root();
    var environment = new CommandEnvironment(root, session.place().environment());
    var program = environment.program(root, gate.command().getFirst());
    noteEnvironment(environment, program, before);
    var words = new ArrayList<>(gate.command());
    words.set(0, program == null ? words.getFirst() : program);
    var patience = Duration.ofSeconds(gate.timeoutSeconds());
    var exit =
        program == null
            ? Fact.<Integer>unknown(
                words.getFirst()
                    + " cannot be run: it "
                    + SearchPath.of(session.place().environment(), root).missing())
            : commands.apply(environment.variables()).run(words, patience, output);
    if (!exit.isKnown()) {
      session.screen().note(exit.reason());
    }
    if (!treePosition.equals(session.project().gates().position())) {
      session
          .screen()
          .note(
              "the work tree changed while the command ran, so the result does not apply to the"
                  + " current one");
    }
    int code = exit.orElse(-1);
    var claim = new Claim.CommandRun(gate.gate(), gate.command(), code, treePosition, program);
    session.project().gates().recordClaim(dialect, id, claim, Caller.of(session.actor()));
    new ReceiptWriter(session).write(dialect, id, gate.gate(), List.of(Claim.CommandRun.WORD));
    return claim;
  }

  /// Notes how the environment of a command differs from that of the caller and of its last run.
  private void noteEnvironment(
      CommandEnvironment environment, @Nullable String program, @Nullable Proof before) {
    if (!environment.removed().isEmpty()) {
      var removed = String.join(", ", environment.removed());
      session.screen().note("not passed on to the command: " + removed);
    }
    var last =
        before != null && before.claim() instanceof Claim.CommandRun run ? run.program() : null;
    if (program != null && last != null && !last.equals(program)) {
      session.screen().note("the command runs " + program + "; its last result is of " + last);
    }
  }

  /// Reports that the command of a gate is not trusted.
  public ExitCode untrusted(CheckpointId id, CommandSucceeded gate) {
    return session.refused(
        id.toString(), new Refusal<>(List.of(TrustItems.untrusted(gate)), List.of()));
  }

  private static JsonObject ran(CommandSucceeded gate, Claim.@Nullable CommandRun claim) {
    var json =
        JsonObject.builder()
            .add("ok", claim == null || claim.exit() == 0)
            .add("dry_run", claim == null)
            .add("gate", gate.gate())
            .add("command", gate.command());
    if (claim != null) {
      json.add("exit", claim.exit()).addOrNull("tree", claim.position().tree());
      json.addOrNull("program", claim.program());
    }
    return json.build();
  }

  private static List<GateState> named(List<GateState> states, String name) {
    var named = new ArrayList<GateState>();
    for (var state : states) {
      if (state.gate().name().equals(name)) {
        named.add(state);
      }
    }
    return named;
  }

  /// Returns the command that decides a gate.
  private static String how(CheckpointId id, GateState state) {
    var name = CommandLines.word(state.gate().name());
    var condition = state.gate().condition();
    if (condition instanceof ApprovedByPerson approval) {
      var phase = CommandLines.word(approval.approved().value());
      return "The user approves it: " + CommandLines.of("approve " + phase, id);
    }
    if (condition instanceof Reviewed) {
      var line = CommandLines.of("gate set " + name + " --allowed true", id);
      return "Record the result of a review: " + line;
    }
    if (condition instanceof ReportPassed) {
      return "Import a report: " + CommandLines.of("gate set " + name + " --report FILE", id);
    }
    if (condition instanceof PreviewAllowed) {
      return "Wait for it: " + CommandLines.of("gate run " + PreviewAllowed.NAME, id);
    }
    return condition instanceof CommandSucceeded
        ? "Run its command: " + CommandLines.of("gate run " + name, id)
        : "See its condition: " + CommandLines.of("gate " + name, id);
  }

  private ExitCode unknown(Selected run, List<GateState> states, String name) {
    var known = named(states, name);
    if (!known.isEmpty()) {
      var how = how(run.id(), known.getFirst());
      var text = run.id() + " has the gate " + name + ", which is decided in another way";
      var blocker = Blocker.refused("no-gate", text, how);
      return session.refused(run.id().toString(), new Refusal<>(List.of(blocker), List.of()));
    }
    var names = new ArrayList<String>();
    for (var state : states) {
      if (!names.contains(state.gate().name())) {
        names.add(state.gate().name());
      }
    }
    var near = NearestWord.find(name, names);
    var meant = near == null ? session.names().existing(name) : null;
    var hint =
        meant instanceof Selected other
            ? "It is a run; see its gates: " + CommandLines.of("gate", other.id())
            : near != null
                ? "Did you mean " + near + "?"
                : names.isEmpty()
                    ? "Put gates into .tidemark/workflows: tidemark help gates"
                    : "There are: " + String.join(", ", names);
    var blocker = Blocker.refused("no-gate", run.id() + " has no gate " + name, hint);
    return session.refused(run.id().toString(), new Refusal<>(List.of(blocker), List.of()));
  }
}
