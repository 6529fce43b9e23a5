package dev.tidemark.runner;

import dev.tidemark.brief.Verdict;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Event;
import dev.tidemark.library.Project;
import dev.tidemark.runner.Attempt.Outcome;
import dev.tidemark.runner.RunResult.Status;
import dev.tidemark.runner.RunnerHost.Stop;
import dev.tidemark.store.StoreException.StaleOwnerException;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/// Runner: drives a run from phase to phase, with a new process of an agent for each attempt.
///
/// Each attempt is recorded in the journal before its process starts and after it has ended. Its
/// response is applied like that of any worker, once: the response names the attempt, so that a
/// runner that continues after a crash finds what was applied and what was not.
public final class Runner {
  private static final Duration STEP = Duration.ofMillis(100);
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration WAIT = Duration.ofMinutes(1);
  private static final Duration BEAT = Duration.ofSeconds(10);

  private final Project project;
  private final Dialect<?> dialect;
  private final CheckpointId id;
  private final RunDefinition definition;
  private final RunOptions options;
  private final RunnerHost host;
  private final AttemptLog log;
  private final RunBudget budget;
  private final RunControl control;
  private final RunChanges changes;
  private final AttemptExecution execution;
  private final Pace pace;
  private final ParallelWork parallel;
  private final AttemptRecovery recovery;
  private int attempts;

  /// Times that tests shorten.
  ///
  /// @param grace how long an agent may take to end after TERM
  /// @param backoff how long the first wait for a provider takes that limits the rate
  /// @param beat how often the claim of a run is renewed
  record Pace(Duration grace, Duration backoff, Duration beat) {}

  /// @param dialect the format of the run
  public Runner(
      Project project,
      Dialect<?> dialect,
      CheckpointId id,
      RunDefinition definition,
      RunOptions options,
      RunnerHost host) {
    this(project, dialect, id, definition, options, host, new Pace(GRACE, WAIT, BEAT));
  }

  Runner(
      Project project,
      Dialect<?> dialect,
      CheckpointId id,
      RunDefinition definition,
      RunOptions options,
      RunnerHost host,
      Pace pace) {
    this.pace = pace;
    this.project = project;
    this.dialect = dialect;
    this.id = id;
    this.definition = definition;
    this.options = options;
    this.host = host;
    this.log = new AttemptLog(project.root(), id);
    this.control = new RunControl(project, id, host, log, pace);
    this.changes = new RunChanges(project, dialect, id, host, control);
    this.budget = new RunBudget(changes, id, options);
    this.execution = new AttemptExecution(dialect, definition, control, budget, changes);
    this.parallel = new ParallelWork(this, execution, control, changes, budget);
    this.recovery = new AttemptRecovery(this, definition, execution, control, changes, parallel);
  }

  /// Counts an attempt that is about to begin.
  void count() {
    attempts++;
  }

  /// Drives the run until it is complete or something stands in the way.
  ///
  /// A run of a shared store is claimed meanwhile.
  ///
  /// @throws dev.tidemark.store.StoreException.ClaimedException if another work tree has claimed
  ///   the run; nothing was started
  /// @throws StaleOwnerException if another work tree has taken over the run; the agent was ended,
  ///   and nothing was recorded
  /// @throws IOException if the log of an attempt cannot be written
  /// @throws dev.tidemark.dialect.FormatException if the run's document cannot be read
  /// @throws dev.tidemark.store.StoreException if the store fails
  public RunResult run() throws IOException {
    try (log) {
      if (!log.lock()) {
        return refused(
            "already-running",
            id + " is driven by another runner",
            "Follow it: " + CommandLines.of("run --attach", id));
      }
      try {
        log.clearStop();
        control.claim();
        return recorded(drive());
      } catch (CancellationException stopped) {
        return recorded(stoppedOnRequest());
      } catch (RunChanges.MissingRunException removed) {
        return result(Status.WAITING, List.of(removed.blocker()));
      } catch (RunChanges.RestartedRunException restarted) {
        log.redactAndPrune(changes.newest(), changes.needed());
        var reason = " was started anew while an agent worked at it; its response was not applied";
        var hint = "Look at what it changed, then go on: " + options.continueCommand(id);
        return recorded(refused("run-restarted", id + reason, hint));
      } catch (StaleOwnerException overtaken) {
        log.redactAndPrune(changes.newest(), changes.needed());
        throw overtaken;
      } finally {
        control.release();
        log.clearStop();
      }
    }
  }

  /// Drives the run while the lock is held.
  private RunResult drive() throws IOException {
    compareDefinition();
    control.sweepGate();
    var recovered = recovery.recover();
    if (recovered != null) {
      return recovered;
    }
    while (true) {
      var ended = step();
      if (ended != null) {
        return ended;
      }
    }
  }

  /// Reports that the settings or prompts are not those of the newest attempt.
  private void compareDefinition() {
    var all = changes.attempts();
    var before = all.isEmpty() ? null : all.getLast().start().string(Attempt.DEFINITION);
    if (before != null && !before.equals(definition.digest())) {
      host.progress(
          "definition-changed",
          0,
          "the settings or prompts of "
              + id.workflow()
              + " have changed since attempt "
              + all.getLast().number());
    }
  }

  /// Records how the runner has ended, unless nothing has happened since it ended so before.
  private RunResult recorded(RunResult result) {
    var history = project.history().history(id);
    var run = inspect();
    boolean goesOn = host.isQueued() && result.status() == Status.DONE && run.open();
    boolean skips = history.isEmpty() || run.problem() != null || run.isMissing() || goesOn;
    if (!skips && !result.isRecordedBy(history.getLast())) {
      var event = result.event(run.open() ? run.currentPhase() : null);
      project.checkpoints().record(id, event, host.actor());
    }
    return result;
  }

  /// Makes one step; returns the result if it was the last one.
  private @Nullable RunResult step() throws IOException {
    var run = inspect();
    changes.checkPresent();
    if (!run.open()) {
      return done();
    }
    var until = options.until();
    if (until != null && isOver(run, until)) {
      return done();
    }
    if (control.stop() != Stop.NO) {
      return stoppedOnRequest();
    }
    var verdict = project.briefs().verdict(run);
    var doubt = doubt(run, verdict);
    if (doubt != null) {
      return doubt;
    }
    var again = verdict.kind() == Verdict.Kind.RERUN ? verdict.phase() : null;
    var ready = again == null ? ready() : List.of(again);
    if (ready.isEmpty()) {
      var blockers = changes.apply(new Change.FinishRun());
      return blockers.isEmpty() ? done() : stopped(blockers);
    }
    var phase = ready.getFirst();
    var settings = settings(phase);
    if (ready.size() > 1 || settings.eachTask()) {
      return parallel.work();
    }
    var limit = budget.reached(phase, settings);
    if (limit != null) {
      return result(Status.BUDGET, List.of(limit));
    }
    var entered = enter(phase);
    return entered == null ? attempt(phase) : entered;
  }

  /// Returns the phases that can be worked at now: one, or those that do not need each other in a
  /// format that can have several in progress. None when the run is over, or `--until` is reached.
  List<PhaseName> ready() {
    var run = inspect();
    var until = options.until();
    if (!run.open() || run.isMissing() || (until != null && isOver(run, until))) {
      return List.of();
    }
    if (!definition.hasNeeds() || !dialect.resumePolicy().hasParallelPhases()) {
      var phase = run.currentPhase();
      return phase == null ? List.of() : List.of(phase);
    }
    var ready = new ArrayList<PhaseName>();
    var all = run.phases().stream().map(Phase::name).toList();
    for (var name : definition.inOrder(all)) {
      boolean waits = isOver(run, name);
      for (var need : definition.needs(name, all)) {
        waits |= !isOver(run, need);
      }
      if (!waits) {
        ready.add(name);
      }
      if (name.equals(until)) {
        break;
      }
    }
    return ready;
  }

  Run inspect() {
    return project.runs().inspect(dialect, id);
  }

  static boolean isOver(Run run, PhaseName until) {
    for (var phase : run.phases()) {
      if (phase.name().equals(until)) {
        return phase.status() == PhaseStatus.COMPLETE || phase.status() == PhaseStatus.SKIPPED;
      }
    }
    return false;
  }

  /// Begins a phase that is not in progress; returns the result if it cannot be.
  @Nullable RunResult enter(PhaseName phase) {
    var run = inspect();
    var defined = run.definition();
    boolean gated = defined != null && defined.hasGates();
    boolean begun = run.isInProgress(phase) || phase.equals(run.inProgress(run.resumePoint()));
    if (begun && !gated) {
      return null;
    }
    var change = new Change.StartPhase(phase, PhaseReport.NONE);
    var blockers = changes.apply(change);
    if (blockers.isEmpty()) {
      return null;
    }
    var failed = changes.openGates(phase, true, false);
    if (failed == null) {
      blockers = changes.apply(change);
    }
    return blockers.isEmpty() ? null : stopped(blockers);
  }

  /// Makes one attempt at a phase, in the project itself.
  private @Nullable RunResult attempt(PhaseName phase) throws IOException {
    var known = changes.attempts();
    if (waiting(known, phase) != null) {
      return againIfWaiting(phase);
    }
    var settings = settings(phase);
    var refusal = unusable(phase, settings);
    if (refusal != null) {
      return refusal;
    }
    int number = changes.newest() + 1;
    var prepared =
        execution.prepare(
            phase, number, settings, AttemptExecution.before(known, phase, null, false), "");
    if (!(prepared instanceof Accepted<HandoffRequest>(var request, _))) {
      return stopped(((Rejected<HandoffRequest>) prepared).blockers());
    }
    count();
    var ended = execution.execute(number, phase, settings, adapter(settings), request);
    return after(ended, settings);
  }

  /// Returns the newest attempt at a phase if its response waits for a person; null if none does.
  private static @Nullable Attempt waiting(List<Attempt> known, PhaseName phase) {
    Attempt newest = null;
    for (var attempt : known) {
      newest = attempt.phase().equals(phase) ? attempt : newest;
    }
    return newest != null && newest.outcome() == Outcome.WAITING && !newest.applied()
        ? newest
        : null;
  }

  /// Applies the response at a phase that waits for a person; returns the result if that is not
  /// possible yet.
  @Nullable RunResult againIfWaiting(PhaseName phase) throws IOException {
    var waiting = waiting(changes.attempts(), phase);
    return waiting == null ? null : recovery.again(waiting);
  }

  /// Returns the settings of a phase, with the options of the call over them.
  RunSettings settings(PhaseName phase) {
    var settings = definition.of(phase);
    if (!options.command().isEmpty()) {
      settings = settings.withCommand(options.command());
    } else if (options.agent() != null) {
      settings = settings.withAgent(options.agent());
    }
    var sandbox = options.sandbox();
    return sandbox == null ? settings : settings.withSandbox(sandbox);
  }

  static AgentAdapter adapter(RunSettings settings) {
    var name = settings.agentName();
    return Objects.requireNonNull(name == null ? null : AgentAdapter.of(name));
  }

  /// Returns why no agent can be started with the settings; null if one can.
  @Nullable RunResult unusable(PhaseName phase, RunSettings settings) {
    var name = settings.agentName();
    var adapter = name == null ? null : AgentAdapter.of(name);
    if (adapter == null) {
      return refused(
          "no-agent",
          name == null
              ? "no agent is set for phase " + phase
              : "there is no agent "
                  + name
                  + ": expected one of "
                  + String.join(", ", AgentAdapter.words()),
          "Name one: " + CommandLines.of("run", id) + " --agent claude");
    }
    if (!settings.writes().isEmpty() && project.gates().position().tree() == null) {
      return refused(
          "writes-unknown",
          "which files " + phase + " changes is only known in a git work tree",
          "Work in a git repository, or leave out writes of run");
    }
    if (adapter == AgentAdapter.COMMAND && settings.command().isEmpty()) {
      return refused(
          "no-command",
          "the agent of phase " + phase + " is command, and no command is set",
          "Name it: " + CommandLines.of("run", id) + " --command 'PROGRAM ARGUMENTS'");
    }
    var changed = definition.changedFile();
    return changed == null
        ? null
        : waiting(
            "settings-changed",
            changed + " has changed since run was called, and an agent would read it",
            "Look at it, then go on: " + options.continueCommand(id));
  }

  /// Decides how to go on after an attempt; returns null to go on.
  @Nullable RunResult after(Attempt ended, RunSettings settings) throws IOException {
    var outcome = ended.outcome() == null ? Outcome.NO_RESULT : ended.outcome();
    var phase = ended.phase();
    var decision = ended.decision();
    switch (outcome) {
      case APPLIED -> {
        if (decision.equals("STOP")) {
          return refused(
              "agent-stopped",
              "the agent stopped at " + phase + reason(ended),
              "Look at it, then try again: " + options.continueCommand(id));
        }
        if (decision.equals("CLARIFY")) {
          return waiting(
              "agent-asks",
              "the agent asks at " + phase + reason(ended),
              "Answer, then go on: " + CommandLines.of("note TEXT", id));
        }
      }
      case WAITING -> {
        return waiting(
            "approval-needed",
            ended.reason(),
            "A person approves it, then run goes on: "
                + CommandLines.of("approve " + CommandLines.word(phase.value()), id));
      }
      case CONFLICT -> {
        var word = CommandLines.word(phase.value());
        return waiting(
            "phase-blocked",
            phase + ": git cannot merge what its agent changed" + reason(ended),
            "Take what you need from its work tree below .tidemark/worktrees, then: "
                + CommandLines.of("done " + word, id)
                + "; or have it done again: "
                + options.continueCommand(id));
      }
      case UNPUBLISHED -> {
        return unpublished(phase, ended.reason());
      }
      case RATE_LIMIT -> {
        return host.isQueued() ? tooOften(ended) : rateLimited(ended);
      }
      default -> {
        var end = endOf(ended);
        if (end != null) {
          return end;
        }
      }
    }
    var done = CommandLines.of("done " + CommandLines.word(phase.value()), id);
    if (!isOver(inspect(), phase)) {
      var problem = budget.attemptsUsedUp(ended, settings, attempts);
      return problem == null ? null : stuckResult(ended, problem, done);
    }
    var problem = phase + " was completed while its agent worked";
    return outcome == Outcome.OUTSIDE
        ? stuckResult(ended, problem, options.continueCommand(id))
        : null;
  }

  /// Returns the result if no attempt can follow this one, at whatever; null if one can.
  @Nullable RunResult endOf(Attempt ended) {
    return switch (ended.outcome()) {
      case INTERRUPTED -> stoppedOnRequest();
      case BUDGET ->
          result(
              Status.BUDGET,
              List.of(
                  Blocker.refused(
                      "cost-limit",
                      ended.reason(),
                      "Raise the limit, then: " + options.continueCommand(id))));
      case TIMEOUT ->
          ended.reason().equals(RunBudget.TIME_USED_UP)
              ? result(Status.BUDGET, List.of(budget.outOfTime()))
              : null;
      case PERMANENT ->
          waiting(
              "agent-unusable",
              ended.agent() + " cannot be used" + reason(ended),
              "See what it printed: " + RunOptions.logCommand(id, ended));
      case NOT_STARTED ->
          refused(
              "no-program",
              "the agent was not started" + reason(ended),
              SupervisedProcess.startHint(ended.reason()));
      case null, default -> null;
    };
  }

  /// Returns the result if the files of a phase cannot be made available to other machines.
  RunResult unpublished(PhaseName phase, String reason) {
    return waiting(
        "not-published",
        phase + ": its files cannot be made available to other machines: " + reason,
        "See that the repository can be pushed to, then: " + options.continueCommand(id));
  }

  /// Waits until a provider may be asked again.
  private @Nullable RunResult rateLimited(Attempt ended) throws IOException {
    var wait = backoff(ended);
    if (wait == null) {
      return tooOften(ended);
    }
    long until = System.nanoTime() + wait.toNanos();
    try {
      while (System.nanoTime() < until && control.stop() == Stop.NO && !budget.isOutOfTime()) {
        Thread.sleep(STEP.toMillis());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return null;
  }

  /// Returns the result if a provider limits the rate again and again.
  RunResult tooOften(Attempt ended) {
    return waiting(
        "rate-limited",
        ended.agent() + " limits the rate" + reason(ended),
        "Try again later: " + options.continueCommand(id));
  }

  /// Returns how long to wait until a provider may be asked again: twice as long each time; null if
  /// it was asked often enough.
  @Nullable Duration backoff(Attempt ended) {
    var wait = budget.backoff(pace.backoff());
    if (wait == null) {
      return null;
    }
    host.progress(
        "rate-limited", ended.number(), ended.phase() + ": waits " + wait.toSeconds() + " s");
    return wait;
  }

  private static String reason(Attempt attempt) {
    return attempt.reason().isEmpty() ? "" : ": " + attempt.reason();
  }

  private RunResult stuckResult(Attempt ended, String problem, String accept) {
    var outcome = ended.outcome();
    var status = outcome == Outcome.GATE ? Status.GATE : Status.REFUSED;
    var reason = reason(ended).isEmpty() && outcome != null ? ": " + outcome.word() : reason(ended);
    var hint =
        outcome == Outcome.OUTSIDE
            ? "Put them back as they were, or accept them: " + accept
            : "See what it printed: " + RunOptions.logCommand(id, ended);
    return result(
        status, List.of(Blocker.refused(Event.RunnerEnded.STUCK, problem + reason, hint)));
  }

  /// Returns the result if the run should not be continued without a person.
  private @Nullable RunResult doubt(Run run, Verdict verdict) {
    if (run.problem() != null || run.isMissing()) {
      return null;
    }
    var action = run.pendingAction();
    var cause = verdict.cause();
    if (action != null && (cause == null || Objects.equals(action.phase(), cause.phase()))) {
      return waiting(
          "person-needed",
          "waiting for " + action.description(),
          "A person does it, then run goes on: " + CommandLines.of(action.command(), id));
    }
    if (cause != null && cause.kind() == ResumeWarning.Kind.GATE) {
      return waiting("gate-closed", cause.text(), cause.hint());
    }
    // To run again is the answer of the user to a runner that gave up.
    boolean asks =
        verdict.kind() == Verdict.Kind.ASK
            || verdict.kind() == Verdict.Kind.MERGE
            || verdict.kind() == Verdict.Kind.REPAIR;
    return asks && cause != null && !cause.code().equals(Event.RunnerEnded.STUCK)
        ? waiting("doubt", cause.text(), "Look at it: " + CommandLines.of("resume", id))
        : null;
  }

  RunResult stopped(List<Blocker> blockers) {
    if (changes.awaitApproval(blockers)) {
      return result(Status.WAITING, blockers);
    }
    var status = Status.REFUSED;
    for (var blocker : blockers) {
      if (blocker.kind() == Blocker.Kind.GATE) {
        status = Status.GATE;
      } else if (status == Status.REFUSED && blocker.kind() == Blocker.Kind.ASK) {
        status = Status.WAITING;
      }
    }
    return result(status, blockers);
  }

  RunResult stoppedOnRequest() {
    return waiting("stopped", "stopped on request", "Go on: " + options.continueCommand(id));
  }

  private RunResult done() {
    return result(Status.DONE, List.of());
  }

  RunResult refused(String code, String reason, String hint) {
    return result(Status.REFUSED, List.of(Blocker.refused(code, reason, hint)));
  }

  RunResult waiting(String code, String reason, String hint) {
    return result(Status.WAITING, List.of(new Blocker(Blocker.Kind.ASK, code, reason, hint)));
  }

  RunResult result(Status status, List<Blocker> blockers) {
    return new RunResult(id, status, blockers, attempts, budget.cost());
  }
}
