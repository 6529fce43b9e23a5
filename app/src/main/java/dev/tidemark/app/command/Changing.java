package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Change.TaskStep;
import dev.tidemark.workflow.CommandLines;
import dev.tidemark.workflow.Outcome.Refusal;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.PhaseReport;
import dev.tidemark.workflow.ShipAllowed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The verbs that carry a run forward: `start`, `enter`, `done`, `fail`, `skip`, `finish`.
public final class Changing {
  private final Session session;
  private final Call call;

  /// Takes the session to act in.
  public Changing(Session session) {
    this.session = session;
    this.call = session.call();
  }

  /// Begins a run.
  public ExitCode start() {
    var item = call.argument("ITEM");
    var words = call.required("WORKFLOW") + (item == null ? "" : "/" + item);
    var selection = session.names().named(call.has("any-command") ? usual(words) : words);
    if (!(selection instanceof Selected run)) {
      return session.unclear(selection);
    }
    var said = StartWords.of(run.dialect().name(), words);
    var change =
        new Change.StartRun(
            said.workflow(),
            said.item(),
            phases(),
            call.has("fresh"),
            call.has("any-command"),
            session.inputs().text(call.value("goal")));
    var decision = new Recovering(session).decide(run.dialect(), run.id(), change);
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
    if (call.has("summary") && call.has("summary-file")) {
      return session.misused(
          "two-summaries",
          "--summary and --summary-file are both given; one of the two would be lost",
          "Give one of them.");
    }
    var task = call.value("task");
    if (task != null) {
      var run = call.value("run");
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
          "Say what the next phase must know, or leave the summary out.");
    }
    return onPhase(phase -> new Change.CompletePhase(phase, report(summary)));
  }

  /// Gives a phase up for now.
  public ExitCode fail() {
    var given = session.inputs().text(call.value("reason"));
    return onPhase(
        phase -> {
          var reason = given == null ? session.prompt().line("Why did " + phase + " fail?") : given;
          return new Change.FailPhase(phase, reason == null ? "" : reason, PhaseReport.NONE);
        });
  }

  /// Leaves a phase out.
  public ExitCode skip() {
    var reason = session.inputs().text(call.value("reason"));
    return onPhase(phase -> new Change.SkipPhase(phase, reason == null ? "" : reason));
  }

  /// Ends the run.
  public ExitCode finish() {
    return onRun(new Change.FinishRun());
  }

  /// Adds a task, or changes the status of one.
  public ExitCode task() {
    var step = TaskStep.valueOf(call.required("STEP").toUpperCase(Locale.ROOT));
    var reason = session.inputs().text(call.value("reason"));
    boolean said = reason != null && !reason.isBlank();
    if (said && step != TaskStep.FAIL && step != TaskStep.BLOCK) {
      return session.misused(
          "reason-without-failure",
          "--reason is for a task that failed or is blocked",
          "Leave it out, or record it as a note: tidemark note TEXT");
    }
    var task = session.inputs().text(call.required("TASK"));
    return onRun(new Change.ChangeTask(step, task == null ? "" : task, said ? reason : null, null));
  }

  /// Approves a phase.
  public ExitCode approve() {
    return onPhase(Change.ApprovePhase::new);
  }

  private ExitCode onRun(Change change) {
    var selection = session.selectToChange();
    return selection instanceof Selected run ? apply(run, change) : session.unclear(selection);
  }

  private ExitCode onPhase(PhaseChange change) {
    var word = call.required("PHASE");
    if (word.isBlank()) {
      return session.misused("no-name", "PHASE must not be blank", "Name a phase.");
    }
    var selection = session.selectToChange();
    if (!(selection instanceof Selected run)) {
      return session.unclear(selection);
    }
    var words = new PhaseWords(session.project(), run);
    var phase = words.find(word);
    if (phase == null) {
      return session.refused(
          run.id().toString(), new Refusal<>(List.of(words.missing(word)), List.of()));
    }
    boolean forceable = call.name().equals("enter") || call.name().equals("done");
    var forced = forceable ? forced(run) : ExitCode.SUCCESS;
    return forced == ExitCode.SUCCESS ? apply(run, change.of(phase)) : forced;
  }

  private ExitCode forced(Selected run) {
    var reason = call.value("reason");
    if (call.has("force")) {
      return reason == null || reason.isBlank()
          ? session.misused("no-reason", "--force needs a reason", "Say why: --force --reason TEXT")
          : force(run, reason);
    }
    return reason == null
        ? ExitCode.SUCCESS
        : session.misused(
            "reason-without-force",
            "--reason is for a ship gate that is forced",
            "Leave it out, or say --force as well.");
  }

  private ExitCode force(Selected run, String reason) {
    var id = run.id();
    var defined = session.project().workflows().find(id.dialect(), id.workflow());
    for (var phase : defined.isEmpty() ? List.<PhaseDefinition>of() : defined.get().phases()) {
      for (var gate : phase.gates()) {
        if (gate.condition() instanceof ShipAllowed) {
          return new Shipping(session, run).force(reason);
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
    var words = call.value("phases");
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
    var file = call.value("summary-file");
    var text =
        file == null ? session.inputs().text(call.value("summary")) : session.inputs().file(file);
    return text == null ? null : new ContextSummary(Utf8.unmarked(text));
  }

  private PhaseReport report(@Nullable ContextSummary summary) {
    boolean done = call.name().equals("done");
    return done
        ? new Reports(session).report(summary)
        : new PhaseReport(summary, List.of(), List.of(), null);
  }

  private ExitCode apply(Selected run, Change change) {
    var applying = new Applying(session);
    return change instanceof Change.ApprovePhase approve
        ? applying.approve(run.dialect(), run.id(), approve)
        : applying.apply(run.dialect(), run, change);
  }

  /// A change of a phase that is only known once the run is.
  private interface PhaseChange {
    Change of(PhaseName phase);
  }
}
