package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.PhaseWords;
import dev.tidemark.app.command.session.ReportOptions;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.ShipAllowed;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The verbs that carry a run forward: `start`, `enter`, `done`, `fail`, `skip`, `finish`.
public final class PhaseCommands {
  private final Session session;
  private final ParsedCommand parsedCommand;

  /// Takes the session to act in.
  public PhaseCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Begins a run.
  public ExitCode start() {
    var item = parsedCommand.argument("ITEM");
    var words = parsedCommand.required("WORKFLOW") + (item == null ? "" : "/" + item);
    var runSelection =
        session.names().named(parsedCommand.has("any-command") ? usual(words) : words);
    if (!(runSelection instanceof Selected run)) {
      return session.unclear(runSelection);
    }
    var said = StartWords.of(run.dialect().name(), words);
    var change =
        new Change.StartRun(
            said.workflow(),
            said.item(),
            phases(),
            parsedCommand.has("fresh"),
            parsedCommand.has("any-command"),
            session.inputs().text(parsedCommand.value("goal")));
    var decision = new StartRecovery(session).decide(run.dialect(), run.id(), change);
    var exit = decision.exit();
    if (exit != null) {
      return exit;
    }
    if (decision.fresh() && !change.fresh()) {
      change =
          new Change.StartRun(
              change.workflow(), change.item(), change.phases(), true, change.any(), change.goal());
    }
    return apply(run, change);
  }

  /// An undefined workflow belongs to the default format, independent of other formats'
  /// definitions.
  private String usual(String words) {
    int cut = words.indexOf('/');
    var first = cut < 0 ? words : words.substring(0, cut);
    return session.project().runs().names().contains(first)
        ? words
        : session.usualDialect() + "/" + words;
  }

  /// Begins a phase.
  public ExitCode enter() {
    return onPhase(phase -> new Change.StartPhase(phase, report(null)));
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

  /// Gives a phase up for now.
  public ExitCode fail() {
    var given = session.inputs().text(parsedCommand.value("reason"));
    return onPhase(
        phase -> {
          var reason = given == null ? session.prompt().line("Why did " + phase + " fail?") : given;
          return new Change.FailPhase(phase, reason == null ? "" : reason, PhaseReport.NONE);
        });
  }

  /// Leaves a phase out.
  public ExitCode skip() {
    var reason = session.inputs().text(parsedCommand.value("reason"));
    return onPhase(phase -> new Change.SkipPhase(phase, reason == null ? "" : reason));
  }

  /// Ends the run.
  public ExitCode finish() {
    return onRun(new Change.FinishRun());
  }

  /// Adds a task, or changes the status of one.
  public ExitCode task() {
    var step = TaskStep.valueOf(parsedCommand.required("STEP").toUpperCase(Locale.ROOT));
    var reason = session.inputs().text(parsedCommand.value("reason"));
    boolean said = reason != null && !reason.isBlank();
    if (said && step != TaskStep.FAIL && step != TaskStep.BLOCK) {
      return session.misused(
          "reason-without-failure",
          "--reason is for a task that failed or is blocked",
          "Leave it out, or record it as a note: tidemark note TEXT");
    }
    var task = session.inputs().text(parsedCommand.required("TASK"));
    return onRun(new Change.ChangeTask(step, task == null ? "" : task, said ? reason : null, null));
  }

  /// Approves a phase.
  public ExitCode approve() {
    return onPhase(Change.ApprovePhase::new);
  }

  private ExitCode onRun(Change change) {
    var runSelection = session.selectToChange();
    return runSelection instanceof Selected run
        ? apply(run, change)
        : session.unclear(runSelection);
  }

  private ExitCode onPhase(PhaseChange change) {
    var word = parsedCommand.required("PHASE");
    if (word.isBlank()) {
      return session.misused("no-name", "PHASE must not be blank", "Name a phase.");
    }
    var runSelection = session.selectToChange();
    if (!(runSelection instanceof Selected run)) {
      return session.unclear(runSelection);
    }
    var words = new PhaseWords(session.project(), run);
    var phase = words.find(word);
    if (phase == null) {
      return session.refused(
          run.id().toString(), new Refusal<>(List.of(words.missing(word)), List.of()));
    }
    boolean forceable = parsedCommand.name().equals("enter") || parsedCommand.name().equals("done");
    var forced = forceable ? forced(run) : ExitCode.SUCCESS;
    return forced == ExitCode.SUCCESS ? apply(run, change.of(phase)) : forced;
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

  private List<PhaseName> phases() {
    var words = parsedCommand.value("phases");
    var names = new ArrayList<PhaseName>();
    if (words != null) {
      for (var word : words.split(",", -1)) {
        if (!word.isBlank()) {
          names.add(new PhaseName(word.trim()));
        }
      }
    }
    return names;
  }

  private @Nullable ContextSummary summary() {
    var file = parsedCommand.value("summary-file");
    var text =
        file == null
            ? session.inputs().text(parsedCommand.value("summary"))
            : session.inputs().file(file);
    return text == null ? null : new ContextSummary(Utf8.unmarked(text));
  }

  private PhaseReport report(@Nullable ContextSummary summary) {
    boolean done = parsedCommand.name().equals("done");
    return done
        ? new ReportOptions(session).report(summary)
        : new PhaseReport(summary, List.of(), List.of(), null);
  }

  private ExitCode apply(Selected run, Change change) {
    var changeRunner = new ChangeRunner(session);
    return change instanceof Change.ApprovePhase approve
        ? changeRunner.approve(run.dialect(), run.id(), approve)
        : changeRunner.apply(run.dialect(), run, change);
  }

  /// A change of a phase that is only known once the run is.
  private interface PhaseChange {
    Change of(PhaseName phase);
  }
}
