package dev.tidemark.runner;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.HandoffDecision;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.handoff.SummaryPolicy;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.library.Project;
import dev.tidemark.runner.Attempt.Outcome;
import dev.tidemark.runner.RunnerHost.Stop;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Execution of attempts: records the start, supervises the process, applies the response, and
/// records the end.
final class AttemptExecution {
  /// The exit codes of a shell for a program that is not there or cannot be executed.
  private static final int NOT_FOUND = 127;

  private static final int NOT_EXECUTABLE = 126;
  private static final int REASON_SHOWN = 300;

  private static final Duration IDLE = Duration.ofMinutes(10);
  private static final Duration STEP = Duration.ofMillis(100);
  static final String DECISION = "decision";

  private final Project project;
  private final CheckpointId id;
  private final RunnerHost host;
  private final AttemptLog log;
  private final RunBudget budget;
  private final RunChanges changes;
  private final Runner.Pace pace;
  private Stop asked = Stop.NO;

  AttemptExecution(
      Project project,
      CheckpointId id,
      RunnerHost host,
      AttemptLog log,
      RunBudget budget,
      RunChanges changes,
      Runner.Pace pace) {
    this.project = project;
    this.id = id;
    this.host = host;
    this.log = log;
    this.budget = budget;
    this.changes = changes;
    this.pace = pace;
  }

  /// Starts the process of an attempt, waits for it, and applies its response.
  Attempt execute(
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
            budget.money(phase, settings));
    var words = adapter.words(settings, call);
    var input =
        adapter == AgentAdapter.COMMAND ? request.toString() + "\n" : AgentPrompt.text(request);
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
    var end = new End(number, phase, begin);
    var outside = files == null ? List.<String>of() : files.outside();
    if (!outside.isEmpty()) {
      var reason =
          "it changed files that " + phase + " may not change: " + String.join(", ", outside);
      return end(end, Outcome.OUTSIDE, reason, spent(outcome, number, adapter));
    }
    if (outcome == null) {
      return respond(end, adapter, request);
    }
    var reason =
        switch (outcome) {
          case TIMEOUT ->
              budget.isOutOfTime()
                  ? RunBudget.TIME_USED_UP
                  : "it took longer than " + words(settings.timeout());
          case IDLE -> "it printed nothing for " + words(idle(settings, adapter));
          case TOO_LARGE -> "it printed more than 16 MB";
          case INTERRUPTED -> "stopped on request";
          default -> "";
        };
    return end(end, outcome, reason, spent(outcome, number, adapter));
  }

  /// Returns what an attempt without a usable answer has cost, as far as its output says.
  private AgentReply spent(@Nullable Outcome outcome, int number, AgentAdapter adapter)
      throws IOException {
    return outcome == Outcome.TOO_LARGE
        ? AgentReply.of("")
        : reply(AgentAdapter.Output.of(log.folder(number)), adapter);
  }

  /// What is known of an attempt before its end.
  record End(int number, PhaseName phase, long begin) {}

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
    boolean stopping = false;
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
        var stop = stop();
        if (stop == Stop.NOW) {
          return Outcome.INTERRUPTED;
        }
        if (stop == Stop.AFTER_ATTEMPT && !stopping) {
          stopping = true;
          host.progress(
              "stopping", number, phase + ": stops after this attempt; Ctrl-C again ends it now");
        }
        if (now - begin > settings.timeout().toNanos() || budget.isOutOfTime()) {
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
    var exit = output.exit();
    if (exit != null && (exit == NOT_FOUND || exit == NOT_EXECUTABLE) && output.out().isBlank()) {
      return end(
          end, Outcome.NOT_STARTED, log.tail(end.number(), true, REASON_SHOWN), AgentReply.of(""));
    }
    var reply = reply(output, adapter);
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
      var ended = exit == null || exit == 0 ? "" : "; exit code " + exit;
      return end(end, Outcome.NO_RESULT, blockers.getFirst().reason() + ended, reply);
    }
    var whole = ((Accepted<HandoffResponse>) read).value();
    var cut = whole.withPolicy(SummaryPolicy.TRUNCATE, limit);
    var response = cut instanceof Accepted<HandoffResponse> yes ? yes.value() : whole;
    return apply(end, response, reply);
  }

  /// Reads what an agent has printed: its envelope, and what a `command` says of its cost.
  AgentReply reply(AgentAdapter.Output output, AgentAdapter adapter) {
    var reply = adapter.read(output);
    if (adapter == AgentAdapter.COMMAND
        && HandoffResponse.read(reply.text(), null, project.handoffs().limit(id))
            instanceof Accepted<HandoffResponse>(var response, _)) {
      return reply.spending(cost(response), tokens(response));
    }
    return reply;
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
  Attempt apply(End end, HandoffResponse response, AgentReply reply) throws IOException {
    boolean ends = isComplete(response);
    if (ends) {
      var failed = changes.openGates(end.phase(), false, true);
      if (failed != null) {
        return end(end, Outcome.GATE, failed, reply);
      }
    }
    var blockers = changes.apply(response, end.phase());
    if (blockers.isEmpty()) {
      return applied(end, response, reply);
    }
    if (changes.awaitApproval(blockers)) {
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

  /// Records what follows an applied response: the questions in it, and the end of the attempt.
  Attempt applied(End end, HandoffResponse response, AgentReply reply) throws IOException {
    if (response.decision() == HandoffDecision.CLARIFY) {
      ask(end.phase(), response.issues());
    }
    boolean ends = isComplete(response);
    host.progress(
        ends ? "phase-complete" : "response-applied",
        end.number(),
        end.phase() + ": " + (ends ? "complete" : response.decision() + ", " + response.status()));
    var reason =
        response.decision() == HandoffDecision.PROCEED ? "" : String.join("; ", response.issues());
    return end(end, Outcome.APPLIED, reason, reply, response);
  }

  private static boolean isComplete(HandoffResponse response) {
    return response.decision() == HandoffDecision.PROCEED && response.status().equals("complete");
  }

  /// Records the questions of an agent, which a person answers; once.
  private void ask(PhaseName phase, List<String> questions) {
    var known = project.runs().inspect(id).notes();
    var notes = new ArrayList<Note>();
    for (var question : questions) {
      if (!question.isBlank()) {
        var text =
            question.length() > Note.TEXT_MAX ? question.substring(0, Note.TEXT_MAX) : question;
        var note = new Note(Note.Kind.QUESTION, phase, text);
        if (!known.contains(note)) {
          notes.add(note);
        }
      }
    }
    if (!notes.isEmpty()) {
      changes.apply(new Change.AmendPhase(phase, PhaseReport.NONE, notes, List.of()));
    }
  }

  Attempt end(End end, Outcome outcome, String reason, AgentReply reply) throws IOException {
    return end(end, outcome, reason, reply, null);
  }

  /// Records the end of an attempt.
  private Attempt end(
      End end, Outcome outcome, String text, AgentReply reply, @Nullable HandoffResponse response)
      throws IOException {
    var reason = Secrets.redacted(text);
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

  /// Returns whether the user wants the runner to stop. A request that was seen stays one.
  Stop stop() throws IOException {
    for (var request : List.of(host.stop(), log.stopRequest())) {
      asked = asked.compareTo(request) < 0 ? request : asked;
    }
    return asked;
  }
}
