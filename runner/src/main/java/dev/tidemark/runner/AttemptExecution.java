package dev.tidemark.runner;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.brief.BriefText;
import dev.tidemark.brief.budget.Budget;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.handoff.ContractCheck;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.HandoffDecision;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.handoff.SummaryPolicy;
import dev.tidemark.history.Event;
import dev.tidemark.integrations.git.GitWorktrees;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.library.Project;
import dev.tidemark.runner.AgentAdapter.AgentReply;
import dev.tidemark.runner.Attempt.Outcome;
import dev.tidemark.security.Secrets;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.TaskStep;
import dev.tidemark.workflow.change.PhaseReport;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Execution of attempts: makes the request, records the start, starts the process, applies the
/// response, and records the end.
final class AttemptExecution {
  /// The exit codes of a shell for a program that is not there or cannot be executed.
  private static final int NOT_FOUND = 127;

  private static final int NOT_EXECUTABLE = 126;
  private static final int REASON_SHOWN = 300;
  private static final int FILES_SHOWN = 5;

  private static final Duration STEP = Duration.ofMillis(100);

  /// How old the position of the end of an attempt may be at the start of the next one.
  private static final Duration FRESH = Duration.ofSeconds(1);

  static final String DECISION = "decision";

  private final Project project;
  private final Dialect<?> dialect;
  final CheckpointId id;
  private final RunDefinition definition;
  final RunnerHost host;
  final AttemptLog log;
  final RunBudget budget;
  private final RunChanges changes;
  final RunControl control;
  private boolean probed;
  private @Nullable Sandbox sandbox;

  /// @param dialect the format of the run
  AttemptExecution(
      Dialect<?> dialect,
      RunDefinition definition,
      RunControl control,
      RunBudget budget,
      RunChanges changes) {
    this.dialect = dialect;
    this.definition = definition;
    this.control = control;
    this.budget = budget;
    this.changes = changes;
    this.project = control.project;
    this.id = control.id;
    this.host = control.host;
    this.log = control.log;
  }

  /// Makes the request of an attempt.
  ///
  /// @param before what the agent should know of the attempt before; empty if there was none
  /// @param part the task of the phase that is its own; empty for the whole phase
  ContractCheck<HandoffRequest> prepare(
      PhaseName phase, int number, RunSettings settings, String before, String part) {
    var prompt = settings.prompt();
    var brief =
        BriefText.of(project.briefs().of(project.runs().inspect(dialect, id), phase), Budget.USUAL);
    var said =
        AgentPrompt.assignment(
            task(phase, number),
            id.toString(),
            phase.value(),
            prompt == null ? "" : definition.prompt(prompt),
            brief,
            before,
            part);
    return project.handoffs().request(dialect, id, phase, said);
  }

  String task(PhaseName phase, int number) {
    return id + "/" + phase + "#" + number;
  }

  /// Returns what an agent should know of the attempts before it.
  ///
  /// @param task the task of the phase that is its own; absent for the whole phase
  /// @param beside whether it works in a new work tree, beside others
  static String before(
      List<Attempt> known, PhaseName phase, @Nullable String task, boolean beside) {
    Attempt last = null;
    for (var attempt : known) {
      boolean counts = !beside || attempt.phase().equals(phase);
      last = counts && Objects.equals(task, attempt.task()) ? attempt : last;
    }
    if (last == null || !last.phase().equals(phase)) {
      return "";
    }
    var subject = task == null ? "phase" : "task";
    var outcome = last.outcome();
    if (outcome == null || (outcome == Outcome.APPLIED && last.reason().isEmpty())) {
      return "An earlier session has worked on this "
          + subject
          + "; look at the files before you go on.";
    }
    return "Attempt "
        + last.number()
        + " at this "
        + subject
        + " ended: "
        + outcome.word()
        + (last.reason().isEmpty() ? "" : " (" + last.reason() + ")")
        + (beside
            ? ". Nothing that it changed is here."
            : ". Files that it changed are still there; look at them before you go on.")
        + (outcome == Outcome.OUTSIDE && !beside
            ? " Put the files that this " + subject + " may not change back as they were."
            : "");
  }

  /// Starts the process of an attempt, waits for it, and applies its response.
  Attempt execute(
      int number,
      PhaseName phase,
      RunSettings settings,
      AgentAdapter adapter,
      HandoffRequest request)
      throws IOException {
    var files =
        settings.writes().isEmpty()
            ? null
            : new WriteScope(project, id, worktrees(), log, phase, settings.writes());
    var running = start(number, phase, settings, adapter, request, null);
    try (running) {
      boolean ended = false;
      while (!ended) {
        ended = running.awaitEnd(STEP);
      }
    }
    var outside = files == null ? List.<String>of() : files.outside();
    return outside.isEmpty() ? finish(running) : outside(running, outside);
  }

  /// Place of an attempt that works beside others: a git work tree of its own.
  ///
  /// @param task the id of the task; absent for the whole phase
  /// @param tree the work tree
  /// @param base the commit that it began with
  /// @param writes the files that may be changed, as glob patterns; empty for all
  record OwnTree(@Nullable String task, Path tree, String base, List<String> writes) {}

  /// Records the start of an attempt, and starts its process.
  ///
  /// @param place a work tree of its own; absent for that of the project
  RunningAttempt start(
      int number,
      PhaseName phase,
      RunSettings settings,
      AgentAdapter adapter,
      HandoffRequest request,
      @Nullable OwnTree place)
      throws IOException {
    var mark = UUID.randomUUID().toString();
    var money = budget.money(phase, settings, place == null ? 1 : settings.jobs());
    var words = adapter.words(settings, new AgentAdapter.Call(mark, false, schema(number), money));
    var input =
        adapter == AgentAdapter.COMMAND ? request.toString() + "\n" : AgentPrompt.text(request);
    var position = control.position(FRESH);
    // Codex has a sandbox of its own, whose helper is not found inside another one.
    var box = settings.sandbox() && adapter != AgentAdapter.CODEX ? sandbox() : null;
    var start =
        JsonObject.builder()
            .add(Attempt.AGENT, adapter.word())
            .add(Attempt.ID, mark)
            .add(Attempt.DEFINITION, definition.digest())
            .add("argv", digest(String.join("\n", words)))
            .add("prompt", digest(input))
            .add("sandbox", box == null ? "none" : "bwrap")
            .addIfPresent("commit", position.commit())
            .addIfPresent(Attempt.TREE, position.tree())
            .addIfPresent(Attempt.TASK, place == null ? null : place.task())
            .addIfPresent(Attempt.BASE, place == null ? null : place.base())
            .build();
    changes.record(new Event.AttemptStarted(phase, number, start));
    var started = new Attempt(number, phase, project.now(), start, null, JsonObject.EMPTY, false);
    host.progress("attempt-started", number, started.startLine());
    var folder = log.open(number, input);
    AttemptLog.write(schema(number), AgentPrompt.SCHEMA);
    if (box != null) {
      box.prepare(adapter);
    }
    var end = new End(number, phase, System.nanoTime(), place);
    var running = new RunningAttempt(this, end, settings, adapter, request, mark, box);
    running.start(folder, words);
    return running;
  }

  static String subject(PhaseName phase, @Nullable OwnTree place) {
    return place == null || place.task() == null ? phase.value() : phase + " " + place.task();
  }

  /// Applies the response of an attempt that has ended, and records its end.
  Attempt finish(RunningAttempt running) throws IOException {
    var outcome = running.outcome();
    return outcome == null
        ? respond(running.end(), running.adapter(), running.request())
        : end(running.end(), outcome, running.reason(), spent(running));
  }

  /// Records that an attempt has changed files that it may not change.
  private Attempt outside(RunningAttempt running, List<String> files) throws IOException {
    var end = running.end();
    return end(end, Outcome.OUTSIDE, outside(end.phase(), files), spent(running));
  }

  static String outside(PhaseName phase, List<String> files) {
    return "files were changed that " + phase + " may not change: " + WriteScope.shown(files);
  }

  /// Returns what an attempt without a usable answer has cost, as far as its output says.
  private AgentReply spent(RunningAttempt running) throws IOException {
    return running.outcome() == Outcome.TOO_LARGE
        ? AgentReply.of("")
        : reply(running.end().number(), running.adapter());
  }

  /// What is known of an attempt before its end.
  ///
  /// @param begin when it began; 0 if unknown
  /// @param place its own work tree; absent for that of the project
  record End(int number, PhaseName phase, long begin, @Nullable OwnTree place) {}

  /// Returns the sandbox of this machine; null if it has none, which is said once.
  private @Nullable Sandbox sandbox() throws IOException {
    if (!probed) {
      probed = true;
      var found = new Sandbox(project.root(), host.environment());
      var flaw = found.unavailableReason();
      sandbox = flaw.isEmpty() ? found : null;
      if (!flaw.isEmpty()) {
        host.progress("no-sandbox", 0, "agents run without a sandbox: " + flaw);
      }
    }
    return sandbox;
  }

  Path root() {
    return project.root();
  }

  /// Returns the folder that an agent works in.
  ///
  /// @param place its own work tree; absent for that of the project
  Path folder(@Nullable OwnTree place) throws IOException {
    return place == null ? project.root() : worktrees().folder(place.tree());
  }

  Path schema(int number) {
    return log.folder(number).resolve(AgentAdapter.SCHEMA_FILE);
  }

  /// Reads a response. One that reports files which are not there is rejected.
  ///
  /// @param place the work tree of the attempt; absent for that of the project
  ContractCheck<HandoffResponse> read(
      AgentReply reply, HandoffRequest request, @Nullable OwnTree place) throws IOException {
    var read = HandoffResponse.read(reply.text(), request, project.handoffs().limit(id));
    if (read instanceof Accepted<HandoffResponse>(var response, _)) {
      for (var artifact : response.artifacts()) {
        if (!Files.exists(folder(place).resolve(artifact.path()))) {
          return new Rejected<>(List.of(missing(artifact.path())), List.of());
        }
      }
    }
    return read;
  }

  private static Blocker missing(String path) {
    return Blocker.refused(
        "no-file",
        path + ", which the response reports, is not there",
        "Write it, or report the files that are there");
  }

  /// Reads the answer of an attempt whose process has ended, and applies it.
  private Attempt respond(End end, AgentAdapter adapter, HandoffRequest request)
      throws IOException {
    var output = AgentAdapter.Output.of(log.newest(end.number()));
    var exit = output.exit();
    if (exit != null && (exit == NOT_FOUND || exit == NOT_EXECUTABLE) && output.out().isBlank()) {
      var printed = log.tail(end.number(), true, REASON_SHOWN);
      var reason = SupervisedProcess.startFailure(exit == NOT_FOUND, printed);
      return end(end, Outcome.NOT_STARTED, reason, AgentReply.of(""));
    }
    var reply = reply(end.number(), adapter);
    var failure = reply.failure();
    if (failure != null) {
      var outcome =
          switch (reply.kind()) {
            case RETRY -> Outcome.NO_RESULT;
            case RATE_LIMIT -> Outcome.RATE_LIMIT;
            case PERMANENT -> Outcome.PERMANENT;
            case BUDGET -> Outcome.BUDGET;
          };
      return end(end, outcome, failure + output.ending(failure), reply);
    }
    var read = read(reply, request, end.place());
    if (read instanceof Rejected<HandoffResponse>(var blockers, _)) {
      var reason = blockers.getFirst().reason();
      return end(end, Outcome.NO_RESULT, reason + output.ending(reason), reply);
    }
    var whole = ((Accepted<HandoffResponse>) read).value();
    var cut = whole.withPolicy(SummaryPolicy.TRUNCATE, project.handoffs().limit(id));
    var response = cut instanceof Accepted<HandoffResponse> yes ? yes.value() : whole;
    return apply(end, response, reply);
  }

  /// Reads what the agent of an attempt has printed. If it was asked again, the second answer
  /// counts, and the cost of both.
  AgentReply reply(int number, AgentAdapter adapter) throws IOException {
    var first = log.folder(number);
    var newest = log.newest(number);
    var reply = reply(AgentAdapter.Output.of(first), adapter);
    return newest.equals(first)
        ? reply
        : adapter.combinedReply(reply, reply(AgentAdapter.Output.of(newest), adapter));
  }

  /// Reads the output of a process: its envelope, and what a `command` says of its cost.
  private AgentReply reply(AgentAdapter.Output output, AgentAdapter adapter) {
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
  ///
  /// @throws RunChanges.MissingRunException if the run is missing; the attempt stays open, and the
  ///   next runner applies the response
  /// @throws RunChanges.RestartedRunException if the run is another one now
  Attempt apply(End end, HandoffResponse response, AgentReply reply) throws IOException {
    changes.checkPresent();
    changes.checkContinued();
    var place = end.place();
    if (place != null && place.task() != null) {
      return applyTask(end, place, place.task(), response, reply);
    }
    var unmerged = place == null ? null : merge(end, place, response, reply);
    if (unmerged != null) {
      return unmerged;
    }
    boolean ends = isComplete(response);
    if (ends) {
      var failed = changes.openGates(end.phase(), false, true);
      if (failed != null) {
        return end(end, Outcome.GATE, failed, reply);
      }
    }
    var unpublished = host.publish(end.phase(), end.number());
    if (unpublished != null) {
      return end(end, Outcome.UNPUBLISHED, unpublished, reply, response);
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

  /// Merges what was changed for a task, and applies the response. The phase goes on, whatever
  /// became of the task.
  private Attempt applyTask(
      End end, OwnTree place, String id, HandoffResponse response, AgentReply reply)
      throws IOException {
    var phase = end.phase();
    var issues = String.join("; ", response.issues());
    if (response.decision() == HandoffDecision.STOP) {
      changes.apply(new Change.ChangeTask(TaskStep.FAIL, id, reason(issues), null));
      return end(end, Outcome.APPLIED, issues, reply, response);
    }
    if (response.decision() == HandoffDecision.CLARIFY) {
      note(phase, Note.Kind.QUESTION, response.issues());
      changes.apply(new Change.ChangeTask(TaskStep.BLOCK, id, reason(issues), null));
      return end(end, Outcome.APPLIED, issues, reply, response);
    }
    var unmerged = merge(end, place, response, reply);
    if (unmerged != null) {
      if (unmerged.outcome() == Outcome.CONFLICT) {
        changes.apply(new Change.ChangeTask(TaskStep.BLOCK, id, reason(unmerged.reason()), null));
      }
      return unmerged;
    }
    var unpublished = host.publish(phase, end.number());
    if (unpublished != null) {
      return end(end, Outcome.UNPUBLISHED, unpublished, reply, response);
    }
    var blockers = changes.apply(response.asPart(), phase);
    if (blockers.isEmpty() && isComplete(response)) {
      var task = project.runs().inspect(this.id).tasks().find(id);
      var title = task == null ? id : task.title();
      note(phase, Note.Kind.NOTE, List.of(title + ": " + response.summary()));
      blockers = changes.apply(new Change.ChangeTask(TaskStep.DONE, id));
    }
    return blockers.isEmpty()
        ? applied(end, response, reply)
        : end(end, Outcome.REFUSED, blockers.getFirst().reason(), reply, response);
  }

  GitWorktrees worktrees() {
    return project.worktrees(host.environment());
  }

  /// Merges what an attempt has changed in its own work tree.
  ///
  /// @return the attempt, which has ended, if that is not possible; null if it is done
  private @Nullable Attempt merge(
      End end, OwnTree place, HandoffResponse response, AgentReply reply) throws IOException {
    var worktrees = worktrees();
    var made = worktrees.snapshot(place.tree(), place.base());
    var outside = WriteScope.outside(place.writes(), worktrees.changed(place.base(), made));
    if (!outside.isEmpty()) {
      return end(end, Outcome.OUTSIDE, outside(end.phase(), outside), reply);
    }
    var conflicts = worktrees.merge(place.base(), made);
    if (conflicts.isEmpty()) {
      return null;
    }
    var files = String.join(", ", conflicts.subList(0, Math.min(FILES_SHOWN, conflicts.size())));
    return end(end, Outcome.CONFLICT, "conflict in " + files, reply, response);
  }

  /// A reason has to be short enough for the journal.
  static String reason(String text) {
    var reason = text.isBlank() ? "no reason was given" : text;
    return reason.length() > REASON_SHOWN ? reason.substring(0, REASON_SHOWN) : reason;
  }

  /// Records what follows an applied response: the questions in it, and the end of the attempt.
  Attempt applied(End end, HandoffResponse response, AgentReply reply) throws IOException {
    if (response.decision() == HandoffDecision.CLARIFY) {
      note(end.phase(), Note.Kind.QUESTION, response.issues());
    }
    boolean ends = isComplete(response);
    boolean whole = end.place() == null || end.place().task() == null;
    var event = whole ? "phase-complete" : "task-complete";
    host.progress(
        ends ? event : "response-applied",
        end.number(),
        subject(end.phase(), end.place())
            + ": "
            + (ends ? "complete" : response.decision() + ", " + response.status()));
    var reason =
        response.decision() == HandoffDecision.PROCEED ? "" : String.join("; ", response.issues());
    return end(end, Outcome.APPLIED, reason, reply, response);
  }

  private static boolean isComplete(HandoffResponse response) {
    return response.decision() == HandoffDecision.PROCEED && response.status().equals("complete");
  }

  /// Records notes, each once.
  private void note(PhaseName phase, Note.Kind kind, List<String> texts) {
    var known = project.runs().inspect(id).notes();
    var notes = new ArrayList<Note>();
    for (var words : texts) {
      if (!words.isBlank()) {
        var text = words.length() > Note.TEXT_MAX ? words.substring(0, Note.TEXT_MAX) : words;
        var note = new Note(kind, phase, text);
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
    changes.checkContinued();
    var reason = Secrets.redacted(text);
    var folder = log.newest(end.number());
    var unpublished =
        outcome == Outcome.UNPUBLISHED ? null : host.publish(end.phase(), end.number());
    if (unpublished != null) {
      host.progress("not-published", end.number(), end.phase() + ": " + unpublished);
    }
    var position = control.position(Duration.ZERO);
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
    if (!folder.equals(log.folder(end.number()))) {
      details.add(Attempt.ASKED_AGAIN, true);
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
    changes.record(
        new Event.AttemptEnded(end.phase(), end.number(), outcome.word(), details.build()));
    log.redactAndPrune(end.number(), changes.needed());
    for (var attempt : changes.attempts()) {
      if (attempt.number() == end.number()) {
        host.progress("attempt-ended", end.number(), attempt.endLine());
        return attempt;
      }
    }
    throw new IllegalStateException("attempt " + end.number() + " is not in the journal");
  }

  private static String digest(String text) {
    return Sha256.hex(text.getBytes(UTF_8));
  }
}
