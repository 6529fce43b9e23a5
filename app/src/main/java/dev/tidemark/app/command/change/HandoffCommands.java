package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.PhaseWords;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.HandoffView;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
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
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.Handoffs;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The verbs of the contract between an orchestrator and its workers: `handoff request`, `handoff
/// response`.
public final class HandoffCommands {
  private final Session session;
  private final ParsedCommand parsedCommand;

  public HandoffCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Makes a request of a run, or checks one.
  public ExitCode request() {
    if (twice()) {
      return namedTwice();
    }
    var file = parsedCommand.value("from");
    if (file != null) {
      return shown("", HandoffRequest.read(session.inputs().file(file), limit()));
    }
    if (!(named() instanceof Selected run)) {
      return session.unclear(named());
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
      return shown(run.id().toString(), handoffs.request(run.dialect(), run.id(), phase, said()));
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
        session.tell(notices);
        session.show(HandoffView.json(request, notices), request.toString().lines().toList());
        yield ExitCode.SUCCESS;
      }
    };
  }

  /// Returns the fields of the request that were given on the command line.
  private JsonObject said() {
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

  /// Checks a response and, on demand, carries it into the run.
  public ExitCode response() {
    if (twice()) {
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
        session.tell(notices);
        var view = new HandoffView.Taken(response, limit, null);
        session.show(view.json(notices, List.of()), view.lines());
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
      return session.unclear(named());
    }
    var words = new PhaseWords(session.project(), run);
    var word = parsedCommand.argument("PHASE");
    var phase = word == null ? null : words.find(word);
    if (word != null && phase == null) {
      return session.refused(
          run.id().toString(), new Refusal<>(List.of(words.missing(word)), List.of()));
    }
    return apply(run.dialect(), run, new Applied(accepted, phase, limit));
  }

  /// The applied response.
  private record Applied(
      Accepted<HandoffResponse> accepted, @Nullable PhaseName phase, SummaryLimit limit) {}

  private <C extends Checkpoint> ExitCode apply(Dialect<C> dialect, Selected run, Applied applied) {
    var id = run.id();
    var response = applied.accepted().value();
    var returned = new Handoffs.Returned(response, applied.phase());
    var by = new Caller(session.actor(), session.mode());
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
      List<Notice> notices = applied.accepted().notices();
      session.tell(notices);
      session.tell(yes.notices());
      var made = ChangeRunner.made(session, dialect, id, yes);
      var view = new HandoffView.Taken(response, applied.limit(), made);
      session.show(view.json(notices, yes.notices()), view.lines());
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

  private boolean twice() {
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
}
