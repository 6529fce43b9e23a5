package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.Authenticator;
import dev.tidemark.app.http.exchange.CommandGateway;
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

/// Read-only routes: each path maps to a verb, each parameter to one of its options. Verbs with
/// side effects are dry runs.
final class RunRoutes {
  private static final String RUN = "/api/runs/{run}";

  private static final String DRY_RUN = "dry_run";

  /// How many lines of the output of an attempt are answered.
  private static final String OUTPUT_LINES = "200";

  /// A limit of entries with so many digits is refused: an answer is built in memory.
  private static final int ACTIVITY_DIGITS = 5;

  private final CommandGateway commandGateway;
  private final HttpLimits httpLimits;

  RunRoutes(CommandGateway commandGateway, HttpLimits httpLimits) {
    this.commandGateway = commandGateway;
    this.httpLimits = httpLimits;
  }

  List<Route> routes() {
    return List.of(
        get("/api/overview", (exchange, texts) -> CommandRequest.json("watch")),
        get("/api/runs", (exchange, texts) -> withAllOption(CommandRequest.json("list"), exchange)),
        get("/api/activity", (exchange, texts) -> activity(exchange)),
        run("", (exchange, texts) -> CommandRequest.json("status")),
        run(
            "/brief",
            (exchange, texts) ->
                withGivenOptions(CommandRequest.json("resume").dry(), exchange, "phase")),
        run(
            "/history",
            (exchange, texts) ->
                withGivenOptions(
                    CommandRequest.json("history"),
                    exchange,
                    "limit",
                    "phase",
                    "by",
                    "event",
                    "since")),
        run("/document", (exchange, texts) -> CommandRequest.json("show")),
        run("/file", (exchange, texts) -> file(exchange)),
        run(
            "/saves/{entry}",
            (exchange, texts) -> CommandRequest.json("show").option("at", texts.get(1))),
        run(
            "/diff",
            (exchange, texts) ->
                withGivenOptions(
                    withAllOption(CommandRequest.json("diff"), exchange), exchange, "from", "to")),
        run("/plan", (exchange, texts) -> CommandRequest.json("plan").dry()),
        run("/gates", (exchange, texts) -> CommandRequest.json("gate").dry()),
        run("/why", (exchange, texts) -> CommandRequest.json("why")),
        run("/approval", (exchange, texts) -> approval(exchange)),
        run("/attempts", (exchange, texts) -> CommandRequest.json("run log")),
        run("/attempts/{attempt}", (exchange, texts) -> output(exchange, texts.get(1))),
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
            RUN + "/stop",
            Scope.WRITE,
            (exchange, texts) -> stop(exchange, texts.getFirst())),
        new Route(
            "POST",
            RUN + "/approve",
            Scope.APPROVE,
            (exchange, texts) -> approve(exchange, texts.getFirst())));
  }

  private static CommandRequest activity(Exchange exchange) {
    var limit = exchange.parameter("limit");
    boolean small = limit != null && limit.length() < ACTIVITY_DIGITS;
    if (limit != null && !small) {
      throw Exchange.bad("limit must be less than 10000");
    }
    return withGivenOptions(
        CommandRequest.json("history").flag("all"),
        exchange,
        "limit",
        "phase",
        "by",
        "event",
        "since");
  }

  private static CommandRequest approval(Exchange exchange) {
    var phase = exchange.parameter("phase");
    if (phase == null || phase.isBlank()) {
      throw Exchange.bad("the parameter phase is missing");
    }
    return CommandRequest.json("approve").dry().argument(phase);
  }

  private static CommandRequest file(Exchange exchange) {
    var path = exchange.parameter("path");
    if (path == null || path.isBlank()) {
      throw Exchange.bad("the parameter path is missing");
    }
    return CommandRequest.json("show").option("file", path);
  }

  /// The last lines only: an output may have 16 MB.
  private static CommandRequest output(Exchange exchange, String attempt) {
    var request =
        CommandRequest.json("run log").option("attempt", attempt).option("tail", OUTPUT_LINES);
    return "true".equals(exchange.parameter("errors")) ? request.flag("errors") : request;
  }

  /// Adds the option `all` if its parameter is true.
  private static CommandRequest withAllOption(CommandRequest request, Exchange exchange) {
    return "true".equals(exchange.parameter("all")) ? request.flag("all") : request;
  }

  /// Adds the options whose parameters are present.
  private static CommandRequest withGivenOptions(
      CommandRequest request, Exchange exchange, String... options) {
    var more = request;
    for (var option : options) {
      more = more.option(option, exchange.parameter(option));
    }
    return more;
  }

  /// Makes a command request of an HTTP request.
  private interface Mapping {
    CommandRequest of(Exchange exchange, List<String> texts);
  }

  private Route get(String path, Mapping mapping) {
    return new Route(
        "GET",
        path,
        Scope.READ,
        (exchange, texts) ->
            exchange.send(
                HttpAnswer.of(
                    commandGateway.run(exchange.user(), false, mapping.of(exchange, texts)))));
  }

  private Route run(String below, Mapping mapping) {
    return get(
        RUN + below,
        (exchange, texts) -> mapping.of(exchange, texts).option("run", texts.getFirst()));
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
    exchange.send(HttpAnswer.of(commandGateway.run(exchange.user(), approves, request)));
  }

  private void stop(Exchange exchange, String run) throws IOException {
    var asked = exchange.json(httpLimits.body());
    var request = CommandRequest.json("run stop").option("run", run);
    request = asked.isTrue("now") ? request.flag("now") : request;
    run(exchange, false, asked.isTrue(DRY_RUN) ? request.dry() : request);
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
      throw Authenticator.noLogin();
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
