package dev.tidemark.runner;

import dev.tidemark.brief.BriefText;
import dev.tidemark.brief.Verdict;
import dev.tidemark.brief.budget.Budget;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ContractCheck;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.handoff.SummaryPolicy;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.library.Project;
import dev.tidemark.runner.Attempt.Outcome;
import dev.tidemark.runner.RunResult.Status;
import dev.tidemark.runner.RunnerHost.Stop;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runner: drives a run from phase to phase, with a new process of an agent for each attempt.
///
/// Each attempt is recorded in the journal before its process starts and after it has ended. Its
/// response is applied like that of any worker, once: the response names the attempt, so that a
/// runner that continues after a crash finds what was applied and what was not.
public final class Runner {
  /// How many attempts of a phase may end with a response that is no end of the phase.
  private static final int PARTIAL_MAX = 20;

  private static final Duration STEP = Duration.ofMillis(100);
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration WAIT = Duration.ofMinutes(1);

  /// How often in a row a provider may limit the rate.
  private static final int WAITS_MAX = 6;

  private final Project project;
  private final Dialect<?> dialect;
  private final CheckpointId id;
  private final RunDefinition definition;
  private final RunOptions options;
  private final RunnerHost host;
  private final AttemptLog log;
  private final RunBudget budget;
  private final RunChanges changes;
  private final AttemptExecution execution;
  private final Pace pace;
  private int attempts;

  /// Times that tests shorten.
  ///
  /// @param grace how long an agent may take to end after TERM
  /// @param backoff how long the first wait for a provider takes that limits the rate
  record Pace(Duration grace, Duration backoff) {}

  /// @param dialect the format of the run
  public Runner(
      Project project,
      Dialect<?> dialect,
      CheckpointId id,
      RunDefinition definition,
      RunOptions options,
      RunnerHost host) {
    this(project, dialect, id, definition, options, host, new Pace(GRACE, WAIT));
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
    this.budget = new RunBudget(project, id, options);
    this.changes = new RunChanges(project, dialect, id, host);
    this.execution = new AttemptExecution(project, id, host, log, budget, changes, pace);
  }

  /// Returns the attempts of a run since it was started, in order.
  public static List<Attempt> attempts(List<HistoryEntry> history) {
    return Attempt.of(history);
  }

  /// Drives the run until it is complete or something stands in the way.
  ///
  /// @throws IOException if the log of an attempt cannot be written
  /// @throws dev.tidemark.dialect.FormatException if the run's document cannot be read
  /// @throws dev.tidemark.store.StoreException if the store fails
  public RunResult run() throws IOException {
    try (log) {
      if (!log.lock()) {
        return refused(
            "already-running",
            id + " is driven by another runner",
            "Follow it: " + CommandLines.of("run log", id));
      }
      try {
        log.clearStop();
        return drive();
      } finally {
        log.clearStop();
      }
    }
  }

  /// Drives the run while the lock is held.
  private RunResult drive() throws IOException {
    var recovered = recover();
    if (recovered != null) {
      return recovered;
    }
    var doubt = doubt();
    if (doubt != null) {
      return doubt;
    }
    while (true) {
      var ended = step();
      if (ended != null) {
        return ended;
      }
    }
  }

  // ---------------------------------------------------------------- one phase

  /// Makes one step; returns the result if it was the last one.
  private @Nullable RunResult step() throws IOException {
    var run = inspect();
    if (!run.open()) {
      return done();
    }
    var until = options.until();
    if (until != null && isOver(run, until)) {
      return done();
    }
    if (execution.stop() != Stop.NO) {
      return waiting("stopped", "stopped on request", "Go on: " + options.again(id));
    }
    var action = run.pendingAction();
    if (action != null) {
      return waiting(
          "person-needed",
          "waiting for " + action.description(),
          "A person does it, then run goes on: " + CommandLines.of(action.command(), id));
    }
    var point = run.resumePoint();
    var under = run.inProgress(point);
    var phase = under == null ? point.next() : under;
    if (phase == null) {
      var blockers = changes.apply(new Change.FinishRun());
      return blockers.isEmpty() ? done() : stopped(blockers);
    }
    var limit = budget.reached(phase, definition.of(phase));
    if (limit != null) {
      return result(Status.BUDGET, List.of(limit));
    }
    if (under == null) {
      var entered = enter(phase);
      if (entered != null) {
        return entered;
      }
    }
    return attempt(phase);
  }

  private Run inspect() {
    return project.runs().inspect(dialect, id);
  }

  private static boolean isOver(Run run, PhaseName until) {
    for (var phase : run.phases()) {
      if (phase.name().equals(until)) {
        return phase.status() == PhaseStatus.COMPLETE || phase.status() == PhaseStatus.SKIPPED;
      }
    }
    return false;
  }

  private @Nullable RunResult enter(PhaseName phase) {
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

  /// Makes one attempt at a phase.
  private @Nullable RunResult attempt(PhaseName phase) throws IOException {
    var history = project.history().history(id);
    var known = Attempt.of(history);
    var waiting = known.isEmpty() ? null : known.getLast();
    if (waiting != null
        && waiting.outcome() == Outcome.WAITING
        && !waiting.applied()
        && waiting.phase().equals(phase)) {
      return again(waiting);
    }
    var settings = definition.of(phase);
    if (!options.command().isEmpty()) {
      settings = settings.withCommand(options.command());
    } else if (options.agent() != null) {
      settings = settings.withAgent(options.agent());
    }
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
    int number = Attempt.newest(history) + 1;
    var prepared = prepare(phase, number, settings, before(known, phase));
    if (!(prepared instanceof Accepted<HandoffRequest>(var request, _))) {
      return stopped(((Rejected<HandoffRequest>) prepared).blockers());
    }
    attempts++;
    var ended = execution.execute(number, phase, settings, adapter, request);
    return after(ended, settings);
  }

  private ContractCheck<HandoffRequest> prepare(
      PhaseName phase, int number, RunSettings settings, String before) {
    var prompt = settings.prompt();
    var brief = BriefText.of(project.briefs().of(inspect(), phase), Budget.USUAL);
    var said =
        AgentPrompt.assignment(
            task(phase, number),
            id.toString(),
            phase.value(),
            prompt == null ? "" : definition.prompt(prompt),
            brief,
            before);
    return project.handoffs().request(dialect, id, phase, said);
  }

  private String task(PhaseName phase, int number) {
    return id + "/" + phase + "#" + number;
  }

  /// Returns what an agent should know of the attempts before it.
  private static String before(List<Attempt> known, PhaseName phase) {
    if (known.isEmpty() || !known.getLast().phase().equals(phase)) {
      return "";
    }
    var last = known.getLast();
    var outcome = last.outcome();
    if (outcome == null || (outcome == Outcome.APPLIED && last.reason().isEmpty())) {
      return "An earlier session has worked on this phase; look at the files before you go on.";
    }
    return "Attempt "
        + last.number()
        + " at this phase ended: "
        + outcome.word()
        + (last.reason().isEmpty() ? "" : " (" + last.reason() + ")")
        + ". Files that it changed are still there; look at them before you go on.";
  }

  // ---------------------------------------------------------------- what follows

  /// Decides how to go on after an attempt; returns null to go on.
  private @Nullable RunResult after(Attempt ended, RunSettings settings) throws IOException {
    var outcome = ended.outcome() == null ? Outcome.NO_RESULT : ended.outcome();
    var phase = ended.phase();
    var decision = String.valueOf(ended.end().string(AttemptExecution.DECISION));
    switch (outcome) {
      case APPLIED -> {
        if (decision.equals("STOP")) {
          return refused(
              "agent-stopped",
              "the agent stopped at " + phase + reason(ended),
              "Look at it, then try again: " + options.again(id));
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
      case INTERRUPTED -> {
        return waiting("stopped", "stopped on request", "Go on: " + options.again(id));
      }
      case BUDGET -> {
        return result(
            Status.BUDGET,
            List.of(
                Blocker.refused(
                    "cost-limit", ended.reason(), "Raise the limit, then: " + options.again(id))));
      }
      case TIMEOUT -> {
        if (ended.reason().equals(RunBudget.TIME_USED_UP)) {
          return result(Status.BUDGET, List.of(budget.outOfTime()));
        }
      }
      case PERMANENT -> {
        return waiting(
            "agent-unusable",
            ended.agent() + " cannot be used" + reason(ended),
            "See what it printed: " + CommandLines.of("run log", id));
      }
      case NOT_STARTED -> {
        return refused(
            "no-program",
            "the agent was not started" + reason(ended),
            "Check the program and its arguments");
      }
      case RATE_LIMIT -> {
        return rateLimited(ended);
      }
      default -> {}
    }
    return limitOf(ended, settings);
  }

  /// Waits until a provider may be asked again: twice as long each time.
  private @Nullable RunResult rateLimited(Attempt ended) throws IOException {
    var all = Attempt.of(project.history().history(id));
    int row = 0;
    for (int i = all.size() - 1; i >= 0 && all.get(i).outcome() == Outcome.RATE_LIMIT; i--) {
      row++;
    }
    if (row > WAITS_MAX) {
      return waiting(
          "rate-limited",
          ended.agent() + " limits the rate" + reason(ended),
          "Try again later: " + options.again(id));
    }
    var wait = pace.backoff().multipliedBy(1L << (row - 1));
    host.progress(
        "rate-limited", ended.number(), ended.phase() + ": waits " + wait.toSeconds() + " s");
    long until = System.nanoTime() + wait.toNanos();
    try {
      while (System.nanoTime() < until && execution.stop() == Stop.NO && !budget.isOutOfTime()) {
        Thread.sleep(STEP.toMillis());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return null;
  }

  private static String reason(Attempt attempt) {
    return attempt.reason().isEmpty() ? "" : ": " + attempt.reason();
  }

  /// Returns the result if a phase is not to be tried once more; null if it is.
  private @Nullable RunResult limitOf(Attempt ended, RunSettings settings) {
    var all = Attempt.of(project.history().history(id));
    int failures = 0;
    int partial = 0;
    Attempt earlier = null;
    int from = Math.max(0, all.size() - attempts);
    for (var known : all.subList(from, all.size())) {
      if (!known.phase().equals(ended.phase())) {
        failures = 0;
        partial = 0;
        earlier = null;
        continue;
      }
      var outcome = known.outcome();
      failures += outcome != null && outcome.isFailure() ? 1 : 0;
      partial += outcome == Outcome.APPLIED ? 1 : 0;
      earlier = known.number() == ended.number() ? earlier : known;
    }
    boolean over = isOver(inspect(), ended.phase());
    if (over) {
      return null;
    }
    if (earlier != null && ended.isRepetitionOf(earlier)) {
      return stuck(
          ended,
          "attempts "
              + earlier.number()
              + " and "
              + ended.number()
              + " at "
              + ended.phase()
              + " ended the same way, with the same files");
    }
    if (failures > settings.retries()) {
      return stuck(
          ended,
          "attempt "
              + ended.number()
              + " at "
              + ended.phase()
              + " was the last of "
              + (settings.retries() + 1));
    }
    return partial >= PARTIAL_MAX
        ? stuck(ended, ended.phase() + " is not complete after " + PARTIAL_MAX + " attempts")
        : null;
  }

  private RunResult stuck(Attempt ended, String problem) {
    var status = ended.outcome() == Outcome.GATE ? Status.GATE : Status.REFUSED;
    var outcome = ended.outcome() == null ? "" : ended.outcome().word();
    return result(
        status,
        List.of(
            Blocker.refused(
                "stuck",
                problem + ": " + (ended.reason().isEmpty() ? outcome : ended.reason()),
                "See what it printed: " + CommandLines.of("run log", id))));
  }

  // ---------------------------------------------------------------- recovery

  /// Closes the attempt that a killed runner has left: ends its processes, and applies a response
  /// that it had finished.
  private @Nullable RunResult recover() throws IOException {
    var all = Attempt.of(project.history().history(id));
    if (all.isEmpty() || all.getLast().outcome() != null) {
      return null;
    }
    var open = all.getLast();
    var folder = log.folder(open.number());
    var end = new AttemptExecution.End(open.number(), open.phase(), 0);
    int killed =
        Files.isDirectory(folder)
            ? SupervisedProcess.sweep(folder, open.mark(), host.environment())
            : 0;
    if (killed > 0) {
      host.progress(
          "processes-ended",
          open.number(),
          open.phase() + ": " + killed + " processes of attempt " + open.number() + " were ended");
    }
    var adapter = open.adapter();
    var reply =
        adapter == null
            ? AgentReply.of("")
            : execution.reply(AgentAdapter.Output.of(folder), adapter);
    var response = finished(open, reply);
    var settings = definition.of(open.phase());
    if (open.applied()) {
      if (response == null) {
        execution.end(end, Outcome.APPLIED, "", reply);
        return null;
      }
      attempts++;
      return after(execution.applied(end, response, reply), settings);
    }
    var tree = open.start().string(Attempt.TREE);
    var now = project.gates().position();
    boolean same = new TreePosition(null, tree).hasTreeOf(now);
    // What an attempt has changed is only compared by the runner that has started it.
    boolean inScope = same || settings.writes().isEmpty();
    if (response != null && inScope) {
      attempts++;
      return after(execution.apply(end, response, reply), settings);
    }
    var reason =
        "its runner was killed"
            + (tree == null || same ? "" : "; the files that it changed are still there")
            + (response == null ? "" : "; its response was not applied: writes was not checked");
    execution.end(end, Outcome.ORPHANED, reason, reply);
    return null;
  }

  /// Returns the valid response that an attempt has printed; null if there is none.
  private @Nullable HandoffResponse finished(Attempt open, AgentReply reply) {
    if (reply.failure() != null || reply.text().isEmpty()) {
      return null;
    }
    var limit = project.handoffs().limit(id);
    var read = HandoffResponse.read(reply.text(), null, limit);
    if (!(read instanceof Accepted<HandoffResponse>(var whole, _))
        || !whole.taskId().equals(task(open.phase(), open.number()))) {
      return null;
    }
    return whole.withPolicy(SummaryPolicy.TRUNCATE, limit) instanceof Accepted<HandoffResponse> cut
        ? cut.value()
        : null;
  }

  /// Applies the response of an attempt that waited for a person.
  private @Nullable RunResult again(Attempt waiting) throws IOException {
    var text = log.keptResponse(waiting.number());
    var limit = project.handoffs().limit(id);
    var read = text == null ? null : HandoffResponse.read(text, null, limit);
    if (!(read instanceof Accepted<HandoffResponse>(var response, _))) {
      return refused(
          "no-response",
          "the response of attempt " + waiting.number() + " is not there any more",
          "Finish the phase yourself: "
              + CommandLines.of("done " + CommandLines.word(waiting.phase().value()), id));
    }
    var failed = changes.openGates(waiting.phase(), false, true);
    var blockers = failed == null ? changes.apply(response, waiting.phase()) : List.<Blocker>of();
    if (failed == null && blockers.isEmpty()) {
      var end = new AttemptExecution.End(waiting.number(), waiting.phase(), 0);
      execution.applied(end, response, AgentReply.of(""));
      return null;
    }
    return failed == null
        ? stopped(blockers)
        : result(
            Status.GATE,
            List.of(
                Blocker.refused("gate-closed", failed, "Run it: " + CommandLines.of("gate", id))));
  }

  /// Returns the result if the run should not be continued without a person, before the first step.
  private @Nullable RunResult doubt() {
    var run = inspect();
    if (!run.open() || run.problem() != null) {
      return null;
    }
    var verdict = project.briefs().of(run).verdict();
    var cause = verdict.cause();
    boolean asks =
        verdict.kind() == Verdict.Kind.ASK
            || verdict.kind() == Verdict.Kind.MERGE
            || verdict.kind() == Verdict.Kind.REPAIR;
    return asks && cause != null && run.pendingAction() == null
        ? waiting("doubt", cause.text(), "Look at it: " + CommandLines.of("resume", id))
        : null;
  }

  // ---------------------------------------------------------------- results

  private RunResult stopped(List<Blocker> blockers) {
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

  private RunResult done() {
    return result(Status.DONE, List.of());
  }

  private RunResult refused(String code, String reason, String hint) {
    return result(Status.REFUSED, List.of(Blocker.refused(code, reason, hint)));
  }

  private RunResult waiting(String code, String reason, String hint) {
    return result(Status.WAITING, List.of(new Blocker(Blocker.Kind.ASK, code, reason, hint)));
  }

  private RunResult result(Status status, List<Blocker> blockers) {
    return new RunResult(id, status, blockers, attempts, budget.cost());
  }
}
