package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.CommandGateway.CallContext;
import dev.tidemark.app.http.exchange.Exchange;
import dev.tidemark.app.http.exchange.HttpAnswer;
import dev.tidemark.app.http.exchange.Route;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.view.CommandRequest;
import java.util.List;

/// Read-only routes: each path maps to a verb, each parameter to one of its options. Verbs with
/// side effects are dry runs.
final class RunRoutes {
  private static final String RUN = "/api/runs/{run}";

  private final CommandGateway commandGateway;

  RunRoutes(CommandGateway commandGateway) {
    this.commandGateway = commandGateway;
  }

  List<Route> all() {
    return List.of(
        get("/api/overview", (exchange, texts) -> CommandRequest.json("watch")),
        get("/api/runs", (exchange, texts) -> all(CommandRequest.json("list"), exchange)),
        run("", (exchange, texts) -> CommandRequest.json("status")),
        run(
            "/brief",
            (exchange, texts) -> given(CommandRequest.json("resume").dry(), exchange, "phase")),
        run(
            "/history",
            (exchange, texts) ->
                given(
                    CommandRequest.json("history"),
                    exchange,
                    "limit",
                    "phase",
                    "by",
                    "event",
                    "since")),
        run("/document", (exchange, texts) -> CommandRequest.json("show")),
        run(
            "/saves/{entry}",
            (exchange, texts) -> CommandRequest.json("show").option("at", texts.get(1))),
        run(
            "/diff",
            (exchange, texts) ->
                given(all(CommandRequest.json("diff"), exchange), exchange, "from", "to")),
        run("/plan", (exchange, texts) -> CommandRequest.json("plan").dry()),
        run("/gates", (exchange, texts) -> CommandRequest.json("gate").dry()),
        run("/why", (exchange, texts) -> CommandRequest.json("why")),
        run("/approval", (exchange, texts) -> approval(exchange)));
  }

  private static CommandRequest approval(Exchange exchange) {
    var phase = exchange.parameter("phase");
    if (phase == null || phase.isBlank()) {
      throw Exchange.bad("the parameter phase is missing");
    }
    return CommandRequest.json("approve").dry().argument(phase);
  }

  /// Adds the option `all` if its parameter is true.
  private static CommandRequest all(CommandRequest request, Exchange exchange) {
    return "true".equals(exchange.parameter("all")) ? request.flag("all") : request;
  }

  /// Adds the options whose parameters are present.
  private static CommandRequest given(
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
        (exchange, texts) -> {
          var context = new CallContext(exchange.user(), false);
          var request = mapping.of(exchange, texts);
          exchange.send(HttpAnswer.of(commandGateway.run(context, request)));
        });
  }

  private Route run(String below, Mapping mapping) {
    return get(
        RUN + below,
        (exchange, texts) -> mapping.of(exchange, texts).option("run", texts.getFirst()));
  }
}
