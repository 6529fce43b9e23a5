package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.AuthenticatedUser;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.app.view.ProblemView;

/// Adapter of MCP tools over HTTP: the same verbs, within the scopes of the user's token. Approvals
/// are refused here, because an answer relayed by a program is no evidence of its user's consent.
final class ScopedToolBackend implements dev.tidemark.app.mcp.ToolBackend {
  private final CommandGateway commandGateway;
  private final AuthenticatedUser authenticatedUser;

  ScopedToolBackend(CommandGateway commandGateway, AuthenticatedUser authenticatedUser) {
    this.commandGateway = commandGateway;
    this.authenticatedUser = authenticatedUser;
  }

  @Override
  public CommandResult run(CallContext context, CommandRequest request) {
    if (context.folder() != null) {
      return refused("another-project", "this server serves one project", "Leave root out.");
    }
    boolean brief = request.verb().equals("resume") && !authenticatedUser.hasScope(Scope.WRITE);
    var meant = brief ? request.dry() : request;
    var scope = commandGateway.reads(meant) ? Scope.READ : Scope.WRITE;
    if (!authenticatedUser.hasScope(scope)) {
      var hint = "Ask for a token that has: tidemark serve token add NAME --scope " + scope.word();
      return refused(
          "scope", authenticatedUser.name() + " has no right to " + scope.word() + " here", hint);
    }
    return commandGateway.run(authenticatedUser, false, meant);
  }

  private static CommandResult refused(String code, String message, String hint) {
    var problemView = new ProblemView(1, code, message, hint);
    return new CommandResult(problemView.exit(), problemView.json(), "", message + "\n");
  }

  @Override
  public String release() {
    return commandGateway.release();
  }

  @Override
  public void bug(Throwable bug) {
    commandGateway.log().bug(bug);
  }
}
