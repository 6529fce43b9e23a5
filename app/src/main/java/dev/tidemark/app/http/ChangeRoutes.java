package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.Authenticator;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.CommandGateway.CallContext;
import dev.tidemark.app.http.exchange.Exchange;
import dev.tidemark.app.http.exchange.HttpAnswer;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.http.exchange.Route;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.mcp.ToolArguments;
import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.util.List;

/// Routes that change runs.
final class ChangeRoutes {
  private static final String RUN = "/api/runs/{run}";
  private static final String DRY_RUN = "dry_run";

  private final CommandGateway commandGateway;
  private final HttpLimits httpLimits;

  ChangeRoutes(CommandGateway commandGateway, HttpLimits httpLimits) {
    this.commandGateway = commandGateway;
    this.httpLimits = httpLimits;
  }

  List<Route> all() {
    return List.of(
        new Route("POST", "/api/runs", Scope.WRITE, (exchange, texts) -> start(exchange)),
        new Route(
            "POST",
            RUN + "/changes",
            Scope.WRITE,
            (exchange, texts) -> change(exchange, texts.getFirst())),
        new Route(
            "POST",
            RUN + "/restore",
            Scope.WRITE,
            (exchange, texts) -> restore(exchange, texts.getFirst())),
        new Route(
            "POST",
            RUN + "/approve",
            Scope.APPROVE,
            (exchange, texts) -> approve(exchange, texts.getFirst())));
  }

  private void start(Exchange exchange) throws IOException {
    var asked = exchange.json(httpLimits.body());
    if (asked.has("action") || asked.has("run")) {
      throw Exchange.bad("action and run mean nothing here");
    }
    update(exchange, asked.with("action", "start"));
  }

  private void change(Exchange exchange, String run) throws IOException {
    var asked = exchange.json(httpLimits.body());
    if (asked.has("run")) {
      throw Exchange.bad("the run is named by the path, not by the field run");
    }
    if ("start".equals(asked.string("action"))) {
      throw Exchange.bad("a run is started at /api/runs");
    }
    update(exchange, asked.with("run", run));
  }

  private void update(Exchange exchange, JsonObject change) throws IOException {
    var problems = ToolArguments.problems(change);
    if (!problems.isEmpty()) {
      throw Exchange.bad(String.join("; ", problems));
    }
    run(exchange, false, ToolArguments.change(change));
  }

  /// @param approves whether the user agreed to exactly this on a page that showed it to them
  private void run(Exchange exchange, boolean approves, CommandRequest request) throws IOException {
    var context = new CallContext(exchange.user(), approves);
    exchange.send(HttpAnswer.of(commandGateway.run(context, request)));
  }

  private void restore(Exchange exchange, String run) throws IOException {
    var asked = exchange.json(httpLimits.body());
    var entry = asked.number("to");
    if (asked.has("to") && entry == null) {
      throw Exchange.bad("the member to must be a number");
    }
    var request =
        CommandRequest.json("restore")
            .option("run", run)
            .option("to", entry == null ? null : entry.spelling());
    run(exchange, false, asked.isTrue(DRY_RUN) ? request.dry() : request);
  }

  /// The digest of the shown content is required, and exactly that content is approved. A token in
  /// a request approves nothing; a login session is required.
  private void approve(Exchange exchange, String run) throws IOException {
    if (!exchange.user().loggedIn()) {
      throw Authenticator.rejection(
          403,
          "login",
          "only a user who has logged in on a page approves; a token in a request does not",
          "Open the dashboard and approve there.");
    }
    var asked = exchange.json(httpLimits.body());
    var phase = text(asked, "phase");
    var seen = text(asked, "seen");
    var request =
        CommandRequest.json("approve")
            .argument(phase)
            .option("run", run)
            .option("seen", seen)
            .option(
                "request-changes",
                asked.has("request_changes") ? text(asked, "request_changes") : null);
    run(exchange, true, asked.isTrue(DRY_RUN) ? request.dry() : request);
  }

  private static String text(JsonObject asked, String member) {
    var text = asked.string(member);
    if (text == null || text.isBlank()) {
      throw Exchange.bad("the member " + member + " is missing");
    }
    return text;
  }
}
