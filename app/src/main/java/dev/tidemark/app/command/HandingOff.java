package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.view.HandoffView;
import dev.tidemark.app.view.Problem;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.Selection;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.Handoffs;
import dev.tidemark.resume.Assignment;
import dev.tidemark.resume.Checked;
import dev.tidemark.resume.Checked.Accepted;
import dev.tidemark.resume.Checked.Rejected;
import dev.tidemark.resume.HandoffRequest;
import dev.tidemark.resume.HandoffResponse;
import dev.tidemark.resume.SummaryPolicy;
import dev.tidemark.workflow.Outcome.Refusal;
import dev.tidemark.workflow.Outcome.Transition;
import dev.tidemark.workflow.SummaryLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The verbs of the contract between an orchestrator and its workers: `handoff request`, `handoff
/// response`.
final class HandingOff {
  private final Session session;
  private final Call call;

  HandingOff(Session session) {
    this.session = session;
    this.call = session.call();
  }

  /// Makes a request of a run, or checks one.
  ExitCode request() {
    if (twice()) {
      return namedTwice();
    }
    var file = call.value("from");
    if (file != null) {
      return shown("", HandoffRequest.read(session.inputs().file(file), limit()));
    }
    if (!(named() instanceof Selected run)) {
      return session.unclear(named());
    }
    var words = new PhaseWords(session.project(), run);
    var word = call.argument("PHASE");
    var phase = word == null ? null : words.find(word);
    if (word != null && phase == null) {
      return session.refused(
          run.id().toString(), new Refusal<>(List.of(words.missing(word)), List.of()));
    }
    try {
      var handoffs = session.project().handoffs();
      return shown(run.id().toString(), handoffs.request(run.dialect(), run.id(), phase, said()));
    } catch (FormatException unreadable) {
      var path = run.dialect().place().pathOf(run.id());
      return session.problem(Problem.of(unreadable, path));
    }
  }

  private ExitCode shown(String run, Checked<HandoffRequest> checked) {
    return switch (checked) {
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
    var inputs = session.inputs();
    var root = session.project().root();
    var spec = call.value("spec");
    var files = new ArrayList<String>();
    for (var file : call.values("relevant")) {
      files.add(inputs.fromRoot(root, file));
    }
    return new Assignment()
        .task(call.value("task"))
        .work(call.value("work"))
        .mode(call.value("mode"))
        .instructions(inputs.text(call.value("instructions")))
        .expectedOutput(call.value("expected"))
        .specPath(spec == null ? null : inputs.fromRoot(root, spec))
        .previousSummary(inputs.text(call.value("summary")))
        .relevantFiles(files)
        .constraints(call.values("constraint"))
        .json();
  }

  /// Checks a response and, on demand, carries it into the run.
  ExitCode response() {
    if (twice()) {
      return namedTwice();
    }
    var limit = limit();
    HandoffRequest request = null;
    var requested = call.value("request");
    if (requested != null) {
      switch (HandoffRequest.read(session.inputs().file(requested), limit)) {
        case Rejected<HandoffRequest> no -> {
          return shown("", no);
        }
        case Accepted<HandoffRequest> yes -> request = yes.value();
      }
    }
    var file = call.value("from");
    var text = session.inputs().file(file == null ? "-" : file);
    return switch (taken(HandoffResponse.read(text, request, limit), limit)) {
      case Rejected<HandoffResponse>(var blockers, var notices) ->
          session.refused("", new Refusal<>(blockers, notices));
      case Accepted<HandoffResponse> yes when call.has("apply") -> apply(yes, limit);
      case Accepted<HandoffResponse>(var response, var notices) -> {
        session.tell(notices);
        var view = new HandoffView.Taken(response, limit, null);
        session.show(view.json(notices, List.of()), view.lines());
        yield ExitCode.SUCCESS;
      }
    };
  }

  private Checked<HandoffResponse> taken(Checked<HandoffResponse> read, SummaryLimit limit) {
    if (!(read instanceof Accepted<HandoffResponse>(var response, var notices))) {
      return read;
    }
    var word = call.value("policy");
    var policy =
        word == null ? SummaryPolicy.ACCEPT : SummaryPolicy.valueOf(word.toUpperCase(Locale.ROOT));
    return switch (response.under(policy, limit)) {
      case Accepted<HandoffResponse> yes -> new Accepted<>(yes.value(), notices);
      case Rejected<HandoffResponse> no -> new Rejected<>(no.blockers(), List.of());
    };
  }

  private ExitCode apply(Accepted<HandoffResponse> accepted, SummaryLimit limit) {
    if (!(named() instanceof Selected run)) {
      return session.unclear(named());
    }
    var words = new PhaseWords(session.project(), run);
    var word = call.argument("PHASE");
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
    var by = new By(session.actor(), session.mode());
    try {
      var answer = session.project().handoffs().apply(dialect, id, returned, by);
      if (answer.outcome() instanceof Refusal<C> no) {
        return session.refused(id.toString(), no);
      }
      var yes = (Transition<C>) answer.outcome();
      if (!answer.undone().isEmpty()) {
        var undone = new Refusal<C>(answer.undone(), yes.notices(), yes.said());
        return session.refused(id.toString(), undone);
      }
      List<Notice> notices = applied.accepted().notices();
      session.tell(notices);
      session.tell(yes.notices());
      var made = Applying.made(session, dialect, id, yes);
      var view = new HandoffView.Taken(response, applied.limit(), made);
      session.show(view.json(notices, yes.notices()), view.lines());
      return ExitCode.SUCCESS;
    } catch (FormatException unreadable) {
      var path = dialect.place().pathOf(id);
      return session.problem(Problem.of(unreadable, path));
    }
  }

  private Selection named() {
    var words = call.argument("RUN");
    return words == null
        ? session.selectToChange()
        : session.names().toChange(words, session.head().branch());
  }

  /// Returns the summary limit of the named run, else of the project.
  private SummaryLimit limit() {
    boolean meant =
        call.argument("RUN") != null
            || call.value("run") != null
            || (call.name().equals("handoff response") && call.has("apply"));
    return meant && named() instanceof Selected run
        ? session.project().handoffs().limit(run.id())
        : session.project().limit();
  }

  private boolean twice() {
    return call.argument("RUN") != null && call.value("run") != null;
  }

  private ExitCode namedTwice() {
    return session.misused(
        "two-runs",
        "two runs are named: " + call.argument("RUN") + " and --run " + call.value("run"),
        "Name one.");
  }
}
