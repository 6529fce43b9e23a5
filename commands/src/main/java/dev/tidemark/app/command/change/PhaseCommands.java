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
import dev.tidemark.app.command.session.PhaseWords;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.OpenPhases;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.ShipAllowed;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.CommandLines;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The verbs that carry a run from phase to phase: `enter`, `done`, `fail`, `skip`, `finish` and
/// `approve`.
public final class PhaseCommands {
  private final Session session;
  private final ParsedCommand parsedCommand;

  /// Takes the session to act in.
  public PhaseCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `enter`.
  public static CommandSpec enterSpec() {
    return new CommandSpec(
            "enter",
            CommandGroup.RUN,
            WRITES_RUN,
            "begin work on a phase",
            List.of(
                Argument.required("PHASE", ValueKind.PHASES, "the phase, by name or by number")),
            List.of(
                anywayOption(),
                forcing().getFirst(),
                forcing().getLast(),
                Option.value("task", "TASK", ValueKind.NAME, "the first task, such as T002")
                    .ofProtocol("state"),
                newPhase(),
                Option.flag("continue", "enter it although another phase is expected")
                    .ofProtocol("phase")),
            List.of(
                new Example("tidemark enter implementation", "in the only open run"),
                new Example(
                    "tidemark enter review --run implement/auth", "in a run given by name")))
        .byServer();
  }

  /// Begins a phase.
  public ExitCode enter() {
    return onPhase(phase -> new Change.StartPhase(phase, report(null)));
  }

  /// Specification of `done`.
  public static CommandSpec doneSpec() {
    return new CommandSpec(
            "done",
            CommandGroup.RUN,
            WRITES_RUN,
            "complete a phase and record its results",
            List.of(
                Argument.required("PHASE", ValueKind.PHASES, "the phase, by name or by number")),
            ending(
                Option.value(
                    "summary", "TEXT", ValueKind.TEXT, "what the next phase must know; - = stdin"),
                Option.value(
                    "summary-file", "FILE", ValueKind.FILES, "the summary from a file; - = stdin"),
                Option.value("created", "FILE", ValueKind.FILES, "files the phase created")
                    .repeated(),
                Option.value("modified", "FILE", ValueKind.FILES, "files the phase changed")
                    .repeated(),
                Option.value("removed", "FILE", ValueKind.FILES, "files that are none of the phase")
                    .repeated(),
                Option.value(
                        "decision",
                        "TEXT",
                        ValueKind.TEXT,
                        "a decision that later phases depend on")
                    .repeated(),
                // Refused: it was accepted and ignored once.
                Option.value("task", "TASK", ValueKind.NAME, "see tidemark task").hidden()),
            List.of(
                new Example(
                    "tidemark done implementation --summary \"Tokens are rotated on use.\""
                        + " --created src/a.ts src/c.ts --modified src/b.ts --decision \"Sessions"
                        + " stay on the server\"",
                    "with summary, files and a decision"),
                new Example(
                    "tidemark done review --summary - < notes.md", "the summary from stdin"),
                new Example(
                    "tidemark done 2 --run implement/auth", "the second phase of a named run"),
                new Example("tidemark done research --dry-run", "show what would be written")))
        .byServer();
  }

  /// Completes a phase.
  public ExitCode done() {
    if (parsedCommand.has("summary") && parsedCommand.has("summary-file")) {
      return session.misused(
          "two-summaries",
          "--summary and --summary-file are both given; one of the two would be lost",
          "Give one of them.");
    }
    var task = parsedCommand.value("task");
    if (task != null) {
      var run = parsedCommand.value("run");
      return session.misused(
          "task-with-done",
          "done completes the whole phase; --task names one task of it",
          "End the task: tidemark task done "
              + CommandLines.word(task)
              + (run == null ? "" : " --run " + CommandLines.word(run)));
    }
    var summary = summary();
    if (summary != null && summary.text().isBlank()) {
      return session.misused(
          "empty-summary",
          "the summary is empty, so nothing was recorded",
          "Give a summary for the next phase, or leave the option out.");
    }
    return onPhase(phase -> new Change.CompletePhase(phase, report(summary)));
  }

  /// Specification of `fail`.
  public static CommandSpec failSpec() {
    return new CommandSpec(
            "fail",
            CommandGroup.RUN,
            WRITES_RUN,
            "mark a phase as failed",
            List.of(
                Argument.required("PHASE", ValueKind.PHASES, "the phase, by name or by number")),
            List.of(
                Option.value(
                    "reason",
                    "TEXT",
                    ValueKind.TEXT,
                    "the reason; asked for at a terminal; - = stdin"),
                noCommit()),
            List.of(
                new Example(
                    "tidemark fail tests --reason \"The database is down\"", "with a reason")))
        .byServer();
  }

  /// Gives a phase up for now.
  public ExitCode fail() {
    var given = session.inputs().text(parsedCommand.value("reason"));
    return onPhase(
        phase -> {
          var reason = given == null ? session.prompt().line("Why did " + phase + " fail?") : given;
          return new Change.FailPhase(phase, reason == null ? "" : reason, PhaseReport.NONE);
        });
  }

  /// Specification of `skip`.
  public static CommandSpec skipSpec() {
    return new CommandSpec(
            "skip",
            CommandGroup.RUN,
            WRITES_RUN,
            "skip a phase",
            List.of(
                Argument.required("PHASE", ValueKind.PHASES, "the phase, by name or by number")),
            List.of(
                Option.value(
                    "reason", "TEXT", ValueKind.TEXT, "why the phase is not needed; - = stdin"),
                noCommit()),
            List.of(
                new Example("tidemark skip design --reason \"Nothing to draw\"", "with a reason")))
        .byServer();
  }

  /// Leaves a phase out.
  public ExitCode skip() {
    var reason = session.inputs().text(parsedCommand.value("reason"));
    return onPhase(phase -> new Change.SkipPhase(phase, reason == null ? "" : reason));
  }

  /// Specification of `finish`.
  public static CommandSpec finishSpec() {
    return new CommandSpec(
        "finish",
        CommandGroup.RUN,
        WRITES_RUN,
        "finish a run",
        List.of(Argument.run()),
        List.of(
            Option.value(
                "abandon", "REASON", ValueKind.TEXT, "end it with open phases, which are kept"),
            Option.flag("bundle", "stage the removal, but do not commit").ofProtocol("item"),
            noCommit()),
        List.of(
            new Example("tidemark finish", "the only open run"),
            new Example(
                "tidemark finish implement/auth --abandon \"The library does it\"",
                "give a run up; its phases and notes stay")));
  }

  /// Ends the run.
  public ExitCode finish() {
    var runSelection = session.selectToChange();
    if (!(runSelection instanceof Selected run)) {
      return session.selectionRefused(runSelection);
    }
    var reason = session.inputs().text(parsedCommand.value("abandon"));
    if (reason != null) {
      return apply(run, Change.FinishRun.abandon(reason));
    }
    boolean asks = session.prompt().isInteractive() && session.changeMode() == ChangeMode.COMMIT;
    var open = asks ? openPhases(run.dialect(), run.id()) : null;
    return open == null ? apply(run, new Change.FinishRun()) : offerToAbandon(run, open);
  }

  /// Returns the refusal of a run with open or failed phases; null if it has none.
  private <C extends Checkpoint> @Nullable Refusal<C> openPhases(
      Dialect<C> dialect, CheckpointId id) {
    var by = new Caller(session.actor(), ChangeMode.DRY_RUN, new DialectOptions(session.details()));
    try {
      var change = new Change.FinishRun();
      var outcome = session.project().checkpoints().apply(dialect, id, change, by).outcome();
      return outcome instanceof Refusal<C> no && OpenPhases.isAmong(no.blockers()) ? no : null;
    } catch (FormatException unreadable) {
      return null;
    }
  }

  private ExitCode offerToAbandon(Selected run, Refusal<?> open) {
    var refused = session.refused(run.id().toString(), open);
    if (!session.prompt().confirm("Abandon " + run.id() + "? Its phases are kept.", false)) {
      return refused;
    }
    var reason = session.prompt().line("Why?");
    if (reason == null) {
      session
          .screen()
          .problem(
              "nothing was done: a reason is needed",
              "Give one: " + CommandLines.of("finish --abandon REASON", run.id()));
      return refused;
    }
    return apply(run, Change.FinishRun.abandon(reason));
  }

  /// Specification of `approve`.
  public static CommandSpec approveSpec() {
    return new CommandSpec(
        "approve",
        CommandGroup.GATES,
        WRITES_RUN,
        "approve a phase, or request changes",
        List.of(Argument.required("PHASE", ValueKind.PHASES, "the phase, by name or by number")),
        List.of(
            Option.value(
                    "seen",
                    "DIGEST",
                    ValueKind.NAME,
                    "the digest that was shown; nothing else is approved")
                .hidden(),
            Option.value(
                "request-changes",
                "COMMENT",
                ValueKind.TEXT,
                "do not approve; describe the required changes")),
        List.of(
            new Example("tidemark approve design", "approve the design"),
            new Example(
                "tidemark approve design --request-changes \"Name the error codes\"",
                "keep the gate closed; the agent gets the comment")));
  }

  /// Approves a phase.
  public ExitCode approve() {
    return onPhase(Change.ApprovePhase::new);
  }

  /// Applies a change of the phase that the call names, which is only known once the run is.
  private ExitCode onPhase(Function<PhaseName, Change> change) {
    var word = parsedCommand.required("PHASE");
    if (word.isBlank()) {
      return session.misused("no-name", "PHASE must not be blank", "Name a phase.");
    }
    var runSelection = session.selectToChange();
    if (!(runSelection instanceof Selected run)) {
      return session.selectionRefused(runSelection);
    }
    var words = new PhaseWords(session.project(), run);
    var phase = words.find(word);
    if (phase == null) {
      return session.refused(
          run.id().toString(), new Refusal<>(List.of(words.missing(word)), List.of()));
    }
    boolean forceable = parsedCommand.name().equals("enter") || parsedCommand.name().equals("done");
    var forced = forceable ? forced(run) : ExitCode.SUCCESS;
    return forced == ExitCode.SUCCESS ? apply(run, change.apply(phase)) : forced;
  }

  private ExitCode forced(Selected run) {
    var reason = parsedCommand.value("reason");
    if (parsedCommand.has("force")) {
      return reason == null || reason.isBlank()
          ? session.misused(
              "no-reason", "--force needs a reason", "Add a reason: --force --reason TEXT")
          : force(run, reason);
    }
    return reason == null
        ? ExitCode.SUCCESS
        : session.misused(
            "reason-without-force",
            "--reason is for a ship gate that is forced",
            "Leave it out, or add --force.");
  }

  private ExitCode force(Selected run, String reason) {
    var id = run.id();
    var defined = session.project().workflows().find(id.dialect(), id.workflow());
    for (var phase : defined.isEmpty() ? List.<PhaseDefinition>of() : defined.get().phases()) {
      for (var gate : phase.gates()) {
        if (gate.condition() instanceof ShipAllowed) {
          return new ShipCommand(session, run).force(reason);
        }
      }
    }
    return session.refused(
        id.toString(),
        new Refusal<>(
            List.of(
                Blocker.refused(
                    "no-ship-gate",
                    id + " has no ship gate that --force could open",
                    "See its gates: " + CommandLines.of("gate", id))),
            List.of()));
  }

  private @Nullable ContextSummary summary() {
    var file = parsedCommand.value("summary-file");
    var text =
        file == null
            ? session.inputs().text(parsedCommand.value("summary"))
            : session.inputs().file(file);
    return text == null ? null : new ContextSummary(Utf8.withoutByteOrderMark(text));
  }

  private PhaseReport report(@Nullable ContextSummary summary) {
    boolean done = parsedCommand.name().equals("done");
    return done ? session.report(summary) : new PhaseReport(summary, List.of(), List.of(), null);
  }

  private ExitCode apply(Selected run, Change change) {
    var changeRunner = new ChangeRunner(session);
    return change instanceof Change.ApprovePhase approve
        ? changeRunner.approve(run.dialect(), run.id(), approve)
        : changeRunner.apply(run.dialect(), run, change);
  }

  private static Option noCommit() {
    return Option.flag("no-commit", "write, but do not commit").ofProtocol("item");
  }

  private static Option anywayOption() {
    return Option.value(
            "anyway", "REASON", ValueKind.TEXT, "pass an advisory gate, with the reason")
        .ofProtocol("");
  }

  /// No words of a format: the ship gate is forced before the run is changed.
  private static List<Option> forcing() {
    return List.of(
        Option.flag("force", "pass the closed ship gate"),
        Option.value("reason", "TEXT", ValueKind.TEXT, "the reason for --force"));
  }

  private static Option newPhase() {
    return Option.flag("new", "add a phase to the run").ofProtocol("state");
  }

  /// Returns the options given, and the format-specific options at the end of a phase.
  private static List<Option> ending(Option... own) {
    List<Option> all = new ArrayList<>(List.of(own));
    all.add(text("outcome", "a concrete result").repeated().ofProtocol("phase"));
    all.add(text("context", "what the next phase must know").repeated().ofProtocol("phase, item"));
    all.add(text("open", "an open point").repeated().ofProtocol("phase"));
    all.add(
        Option.value("result", "RESULT", ValueKind.oneOf("pass", "fail"), "the result of a review")
            .ofProtocol("phase"));
    all.add(text("next", "a next step, or another next phase").repeated().ofProtocol("phase"));
    all.add(
        Option.value(
                "clear",
                "ANSWER",
                ValueKind.oneOf("yes", "no"),
                "whether to clear the conversation")
            .ofProtocol("phase"));
    all.add(text("why", "the reason for --clear").ofProtocol("phase"));
    all.add(
        Option.value("messages", "N", ValueKind.COUNT, "the number of messages in the session")
            .ofProtocol("phase"));
    all.add(Option.flag("partial", "the build continues in another session").ofProtocol("phase"));
    all.add(Option.flag("complete", "the build is finished").ofProtocol("phase"));
    all.add(Option.flag("skip-to", "skip the phases in between").ofProtocol("item"));
    all.add(noCommit());
    all.add(anywayOption());
    all.addAll(forcing());
    all.add(newPhase());
    return all;
  }

  private static Option text(String name, String meaning) {
    return Option.value(name, "TEXT", ValueKind.TEXT, meaning);
  }
}
