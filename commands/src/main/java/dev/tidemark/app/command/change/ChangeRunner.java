package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.terminal.ConsolePrompt;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.UnreadableDocument;
import dev.tidemark.app.view.ApprovalView;
import dev.tidemark.app.view.ChangeView;
import dev.tidemark.app.view.run.BriefView;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.ChangeResult;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.NextAction;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Change runner: calls the engine for a change and prints the result. If the result is a question
/// and there is an interactive user, it asks and retries with the answer.
final class ChangeRunner {
  private static final int DIGITS = 7;

  /// The format whose phases end with a commit.
  private static final String COMMITTED = "item";

  private final Session session;

  /// The notices and lines printed before a question.
  private final List<Notice> told = new ArrayList<>();

  private final List<String> said = new ArrayList<>();

  ChangeRunner(Session session) {
    this.session = session;
  }

  /// Has a person approve the shown content.
  <C extends Checkpoint> ExitCode approve(
      Dialect<C> dialect, CheckpointId id, Change.ApprovePhase change) {
    return new ApprovalDialog(session)
        .of(dialect, id, change, changeResult -> showChange(dialect, id, change, changeResult));
  }

  <C extends Checkpoint> ExitCode apply(Dialect<C> dialect, Selected chosen, Change change) {
    var id = chosen.id();
    var run = chosen;
    var path = dialect.locator().pathOf(id);
    session.screen().trace("changing " + path);
    var details = new HashMap<>(session.details());
    ServiceGates services = null;
    try {
      while (true) {
        var by = new Caller(session.actor(), session.changeMode(), new DialectOptions(details));
        var changeResult = session.project().checkpoints().apply(dialect, run, change, by);
        // The next step may wait for a person.
        run = new Selected(dialect, id);
        if (!(changeResult.outcome() instanceof Refusal<C> no)) {
          var ended =
              change instanceof Change.StartPhase it ? startServiceWork(run, it) : ExitCode.SUCCESS;
          return ended == ExitCode.SUCCESS ? showChange(dialect, id, change, changeResult) : ended;
        }
        var approvalDialog = new ApprovalDialog(session);
        var awaited = approvalDialog.awaited(dialect, id, no);
        if (awaited != null) {
          session.printNotices(unprintedNotices(no.notices()));
          session.printFormatLines(unprintedLines(no.formatLines()));
          var given = approvalDialog.of(dialect, id, awaited, any -> ExitCode.SUCCESS);
          if (given != ExitCode.SUCCESS) {
            return given;
          }
          continue;
        }
        services = services == null ? new ServiceGates(session) : services;
        var called = services.call(run, no);
        if (called == ExitCode.SUCCESS) {
          continue;
        }
        if (called != null) {
          return called;
        }
        var answered = asked(no, details);
        if (answered == Answered.NO) {
          var left = new Refusal<C>(no.blockers(), unprintedNotices(no.notices()));
          refused(dialect, id, left);
          return ExitCode.REFUSED;
        }
        if (answered == Answered.NOBODY) {
          return refused(dialect, id, no);
        }
      }
    } catch (FormatException unreadable) {
      var damaged = session.project().runs().inspect(dialect, id);
      return session.problem(UnreadableDocument.problem(unreadable, damaged));
    }
  }

  /// Calls the service that the end of a phase will ask for. Most phases have no gates.
  private ExitCode startServiceWork(Selected run, Change.StartPhase change) {
    var id = run.id();
    var defined = session.project().workflows().find(id.dialect(), id.workflow());
    return defined.isEmpty()
            || defined.get().gates(change.phase()).isEmpty()
            || session.changeMode() != ChangeMode.COMMIT
        ? ExitCode.SUCCESS
        : new ServiceGates(session).createIssueIfGated(run, defined.get().gates(change.phase()));
  }

  /// Prints a refusal; for a refused resume, with the brief: the state of the run is independent of
  /// its rules.
  private <C extends Checkpoint> ExitCode refused(
      Dialect<C> dialect, CheckpointId id, Refusal<C> no) {
    if (!session.call().name().equals("resume")) {
      return session.refused(id.toString(), no);
    }
    var run = session.project().runs().inspect(dialect, id);
    var brief = ReadCommands.brief(session, session.project().briefs().resumed(), run, null);
    return session.refused(id.toString(), no, run.open() ? brief : null);
  }

  /// Result of the questions.
  private enum Answered {
    /// All were answered with yes just now.
    YES,
    /// The user said no.
    NO,
    /// No interactive user, or other blockers than questions.
    NOBODY
  }

  private Answered asked(Refusal<?> no, Map<String, List<String>> details) {
    var consolePrompt = session.prompt();
    boolean yes = session.call().has("yes");
    for (var blocker : no.blockers()) {
      boolean answerable = blocker.phase() == null && (consolePrompt.isInteractive() || yes);
      boolean asks = blocker.takesNo() || (blocker.kind() == Blocker.Kind.ASK && answerable);
      if (!asks || details.containsKey(blocker.code())) {
        return Answered.NOBODY;
      }
    }
    session.printNotices(unprintedNotices(no.notices()));
    session.printFormatLines(unprintedLines(no.formatLines()));
    for (var blocker : no.blockers()) {
      boolean agreed = asked(consolePrompt, blocker);
      if (!agreed && !blocker.takesNo()) {
        return Answered.NO;
      }
      if (!details.containsKey(blocker.code())) {
        var word = agreed ? word(consolePrompt, blocker) : DialectOptions.NO;
        if (word == null) {
          return Answered.NOBODY;
        }
        details.put(blocker.code(), List.of(word));
      }
    }
    return Answered.YES;
  }

  private static @Nullable String word(ConsolePrompt consolePrompt, Blocker blocker) {
    return blocker.code().equals(Gate.ANYWAY) ? consolePrompt.line("Why?") : "";
  }

  private static boolean asked(ConsolePrompt consolePrompt, Blocker blocker) {
    return switch (blocker.kind()) {
      case CONFIRM -> consolePrompt.confirm(blocker.reason(), true);
      case OFFER -> consolePrompt.offer(blocker.reason());
      default -> consolePrompt.first(blocker.reason());
    };
  }

  private List<Notice> unprintedNotices(List<Notice> notices) {
    var fresh = new ArrayList<>(notices);
    if (!told.isEmpty()) {
      fresh.removeAll(new HashSet<>(told));
    }
    told.addAll(fresh);
    return fresh;
  }

  private List<String> unprintedLines(List<String> lines) {
    var fresh = new ArrayList<>(lines);
    if (!said.isEmpty()) {
      fresh.removeAll(new HashSet<>(said));
    }
    said.addAll(fresh);
    return fresh;
  }

  private <C extends Checkpoint> ExitCode showChange(
      Dialect<C> dialect, CheckpointId id, Change change, ChangeResult<C> changeResult) {
    var yes = (Transition<C>) changeResult.outcome();
    var recorded = recorded(session, dialect, id, changeResult);
    var point = next(session, dialect, recorded, yes.after(), isBeside(change));
    var reported =
        change instanceof Change.AmendPhase amend
            ? amend.report().artifacts()
            : List.<Artifact>of();
    var made = changeForView(session, recorded, yes, point, changeResult.nextAction(), reported);
    session.printNotices(unprintedNotices(yes.notices()));
    if (!changeResult.failures().isEmpty()) {
      return session.refused(
          id.toString(), new Refusal<>(changeResult.failures(), List.of(), yes.formatLines()));
    }
    var lines = ChangeView.lines(made);
    if (session.changeMode() == ChangeMode.COMMIT) {
      if (made.hasBegunRun() && id.dialect().equals(COMMITTED) && session.head().commit() != null) {
        lines.add(
            1, "each done commits " + made.path() + "; without: tidemark done PHASE --no-commit");
      }
      for (var effect : yes.effects()) {
        if (effect instanceof Effect.Commit) {
          addCommit(lines, recorded);
        }
      }
    }
    var json =
        session.screen().look().json() ? ChangeView.json(made, yes.notices()) : JsonObject.EMPTY;
    if (session.call().name().equals("approve") && session.changeMode() == ChangeMode.DRY_RUN) {
      var name = new PhaseName(session.call().required("PHASE"));
      var shown = new ApprovalView(yes, name);
      var files = ApprovalDialog.files(session.project(), shown);
      json = shown.json(json, files, ApprovalDialog.changes(session.project(), dialect, id, shown));
    }
    if (session.call().name().equals("resume")) {
      var run = session.project().runs().inspect(dialect, id);
      var brief = ReadCommands.brief(session, session.project().briefs().resumed(), run, null);
      var all = new ArrayList<>(StyledLine.plain(unprintedLines(lines)));
      if (run.open()) {
        all.addAll(brief.lines(session.personColumns()));
      }
      session.paint(BriefView.addMissingFields(json, brief), all);
    } else {
      session.confirm(json, unprintedLines(lines));
    }
    return ExitCode.SUCCESS;
  }

  /// Adds the commit of a change that has moved HEAD from where the change was recorded.
  private void addCommit(List<String> lines, Run recorded) {
    var commit = session.head().commit();
    var before = recorded.document().evidence().head();
    if (commit != null && !commit.equals(before.commit())) {
      var shown = commit.substring(0, Math.min(DIGITS, commit.length()));
      int at = Math.min(1, lines.size());
      lines.add(at, "committed " + shown + ": " + pathOf(recorded));
    }
  }

  /// Returns the result of a change for its view.
  static <C extends Checkpoint> ChangeView.Made changeForView(
      Session session, Dialect<C> dialect, CheckpointId id, ChangeResult<C> changeResult) {
    var yes = (Transition<C>) changeResult.outcome();
    var run = recorded(session, dialect, id, changeResult);
    var point = next(session, dialect, run, yes.after(), false);
    return changeForView(session, run, yes, point, null, List.of());
  }

  private static <C extends Checkpoint> ChangeView.Made changeForView(
      Session session,
      Run recorded,
      Transition<C> yes,
      ResumePoint resumePoint,
      @Nullable NextAction nextAction,
      List<Artifact> files) {
    var run = judged(session, recorded, resumePoint);
    return new ChangeView.Made(
        recorded.id(),
        pathOf(recorded),
        resumePoint,
        yes,
        nextAction,
        session.changeMode() == ChangeMode.DRY_RUN,
        session.namesRuns(),
        run == null ? null : run.pendingAction(),
        run == null ? null : session.project().briefs().verdict(run),
        files);
  }

  /// Returns the run as a change has recorded it; where nothing was recorded, or there is no
  /// document yet, as it is read.
  private static <C extends Checkpoint> Run recorded(
      Session session, Dialect<C> dialect, CheckpointId id, ChangeResult<C> changeResult) {
    var after = ((Transition<C>) changeResult.outcome()).after();
    var evidence = changeResult.evidence();
    if (after == null || evidence == null) {
      return session.project().runs().inspect(dialect, id);
    }
    var definition = session.project().workflows().find(id.dialect(), id.workflow());
    return Run.recorded(dialect, id, after, evidence, definition.orElse(null));
  }

  /// Returns the run as it is after a change if something may stand in the way of its next phase: a
  /// gate or a note.
  private static @Nullable Run judged(Session session, Run recorded, ResumePoint point) {
    if (point.next() == null || session.changeMode() == ChangeMode.DRY_RUN) {
      return null;
    }
    var defined = recorded.definition();
    boolean gates = defined != null && defined.hasGates();
    return gates || recorded.pendingAction() != null || !recorded.blockers().isEmpty()
        ? session.project().runs().inspect(recorded.dialect(), recorded.id())
        : null;
  }

  private static String pathOf(Run run) {
    return run.dialect().locator().pathOf(run.id());
  }

  /// Returns whether a change records something beside the phases.
  private static boolean isBeside(Change change) {
    return change instanceof Change.AmendPhase
        || change instanceof Change.ChangeTask
        || change instanceof Change.StateGoal;
  }

  /// Returns the resume point of a run whose document only names the next phase: the journal
  /// records whether it was begun.
  private static ResumePoint withPhaseFromJournal(Run run, ResumePoint point) {
    var phase = run.inProgress(point);
    return new ResumePoint(phase, point.summary(), point.next(), point.done(), false);
  }

  /// Returns the resume point. A run without a file continues at the phase that was begun or
  /// failed, else at the first one.
  private static <C extends Checkpoint> ResumePoint next(
      Session session, Dialect<C> dialect, Run run, @Nullable C after, boolean beside) {
    if (after != null) {
      var point = dialect.resumePolicy().resumePoint(after);
      boolean open = point.phase() == null && point.next() != null;
      return open && beside ? withPhaseFromJournal(run, point) : point;
    }
    return session.changeMode() == ChangeMode.COMMIT && run.open()
        ? withPhaseFromJournal(run, run.resumePoint())
        : ResumePoint.NONE;
  }
}
