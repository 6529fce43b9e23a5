package dev.tidemark.runner;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.brief.BriefText;
import dev.tidemark.brief.Verdict;
import dev.tidemark.brief.budget.Budget;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.ChangeResult;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ContractCheck;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.HandoffDecision;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.handoff.SummaryPolicy;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.library.Handoffs;
import dev.tidemark.library.Project;
import dev.tidemark.runner.Attempt.Outcome;
import dev.tidemark.runner.RunResult.Status;
import dev.tidemark.runner.RunnerHost.Stop;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.CommandLines;
import dev.tidemark.workflow.policy.DialectOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Runner: drives a run from phase to phase, with a new process of an agent for each attempt.
///
/// Each attempt is recorded in the journal before its process starts and after it has ended. Its
/// response is applied like that of any worker, once: the response names the attempt, so that a
/// runner that continues after a crash finds what was applied and what was not.
public final class Runner {
  /// How many attempts of a phase may end with a response that is no end of the phase.
  private static final int PARTIAL_MAX = 20;

  private static final int OUTPUT_SHOWN = 1_500;
  private static final Duration IDLE = Duration.ofMinutes(10);
  private static final Duration STEP = Duration.ofMillis(100);
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration WAIT = Duration.ofMinutes(1);

  /// How often in a row a provider may limit the rate.
  private static final int WAITS_MAX = 6;

  private static final String DECISION = "decision";

  private final Project project;
  private final Dialect<?> dialect;
  private final CheckpointId id;
  private final RunDefinition definition;
  private final RunOptions options;
  private final RunnerHost host;
  private final AttemptLog log;
  private final long started = System.nanoTime();
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
      log.clearStop();
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
    } finally {
      if (log.stopRequest() != Stop.NO) {
        log.clearStop();
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
    if (stop() != Stop.NO) {
      return waiting("stopped", "stopped on request", "Go on: " + CommandLines.of("run", id));
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
      var blockers = apply(dialect, new Change.FinishRun());
      return blockers.isEmpty() ? done() : stopped(blockers);
    }
    var limit = limits(phase);
    if (limit != null) {
      return limit;
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
    var blockers = apply(dialect, change);
    if (blockers.isEmpty()) {
      return null;
    }
    var failed = openGates(phase, true, false);
    if (failed == null) {
      blockers = apply(dialect, change);
    }
    return blockers.isEmpty() ? null : stopped(blockers);
  }

  /// Makes one attempt at a phase.
  private @Nullable RunResult attempt(PhaseName phase) throws IOException {
    var history = project.history().history(id);
    var known = Attempt.of(history);
    var waiting = known.isEmpty() ? null : known.getLast();
    if (waiting != null && waiting.outcome() == Outcome.WAITING && waiting.phase().equals(phase)) {
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
    var ended = execute(number, phase, settings, adapter, request);
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

  // ---------------------------------------------------------------- one process

  /// Starts the process of an attempt, waits for it, and applies its response.
  private Attempt execute(
      int number,
      PhaseName phase,
      RunSettings settings,
      AgentAdapter adapter,
      HandoffRequest request)
      throws IOException {
    var mark = UUID.randomUUID().toString();
    var folder = log.folder(number);
    var call =
        new AgentAdapter.Call(
            mark,
            folder.resolve(AgentAdapter.SCHEMA_FILE),
            folder.resolve(AgentAdapter.LAST),
            money(settings));
    var words = adapter.words(settings, call);
    var input =
        adapter == AgentAdapter.COMMAND
            ? request.toString() + "\n"
            : AgentPrompt.text(request, null);
    var position = project.gates().position();
    var start =
        JsonObject.builder()
            .add(Attempt.AGENT, adapter.word())
            .add(Attempt.ID, mark)
            .add("argv", digest(String.join("\n", words)))
            .add("prompt", digest(input))
            .addIfPresent("commit", position.commit())
            .addIfPresent(Attempt.TREE, position.tree())
            .build();
    var files = settings.writes().isEmpty() ? null : new WriteScope(project, settings.writes());
    project.checkpoints().record(id, new Event.AttemptStarted(phase, number, start), host.actor());
    host.progress(
        "attempt-started", number, phase + ": attempt " + number + " by " + adapter.word());
    log.open(number, input);
    AttemptLog.write(call.schema(), AgentPrompt.SCHEMA);
    long begin = System.nanoTime();
    var outcome = supervise(number, words, settings, adapter, mark, phase);
    var end = new End(number, phase, begin, mark);
    var outside = files == null ? List.<String>of() : files.outside();
    if (!outside.isEmpty()) {
      var reason =
          "it changed files that " + phase + " may not change: " + String.join(", ", outside);
      return end(end, Outcome.OUTSIDE, reason, AgentReply.of(""));
    }
    if (outcome == null) {
      return respond(end, adapter, request);
    }
    var reason =
        switch (outcome) {
          case TIMEOUT -> "it took longer than " + words(settings.timeout());
          case IDLE -> "it printed nothing for " + words(idle(settings, adapter));
          case TOO_LARGE -> "it printed more than 16 MB";
          case INTERRUPTED -> "stopped on request";
          default -> "";
        };
    return end(end, outcome, reason, AgentReply.of(""));
  }

  /// What is known of an attempt before its end.
  private record End(int number, PhaseName phase, long begin, String mark) {}

  private static String words(@Nullable Duration duration) {
    return duration == null ? "a while" : duration.toSeconds() + " seconds";
  }

  private static @Nullable Duration idle(RunSettings settings, AgentAdapter adapter) {
    var idle = settings.idle();
    return idle == null && adapter.isTalkative() ? IDLE : idle;
  }

  /// Runs the process; returns how it ended, null if by itself.
  private @Nullable Outcome supervise(
      int number,
      List<String> words,
      RunSettings settings,
      AgentAdapter adapter,
      String mark,
      PhaseName phase)
      throws IOException {
    var environment = new HashMap<>(host.environment());
    environment.put("TIDEMARK_RUN", id.toString());
    environment.put("TIDEMARK_PHASE", phase.value());
    environment.put("TIDEMARK_ATTEMPT", Integer.toString(number));
    var folder = log.folder(number);
    long begin = System.nanoTime();
    long heard = begin;
    long printed = 0;
    var idle = idle(settings, adapter);
    try (var process =
        SupervisedProcess.start(folder, project.root(), words, environment, mark, pace.grace())) {
      while (!process.await(STEP)) {
        long now = System.nanoTime();
        long more = process.printed();
        if (more != printed) {
          printed = more;
          heard = now;
        }
        if (stop() == Stop.NOW) {
          return Outcome.INTERRUPTED;
        }
        if (now - begin > settings.timeout().toNanos() || isOutOfTime()) {
          return Outcome.TIMEOUT;
        }
        if (idle != null && now - heard > idle.toNanos()) {
          return Outcome.IDLE;
        }
        if (SupervisedProcess.size(folder.resolve(SupervisedProcess.OUT))
            >= SupervisedProcess.OUTPUT_MAX) {
          return Outcome.TOO_LARGE;
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Outcome.INTERRUPTED;
    }
    boolean large =
        SupervisedProcess.size(folder.resolve(SupervisedProcess.OUT))
            >= SupervisedProcess.OUTPUT_MAX;
    return large ? Outcome.TOO_LARGE : null;
  }

  /// Reads the answer of an attempt whose process has ended, and applies it.
  private Attempt respond(End end, AgentAdapter adapter, HandoffRequest request)
      throws IOException {
    var output = AgentAdapter.Output.of(log.folder(end.number()));
    var reply = adapter.read(output);
    var failure = reply.failure();
    if (failure != null) {
      var outcome =
          switch (reply.kind()) {
            case RETRY -> Outcome.NO_RESULT;
            case RATE_LIMIT -> Outcome.RATE_LIMIT;
            case PERMANENT -> Outcome.PERMANENT;
            case BUDGET -> Outcome.BUDGET;
          };
      return end(end, outcome, failure, reply);
    }
    var limit = project.handoffs().limit(id);
    var read = HandoffResponse.read(reply.text(), request, limit);
    if (read instanceof Rejected<HandoffResponse>(var blockers, _)) {
      var exit = output.exit();
      boolean missing = adapter == AgentAdapter.COMMAND && exit != null && exit == 127;
      var reason =
          missing
              ? "the program cannot be started: " + log.tail(end.number(), true, 200)
              : blockers.getFirst().reason()
                  + (exit == null || exit == 0 ? "" : "; exit code " + exit);
      return end(end, missing ? Outcome.NOT_STARTED : Outcome.NO_RESULT, reason, reply);
    }
    var whole = ((Accepted<HandoffResponse>) read).value();
    var cut = whole.withPolicy(SummaryPolicy.TRUNCATE, limit);
    var response = cut instanceof Accepted<HandoffResponse> yes ? yes.value() : whole;
    if (adapter == AgentAdapter.COMMAND) {
      reply = reply.spending(cost(response), tokens(response));
    }
    return apply(end, response, reply);
  }

  private static @Nullable BigDecimal cost(HandoffResponse response) {
    var number = response.json().number(Attempt.COST);
    return number == null ? null : RunSettings.amount(number.spelling());
  }

  private static @Nullable Long tokens(HandoffResponse response) {
    var number = response.json().number("tokens_used");
    return number == null || number.wholeValue().isEmpty() ? null : number.wholeValue().getAsLong();
  }

  /// Applies a valid response, after the commands of the gates at the end of the phase.
  private Attempt apply(End end, HandoffResponse response, AgentReply reply) throws IOException {
    boolean ends = isComplete(response);
    if (ends) {
      var failed = openGates(end.phase(), false, true);
      if (failed != null) {
        return end(end, Outcome.GATE, failed, reply);
      }
    }
    var blockers = applied(dialect, response, end.phase());
    if (blockers.isEmpty()) {
      if (response.decision() == HandoffDecision.CLARIFY) {
        ask(end.phase(), response.issues());
      }
      host.progress(
          ends ? "phase-complete" : "response-applied",
          end.number(),
          end.phase()
              + ": "
              + (ends ? "complete" : response.decision() + ", " + response.status()));
      var reason =
          response.decision() == HandoffDecision.PROCEED
              ? ""
              : String.join("; ", response.issues());
      return end(end, Outcome.APPLIED, reason, reply, response);
    }
    if (waits(end.phase(), blockers)) {
      log.keepResponse(end.number(), JsonText.compact(response.json()));
      return end(end, Outcome.WAITING, blockers.getFirst().reason(), reply, response);
    }
    boolean gate = false;
    for (var blocker : blockers) {
      gate |= blocker.kind() == Blocker.Kind.GATE;
    }
    return end(
        end, gate ? Outcome.GATE : Outcome.REFUSED, blockers.getFirst().reason(), reply, response);
  }

  private static boolean isComplete(HandoffResponse response) {
    return response.decision() == HandoffDecision.PROCEED && response.status().equals("complete");
  }

  /// Records the questions of an agent, which a person answers.
  private void ask(PhaseName phase, List<String> questions) {
    var notes = new ArrayList<Note>();
    for (var question : questions) {
      if (!question.isBlank()) {
        var text =
            question.length() > Note.TEXT_MAX ? question.substring(0, Note.TEXT_MAX) : question;
        notes.add(new Note(Note.Kind.QUESTION, phase, text));
      }
    }
    if (!notes.isEmpty()) {
      apply(dialect, new Change.AmendPhase(phase, PhaseReport.NONE, notes, List.of()));
    }
  }

  private Attempt end(End end, Outcome outcome, String reason, AgentReply reply)
      throws IOException {
    return end(end, outcome, reason, reply, null);
  }

  /// Records the end of an attempt.
  private Attempt end(
      End end, Outcome outcome, String reason, AgentReply reply, @Nullable HandoffResponse response)
      throws IOException {
    var folder = log.folder(end.number());
    var position = project.gates().position();
    var exit = SupervisedProcess.exit(folder);
    var pid = SupervisedProcess.pid(folder);
    var cost = reply.cost();
    var tokens = reply.tokens();
    var details = JsonObject.builder();
    if (!reason.isEmpty()) {
      details.add(Attempt.REASON, reason.length() > 500 ? reason.substring(0, 500) : reason);
    }
    if (response != null) {
      details.add(DECISION, response.decision().name());
      details.add("result", digest(JsonText.compact(response.json())));
    }
    if (exit != null) {
      details.add("exit", exit);
    }
    if (pid != null) {
      details.add("pid", pid);
    }
    if (cost != null) {
      details.add(Attempt.COST, JsonNumber.spelled(cost.toPlainString()));
    }
    if (tokens != null) {
      details.add("tokens", tokens);
    }
    details.addIfPresent("session", reply.session());
    details.addIfPresent("version", reply.version());
    if (end.begin() != 0) {
      details.add(Attempt.DURATION, (System.nanoTime() - end.begin()) / 1_000_000);
    }
    details.addIfPresent("commit", position.commit());
    details.addIfPresent(Attempt.TREE, position.tree());
    var event = new Event.AttemptEnded(end.phase(), end.number(), outcome.word(), details.build());
    project.checkpoints().record(id, event, host.actor());
    log.settle(end.number());
    host.progress(
        "attempt-ended",
        end.number(),
        end.phase()
            + ": attempt "
            + end.number()
            + " ended: "
            + outcome.word()
            + (reason.isEmpty() ? "" : " (" + reason + ")"));
    var all = Attempt.of(project.history().history(id));
    return all.getLast();
  }

  private static String digest(String text) {
    return Sha256.hex(text.getBytes(UTF_8));
  }

  // ---------------------------------------------------------------- what follows

  /// Decides how to go on after an attempt; returns null to go on.
  private @Nullable RunResult after(Attempt ended, RunSettings settings) throws IOException {
    var outcome = ended.outcome() == null ? Outcome.NO_RESULT : ended.outcome();
    var phase = ended.phase();
    var decision = String.valueOf(ended.end().string(DECISION));
    switch (outcome) {
      case APPLIED -> {
        if (decision.equals("STOP")) {
          return refused(
              "agent-stopped",
              "the agent stopped at " + phase + reason(ended),
              "Look at it, then try again: " + CommandLines.of("run", id));
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
        return waiting("stopped", "stopped on request", "Go on: " + CommandLines.of("run", id));
      }
      case BUDGET -> {
        return budget("cost-limit", ended.reason());
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
          "Try again later: " + CommandLines.of("run", id));
    }
    var wait = pace.backoff().multipliedBy(1L << (row - 1));
    host.progress(
        "rate-limited", ended.number(), ended.phase() + ": waits " + wait.toSeconds() + " s");
    long until = System.nanoTime() + wait.toNanos();
    try {
      while (System.nanoTime() < until && stop() == Stop.NO && !isOutOfTime()) {
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

  // ---------------------------------------------------------------- limits

  private boolean isOutOfTime() {
    var limit = options.maxTime();
    return limit != null && System.nanoTime() - started > limit.toNanos();
  }

  private @Nullable RunResult limits(PhaseName phase) {
    if (isOutOfTime()) {
      return budget("time-limit", "the time of this call is used up");
    }
    var all = Attempt.of(project.history().history(id));
    var settings = definition.of(phase);
    var own = new ArrayList<Attempt>();
    for (var attempt : all) {
      if (attempt.phase().equals(phase)) {
        own.add(attempt);
      }
    }
    var run = exceeded(all, options.maxCost(), "the run");
    return run == null ? exceeded(own, settings.maxCost(), "phase " + phase) : run;
  }

  /// Unknown cost is not zero: with a limit, no attempt follows one whose cost is unknown.
  private @Nullable RunResult exceeded(
      List<Attempt> made, @Nullable BigDecimal limit, String subject) {
    if (limit == null) {
      return null;
    }
    var sum = BigDecimal.ZERO;
    for (var attempt : made) {
      var cost = attempt.cost();
      if (cost == null && isCharged(attempt)) {
        return budget(
            "cost-unknown",
            "the cost of attempt "
                + attempt.number()
                + " is unknown, and "
                + subject
                + " has a limit of "
                + limit.toPlainString()
                + " USD");
      }
      sum = cost == null ? sum : sum.add(cost);
    }
    return sum.compareTo(limit) < 0
        ? null
        : budget(
            "cost-limit",
            subject + " has cost " + sum.toPlainString() + " USD of " + limit.toPlainString());
  }

  private static boolean isCharged(Attempt attempt) {
    var outcome = attempt.outcome();
    return outcome != Outcome.NOT_STARTED && outcome != Outcome.PERMANENT;
  }

  /// Returns how much the next attempt may cost; null for any amount.
  private @Nullable BigDecimal money(RunSettings settings) {
    var limit = options.maxCost();
    var own = settings.maxCost();
    if (limit == null || (own != null && own.compareTo(limit) < 0)) {
      limit = own;
    }
    if (limit == null) {
      return null;
    }
    var spent = cost();
    var left = spent == null ? limit : limit.subtract(spent);
    return left.signum() < 0 ? BigDecimal.ZERO : left;
  }

  /// Returns the cost of all attempts of the run; null if that of any is unknown.
  private @Nullable BigDecimal cost() {
    var sum = BigDecimal.ZERO;
    for (var attempt : Attempt.of(project.history().history(id))) {
      var cost = attempt.cost();
      if (cost == null) {
        return null;
      }
      sum = sum.add(cost);
    }
    return sum;
  }

  private Stop stop() throws IOException {
    var asked = host.stop();
    return asked == Stop.NO ? log.stopRequest() : asked;
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
    var end = new End(open.number(), open.phase(), 0, open.mark());
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
    if (open.applied()) {
      end(end, Outcome.APPLIED, "", AgentReply.of(""));
      return null;
    }
    var adapter = open.adapter();
    var response = adapter == null ? null : finished(open, adapter);
    if (response != null && adapter != null) {
      var reply = adapter.read(AgentAdapter.Output.of(folder));
      var settings = definition.of(open.phase());
      attempts++;
      return after(apply(end, response, reply), settings);
    }
    var tree = open.start().string(Attempt.TREE);
    var now = project.gates().position();
    boolean changed = tree != null && !new TreePosition(null, tree).hasTreeOf(now);
    var reason =
        "its runner was killed" + (changed ? "; the files that it changed are still there" : "");
    end(end, Outcome.ORPHANED, reason, AgentReply.of(""));
    return null;
  }

  /// Returns the valid response that an attempt has printed; null if there is none.
  private @Nullable HandoffResponse finished(Attempt open, AgentAdapter adapter)
      throws IOException {
    var folder = log.folder(open.number());
    if (!Files.isDirectory(folder)) {
      return null;
    }
    var reply = adapter.read(AgentAdapter.Output.of(folder));
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
    var failed = openGates(waiting.phase(), false, true);
    var blockers =
        failed == null ? applied(dialect, response, waiting.phase()) : List.<Blocker>of();
    if (failed == null && blockers.isEmpty()) {
      host.progress("phase-complete", waiting.number(), waiting.phase() + ": complete");
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

  // ---------------------------------------------------------------- gates and changes

  /// Runs the commands of the closed gates of a step.
  ///
  /// @return why one stays closed; null if none does
  private @Nullable String openGates(PhaseName phase, boolean begins, boolean ends) {
    for (var state : project.gates().states(dialect, id)) {
      if (state.phase().equals(phase)
          && !state.isOpen()
          && state.gate().moment().isAsked(begins, ends)
          && state.gate().condition() instanceof CommandSucceeded command) {
        host.progress("gate-run", 0, phase + ": gate " + state.gate().name());
        var ran = host.runGate(dialect, id, command);
        if (!ran.passed()) {
          var output = ran.output().strip();
          var shown =
              output.length() <= OUTPUT_SHOWN
                  ? output
                  : "…" + output.substring(output.length() - OUTPUT_SHOWN);
          return "gate " + state.gate().name() + " failed" + (shown.isEmpty() ? "" : ": " + shown);
        }
      }
    }
    return null;
  }

  /// Returns whether a phase cannot end only because a person has not approved it.
  private boolean waits(PhaseName phase, List<Blocker> blockers) {
    boolean approval = false;
    for (var blocker : blockers) {
      boolean person = blocker.phase() != null;
      for (var state : project.gates().states(dialect, id)) {
        person |=
            state.gate().condition() instanceof ApprovedByPerson
                && state.phase().equals(phase)
                && state.blockers().contains(blocker);
      }
      if (!person) {
        return false;
      }
      approval = true;
    }
    return approval;
  }

  private <C extends Checkpoint> List<Blocker> apply(Dialect<C> own, Change change) {
    var details = new HashMap<String, List<String>>();
    while (true) {
      var by = new Caller(host.actor(), ChangeMode.COMMIT, new DialectOptions(details));
      var blockers = blockers(project.checkpoints().apply(own, id, change, by));
      if (!isAnswered(blockers, details)) {
        return blockers;
      }
    }
  }

  private <C extends Checkpoint> List<Blocker> applied(
      Dialect<C> own, HandoffResponse response, PhaseName phase) {
    var details = new HashMap<String, List<String>>();
    var options = response.json().object("options");
    for (var member : options == null ? JsonObject.EMPTY.members() : options.members()) {
      // Options of the format only: no question is answered, and no gate is passed.
      if (own.rules().options().contains(member.key())
          && member.value() instanceof JsonString word) {
        details.put(member.key(), List.of(word.value()));
      }
    }
    while (true) {
      var by = new Caller(host.actor(), ChangeMode.COMMIT, new DialectOptions(details));
      var returned = new Handoffs.Returned(response, phase);
      var blockers = blockers(project.handoffs().apply(own, id, returned, by));
      if (!isAnswered(blockers, details)) {
        return blockers;
      }
    }
  }

  private static List<Blocker> blockers(ChangeResult<?> result) {
    return result.outcome() instanceof Refusal<?> no ? no.blockers() : result.failures();
  }

  /// Answers the questions that have an answer where no person can be asked; returns whether the
  /// change is to be tried again.
  private static boolean isAnswered(List<Blocker> blockers, Map<String, List<String>> details) {
    if (blockers.isEmpty()) {
      return false;
    }
    for (var blocker : blockers) {
      if (!blocker.takesNo() || details.containsKey(blocker.code())) {
        return false;
      }
    }
    for (var blocker : blockers) {
      boolean yes = blocker.kind() == Blocker.Kind.CONFIRM;
      details.put(blocker.code(), List.of(yes ? "" : DialectOptions.NO));
    }
    return true;
  }

  // ---------------------------------------------------------------- results

  private RunResult stopped(List<Blocker> blockers) {
    var status = Status.REFUSED;
    boolean person = true;
    for (var blocker : blockers) {
      if (blocker.kind() == Blocker.Kind.GATE) {
        status = Status.GATE;
      } else if (status == Status.REFUSED && blocker.kind() == Blocker.Kind.ASK) {
        status = Status.WAITING;
      }
      person &= blocker.phase() != null || isApproval(blocker);
    }
    return result(person && !blockers.isEmpty() ? Status.WAITING : status, blockers);
  }

  private boolean isApproval(Blocker blocker) {
    for (var state : project.gates().states(dialect, id)) {
      if (state.gate().condition() instanceof ApprovedByPerson
          && state.blockers().contains(blocker)) {
        return true;
      }
    }
    return false;
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

  private RunResult budget(String code, String reason) {
    return result(
        Status.BUDGET,
        List.of(Blocker.refused(code, reason, "Raise the limit: " + CommandLines.of("run", id))));
  }

  private RunResult result(Status status, List<Blocker> blockers) {
    return new RunResult(id, status, blockers, attempts, cost());
  }
}
