package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.AuthenticatedUser;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Adapter of MCP tools over HTTP: the same verbs, within the scopes of the user's token. Approvals
/// are refused here, because an answer relayed by a program is no evidence of its user's consent.
final class AgentDoor implements dev.tidemark.app.mcp.ToolBackend {
  private static final Set<String> LOOKING =
      Set.of("status", "list", "history", "show", "why", "context", "doctor");

  private final CommandGateway commandGateway;
  private final AuthenticatedUser authenticatedUser;

  AgentDoor(CommandGateway commandGateway, AuthenticatedUser authenticatedUser) {
    this.commandGateway = commandGateway;
    this.authenticatedUser = authenticatedUser;
  }

  @Override
  public Ran run(CallContext context, List<String> words) {
    var line = new ArrayList<>(words);
    boolean looks = LOOKING.contains(words.getFirst()) || words.contains("--dry-run");
    if (!looks && words.getFirst().equals("resume") && !authenticatedUser.may(Scope.WRITE)) {
      line.add(1, "--dry-run");
      looks = true;
    }
    if (context.folder() != null) {
      return refused("another-project", "this server serves one project", "Leave root out.");
    }
    var scope = looks ? Scope.READ : Scope.WRITE;
    if (!authenticatedUser.may(scope)) {
      var hint = "Ask for a token that has: tidemark serve token add NAME --scope " + scope.word();
      return refused(
          "scope", authenticatedUser.name() + " has no right to " + scope.word() + " here", hint);
    }
    var ran = commandGateway.run(new CommandGateway.CallContext(authenticatedUser, false), line);
    return new Ran(ran.exit(), ran.out(), ran.err());
  }

  private static Ran refused(String code, String message, String hint) {
    var problemView = new ProblemView(1, code, message, hint);
    return new Ran(problemView.exit(), JsonText.compact(problemView.json()) + "\n", message + "\n");
  }

  @Override
  public String release() {
    return commandGateway.release();
  }

  @Override
  public void bug(Throwable bug) {
    commandGateway.bug(bug);
  }
}
