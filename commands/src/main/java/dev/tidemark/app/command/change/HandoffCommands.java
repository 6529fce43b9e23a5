package dev.tidemark.app.command.change;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
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
import dev.tidemark.app.view.ChangeView;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.app.view.run.Views;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.RunSelection;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.handoff.Assignment;
import dev.tidemark.handoff.ContractCheck;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.handoff.SummaryPolicy;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.Handoffs;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The verbs of the contract between an orchestrator and its workers: `handoff request`, `handoff
/// response`.
public final class HandoffCommands {
  private final Session session;
  private final ParsedCommand parsedCommand;

  public HandoffCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `handoff request`.
  public static CommandSpec requestSpec() {
    return new CommandSpec(
        "handoff request",
        CommandGroup.HANDOFF,
        READS,
        "print or check a request for a worker",
        List.of(
            Argument.run(),
            Argument.optional(
                "PHASE", ValueKind.PHASES, "the phase; default: the current or next one")),
        List.of(
            Option.value(
                "mode",
                "MODE",
                ValueKind.suggested("plan", "code", "ui", "docs", "eval", "reconcile", "research"),
                "the kind of worker"),
            text("instructions", "the instructions; - = stdin"),
            text("task", "the id of a task, instead of run and phase"),
            Option.value(
                "work",
                "WORK",
                ValueKind.suggested("research", "write", "validate", "parallel"),
                "the field phase; default: by the mode"),
            Option.value(
                "expected", "OUTPUT", ValueKind.NAME, "the expected output; default: by the mode"),
            Option.value("spec", "FILE", ValueKind.FILES, "the specification to follow"),
            Option.value("relevant", "FILE", ValueKind.FILES, "a file to read").repeated(),
            text("constraint", "a constraint").repeated(),
            text("summary", "the summary; default: the last phase's; - = stdin"),
            Option.value("from", "FILE", ValueKind.FILES, "check this request; - = stdin")),
        List.of(
            new Example(
                "tidemark handoff request --mode code --instructions \"Rotate tokens\"",
                "for the current phase"),
            new Example("tidemark handoff request --from request.json", "check a request")));
  }

  /// Makes a request of a run, or checks one.
  public ExitCode request() {
    if (isRunNamedTwice()) {
      return namedTwice();
    }
    var file = parsedCommand.value("from");
    if (file != null) {
      return shown("", HandoffRequest.read(session.inputs().file(file), limit()));
    }
    if (!(named() instanceof Selected run)) {
      return session.selectionRefused(named());
    }
    var words = new PhaseWords(session.project(), run);
    var word = parsedCommand.argument("PHASE");
    var phase = word == null ? null : words.find(word);
    if (word != null && phase == null) {
      return session.refused(
          run.id().toString(), new Refusal<>(List.of(words.missing(word)), List.of()));
    }
    try {
      var handoffs = session.project().handoffs();
      return shown(
          run.id().toString(), handoffs.request(run.dialect(), run.id(), phase, requestFields()));
    } catch (FormatException unreadable) {
      var path = run.dialect().locator().pathOf(run.id());
      return session.problem(ProblemView.of(unreadable, path));
    }
  }

  private ExitCode shown(String run, ContractCheck<HandoffRequest> contractCheck) {
    return switch (contractCheck) {
      case Rejected<HandoffRequest>(var blockers, var notices) ->
          session.refused(run, new Refusal<>(blockers, notices));
      case Accepted<HandoffRequest>(var request, var notices) -> {
        session.printNotices(notices);
        var json =
            JsonObject.builder()
                .add("ok", true)
                .add("request", request.json())
                .add("notices", Views.notices(notices))
                .build();
        session.show(json, request.toString().lines().toList());
        yield ExitCode.SUCCESS;
      }
    };
  }

  /// Returns the fields of the request that were given on the command line.
  private JsonObject requestFields() {
    var commandInputs = session.inputs();
    var root = session.project().root();
    var spec = parsedCommand.value("spec");
    var files = new ArrayList<String>();
    for (var file : parsedCommand.values("relevant")) {
      files.add(commandInputs.fromRoot(root, file));
    }
    return new Assignment()
        .task(parsedCommand.value("task"))
        .work(parsedCommand.value("work"))
        .mode(parsedCommand.value("mode"))
        .instructions(commandInputs.text(parsedCommand.value("instructions")))
        .expectedOutput(parsedCommand.value("expected"))
        .specPath(spec == null ? null : commandInputs.fromRoot(root, spec))
        .previousSummary(commandInputs.text(parsedCommand.value("summary")))
        .relevantFiles(files)
        .constraints(parsedCommand.values("constraint"))
        .json();
  }

  /// Specification of `handoff response`.
  public static CommandSpec responseSpec() {
    return new CommandSpec(
        "handoff response",
        CommandGroup.HANDOFF,
        WRITES_RUN,
        "check a worker's response and apply it to the run",
        List.of(
            Argument.run(),
            Argument.optional("PHASE", ValueKind.PHASES, "the phase; default: the current one")),
        List.of(
            Option.value("from", "FILE", ValueKind.FILES, "the response; default or - = stdin"),
            Option.value("request", "FILE", ValueKind.FILES, "the request it must match"),
            Option.value(
                "policy",
                "WORD",
                ValueKind.oneOf("accept", "truncate", "reject"),
                "for a summary that is too long; default: accept"),
            Option.flag("apply", "apply it to the run, once")),
        List.of(
            new Example(
                "tidemark handoff response < answer.md", "check it and print the next step"),
            new Example(
                "tidemark handoff response --apply implement validation --from answer.json",
                "complete, fail or continue the phase")));
  }

  /// Checks a response and, on demand, carries it into the run.
  public ExitCode response() {
    if (isRunNamedTwice()) {
      return namedTwice();
    }
    var limit = limit();
    HandoffRequest request = null;
    var requested = parsedCommand.value("request");
    if (requested != null) {
      switch (HandoffRequest.read(session.inputs().file(requested), limit)) {
        case Rejected<HandoffRequest> no -> {
          return shown("", no);
        }
        case Accepted<HandoffRequest> yes -> request = yes.value();
      }
    }
    var file = parsedCommand.value("from");
    var text = session.inputs().file(file == null ? "-" : file);
    return switch (taken(HandoffResponse.read(text, request, limit), limit)) {
      case Rejected<HandoffResponse>(var blockers, var notices) ->
          session.refused("", new Refusal<>(blockers, notices));
      case Accepted<HandoffResponse> yes when parsedCommand.has("apply") -> apply(yes, limit);
      case Accepted<HandoffResponse>(var response, var notices) -> {
        session.printNotices(notices);
        session.show(
            json(response, limit, JsonNull.NULL).with("notices", Views.notices(notices)),
            lines(response));
        yield ExitCode.SUCCESS;
      }
    };
  }

  private ContractCheck<HandoffResponse> taken(
      ContractCheck<HandoffResponse> read, SummaryLimit limit) {
    if (!(read instanceof Accepted<HandoffResponse>(var response, var notices))) {
      return read;
    }
    var word = parsedCommand.value("policy");
    var policy =
        word == null ? SummaryPolicy.ACCEPT : SummaryPolicy.valueOf(word.toUpperCase(Locale.ROOT));
    return switch (response.withPolicy(policy, limit)) {
      case Accepted<HandoffResponse> yes -> new Accepted<>(yes.value(), notices);
      case Rejected<HandoffResponse> no -> new Rejected<>(no.blockers(), List.of());
    };
  }

  private ExitCode apply(Accepted<HandoffResponse> accepted, SummaryLimit limit) {
    if (!(named() instanceof Selected run)) {
      return session.selectionRefused(named());
    }
    var words = new PhaseWords(session.project(), run);
    var word = parsedCommand.argument("PHASE");
    var phase = word == null ? null : words.find(word);
    if (word != null && phase == null) {
      return session.refused(
          run.id().toString(), new Refusal<>(List.of(words.missing(word)), List.of()));
    }
    return apply(
        run.dialect(), run.id(), new Handoffs.Returned(accepted.value(), phase), accepted, limit);
  }

  private <C extends Checkpoint> ExitCode apply(
      Dialect<C> dialect,
      CheckpointId id,
      Handoffs.Returned returned,
      Accepted<HandoffResponse> accepted,
      SummaryLimit limit) {
    var response = accepted.value();
    var by = new Caller(session.actor(), session.changeMode());
    try {
      var changeResult = session.project().handoffs().apply(dialect, id, returned, by);
      if (changeResult.outcome() instanceof Refusal<C> no) {
        return session.refused(id.toString(), no);
      }
      var yes = (Transition<C>) changeResult.outcome();
      if (!changeResult.failures().isEmpty()) {
        var undone = new Refusal<C>(changeResult.failures(), yes.notices(), yes.formatLines());
        return session.refused(id.toString(), undone);
      }
      List<Notice> notices = accepted.notices();
      session.printNotices(notices);
      session.printNotices(yes.notices());
      var made = ChangeRunner.changeForView(session, dialect, id, changeResult);
      var lines = lines(response);
      lines.addAll(ChangeView.lines(made));
      var json = json(response, limit, ChangeView.json(made, yes.notices()));
      session.show(json.with("notices", Views.notices(notices)), lines);
      return ExitCode.SUCCESS;
    } catch (FormatException unreadable) {
      var path = dialect.locator().pathOf(id);
      return session.problem(ProblemView.of(unreadable, path));
    }
  }

  private RunSelection named() {
    var words = parsedCommand.argument("RUN");
    return words == null
        ? session.selectToChange()
        : session.names().toChange(words, session.head().branch());
  }

  /// Returns the summary limit of the named run, else of the project.
  private SummaryLimit limit() {
    boolean meant =
        parsedCommand.argument("RUN") != null
            || parsedCommand.value("run") != null
            || (parsedCommand.name().equals("handoff response") && parsedCommand.has("apply"));
    return meant && named() instanceof Selected run
        ? session.project().handoffs().limit(run.id())
        : session.project().limit();
  }

  private boolean isRunNamedTwice() {
    return parsedCommand.argument("RUN") != null && parsedCommand.value("run") != null;
  }

  private ExitCode namedTwice() {
    return session.misused(
        "two-runs",
        "two runs are named: "
            + parsedCommand.argument("RUN")
            + " and --run "
            + parsedCommand.value("run"),
        "Name one.");
  }

  private static Option text(String name, String meaning) {
    return Option.value(name, "TEXT", ValueKind.TEXT, meaning);
  }

  /// Returns `{"ok": true, "decision": "STOP", "action": "HALT_AND_REPORT", ...}`.
  ///
  /// @param change as for any change; JSON null if the response was only validated
  private static JsonObject json(HandoffResponse response, SummaryLimit limit, Json change) {
    var decision = response.decision();
    return JsonObject.builder()
        .add("ok", true)
        .add("decision", decision.name())
        .add("action", decision.action().name())
        .add("summary_tokens", limit.counter().count(response.summary()))
        .add("summary_limit", limit.tokens())
        .add("summary_strategy", limit.strategy())
        .add("response", response.json())
        .add("change", change)
        .build();
  }

  /// Returns the worker's response, for people.
  private static List<String> lines(HandoffResponse response) {
    var decision = response.decision();
    var lines = new ArrayList<String>();
    lines.add(
        response.taskId()
            + ": "
            + response.status()
            + ", "
            + decision
            + "  ("
            + decision.action()
            + ")");
    for (var issue : response.issues()) {
      lines.add("issue: " + issue);
    }
    return lines;
  }
}
