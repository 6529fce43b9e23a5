package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.help.ProgramVersion;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.ApproverCheck;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.http.RemoteVerbs;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.view.ApprovalView;
import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.integrations.git.ProjectRoot;
import dev.tidemark.integrations.http.ServiceResponse;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.ApprovalSubject;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Remote command line: has the server in `TIDEMARK_URL` execute a command, and prints its output.
final class RemoteCommand {
  private static final String URL = CommandLine.REMOTE;
  private static final String TOKEN = "TIDEMARK_TOKEN";
  private static final String TOKEN_HINT =
      "Make one where the server is, and set " + TOKEN + ": tidemark serve token add NAME";
  private static final String REQUEST = "request-changes";
  private static final String SEEN = ApprovalSubject.SEEN;
  private static final int UNAUTHORIZED = 401;

  private final Session session;
  private final ParsedCommand parsedCommand;

  RemoteCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Has the server execute the command.
  ExitCode execute() {
    var request = request();
    var scope = RemoteVerbs.scope(request.verb(), request.isDry());
    var own = RemoteVerbs.needsCaller(request);
    if (scope == null || "gate ship".equals(own)) {
      var verb = scope == null ? request.verb() : own;
      return session.misused(
          "not-remote",
          "tidemark " + verb + " does not work with " + URL + "; it needs the work tree",
          "Run it in the work tree, without that variable: unset " + URL);
    }
    if (own != null) {
      return session.misused(
          "not-remote",
          own + " does not work with " + URL,
          "Leave it out, or run the command in the work tree: unset " + URL);
    }
    var environment = session.place().environment();
    var token = environment.getOrDefault(TOKEN, "").strip();
    if (token.isEmpty()) {
      return session.misused("no-token", URL + " is set, but " + TOKEN + " is not", TOKEN_HINT);
    }
    try (var server = new RemoteServer(environment.getOrDefault(URL, "").strip(), token)) {
      return scope == Scope.APPROVE ? approve(server, request) : print(server, request, scope);
    }
  }

  private ExitCode print(RemoteServer server, CommandRequest request, Scope scope) {
    return shown(send(server, request, scope), scope);
  }

  private ServiceResponse send(RemoteServer server, CommandRequest request, Scope scope) {
    var zone = session.screen().look().zone();
    return server.execute(request, zone == null ? null : zone.getId(), scope != Scope.READ);
  }

  /// Shows a phase to a person at this terminal and has the server record their approval of exactly
  /// that, after a login: the server accepts none from a program.
  private ExitCode approve(RemoteServer server, CommandRequest request) {
    var approverCheck = new ApproverCheck(session);
    var consent = approverCheck.consent();
    if (consent == null || consent == ApprovalEvidence.POLICY) {
      return session.refused("", new Refusal<>(List.of(approverCheck.refusal()), List.of()));
    }
    var login = server.login();
    if (!login.isSuccess()) {
      return shown(login, Scope.READ);
    }
    if (parsedCommand.has(REQUEST)) {
      return print(server, request, Scope.APPROVE);
    }
    var trial = CommandRequest.json(request.verb()).argument(parsedCommand.required("PHASE")).dry();
    var asked = send(server, trial.option("run", parsedCommand.value("run")), Scope.READ);
    var answer = RemoteServer.json(asked);
    var shown = answer == null ? null : answer.object("document");
    if (shown == null || !shown.isTrue("ok")) {
      return shown(asked, Scope.READ);
    }
    var digest = digest(shown);
    if (digest == null) {
      // Approved already, exactly as it is.
      return print(server, request, Scope.APPROVE);
    }
    var seen = parsedCommand.has(SEEN) ? request : request.option(SEEN, digest);
    if (consent != ApprovalEvidence.TERMINAL) {
      return print(server, seen, Scope.APPROVE);
    }
    var phase = parsedCommand.required("PHASE");
    session.printFormatLines(ApprovalView.lines(shown, phase, digest));
    var typed = session.prompt().line("Approve " + phase + "? [y/N]");
    var said = typed == null ? "" : typed.toLowerCase(Locale.ROOT);
    if (said.equals("y") || said.equals("yes")) {
      return print(server, seen, Scope.APPROVE);
    }
    boolean no = said.equals("n") || said.equals("no");
    var line = no ? session.prompt().line("Required changes? (empty: decide later)") : null;
    if (line != null) {
      return print(server, request.option(REQUEST, line), Scope.APPROVE);
    }
    session.screen().printConfirmation("not approved");
    return ExitCode.REFUSED;
  }

  /// Returns the digest of the content that an approval would cover; null if nothing is to be
  /// approved.
  private static @Nullable String digest(JsonObject shown) {
    var events = shown.array("events");
    for (var event : events == null ? List.<Json>of() : events.elements()) {
      var evidence = event instanceof JsonObject one ? one.object("evidence") : null;
      if (evidence != null && Claim.Approval.WORD.equals(evidence.string("claim"))) {
        return evidence.string("digest");
      }
    }
    return null;
  }

  private ExitCode shown(ServiceResponse response, Scope scope) {
    var answer = RemoteServer.json(response);
    var exit = answer == null ? null : answer.number("exit");
    if (answer != null && exit != null && response.isSuccess()) {
      return relayed(answer, (int) exit.wholeValue().orElse(ExitCode.REFUSED.code()));
    }
    if (response.status() == UNAUTHORIZED) {
      return problem(
          "not-logged-in", "the server does not accept the token in " + TOKEN, TOKEN_HINT);
    }
    var error = answer == null ? null : answer.object("error");
    if (error != null && !"no-address".equals(error.string("code"))) {
      return problem(text(error, "code"), text(error, "message"), text(error, "hint"));
    }
    var silent = "no answer from the server in " + URL + ": " + response.reason();
    if (RemoteServer.isLost(response) && scope != Scope.READ) {
      return problem(
          "unknown-outcome",
          silent + "; whether the command was executed is not known",
          "Look at the newest entry before you repeat it: tidemark history --limit 1");
    }
    return response.isSuccess() || error != null
        ? problem(
            "no-server",
            "the server in " + URL + " does not execute commands",
            "Name the address of a `tidemark serve` of version " + ProgramVersion.VERSION)
        : problem(
            "unreachable",
            silent + "; nothing was done",
            "Check the address, its certificate, and that the server runs");
  }

  private ExitCode relayed(JsonObject answer, int exit) {
    var release = text(answer, "release");
    var console = session.screen();
    if (!release.equals(ProgramVersion.VERSION)) {
      console.note("the server has version " + release + ", this is " + ProgramVersion.VERSION);
    }
    console.relay(text(answer, "out").getBytes(UTF_8), text(answer, "err"));
    var document = answer.object("document");
    if (document != null && console.look().json()) {
      console.json(document);
    }
    return Session.exit(exit);
  }

  private ExitCode problem(String code, String message, String hint) {
    return session.problem(new ProblemView(ExitCode.REFUSED.code(), code, message, hint));
  }

  private static String text(JsonObject object, String member) {
    return Objects.requireNonNullElse(object.string(member), "");
  }

  /// Returns the command with the texts of files and of standard input in place of their names, and
  /// with files named from the root of the work tree.
  private CommandRequest request() {
    var inputs = session.inputs();
    var request = CommandRequest.text(parsedCommand.name());
    for (var argument : parsedCommand.arguments()) {
      request = request.argument(inputs.text(argument));
    }
    var place = session.place();
    var names = parsedCommand.givenNames();
    for (int i = 0; i < names.size(); i++) {
      var name = names.get(i);
      var value = parsedCommand.givenValues().get(i);
      var option = parsedCommand.verb().option(name);
      if (option == null || option.isFlag()) {
        request = request.flag(name);
      } else if (name.equals("summary-file")) {
        request = request.option("summary", inputs.file(value));
      } else if (parsedCommand.takesFiles(name)) {
        var root = ProjectRoot.find(null, place.environment(), place.folder()).folder();
        request = request.option(name, inputs.fromRoot(root, value));
      } else {
        request = request.option(name, inputs.text(value));
      }
    }
    return request;
  }
}
