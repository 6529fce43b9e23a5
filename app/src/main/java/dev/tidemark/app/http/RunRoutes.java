package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.CommandGateway.CallContext;
import dev.tidemark.app.http.exchange.Exchange;
import dev.tidemark.app.http.exchange.HttpAnswer;
import dev.tidemark.app.http.exchange.Route;
import dev.tidemark.app.http.exchange.Scope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Read-only routes: each path maps to a verb, each parameter to one of its options.
///
/// Values are joined to their options by `=` and other words stand behind a lone `--`, so that no
/// value can pass for an option. Verbs with side effects get `--dry-run`.
final class RunRoutes {
  private static final String RUN = "/api/runs/{run}";

  private final CommandGateway commandGateway;

  RunRoutes(CommandGateway commandGateway) {
    this.commandGateway = commandGateway;
  }

  List<Route> all() {
    return List.of(
        get("/api/overview", (exchange, texts) -> new Line("watch")),
        get("/api/runs", (exchange, texts) -> new Line("list").flags(exchange, Set.of("all"))),
        run("", (exchange, texts) -> new Line("status")),
        run(
            "/brief",
            (exchange, texts) -> new Line("resume", "--dry-run").values(exchange, "phase")),
        run(
            "/history",
            (exchange, texts) ->
                new Line("history").values(exchange, "limit", "phase", "by", "event", "since")),
        run("/document", (exchange, texts) -> new Line("show")),
        run("/saves/{entry}", (exchange, texts) -> new Line("show").value("at", texts.get(1))),
        run(
            "/diff",
            (exchange, texts) ->
                new Line("diff").flags(exchange, Set.of("all")).values(exchange, "from", "to")),
        run("/plan", (exchange, texts) -> new Line("plan", "--dry-run")),
        run("/gates", (exchange, texts) -> new Line("gate", "--dry-run")),
        run("/why", (exchange, texts) -> new Line("why")),
        run(
            "/approval",
            (exchange, texts) ->
                new Line("approve", "--dry-run").place(required(exchange.parameter("phase")))));
  }

  private static String required(@org.jspecify.annotations.Nullable String phase) {
    if (phase == null || phase.isBlank()) {
      throw Exchange.bad("the parameter phase is missing");
    }
    return phase;
  }

  /// Makes a line of words out of a request.
  private interface Wording {
    Line of(Exchange exchange, List<String> texts);
  }

  private Route get(String path, Wording wording) {
    return new Route(
        "GET",
        path,
        Scope.READ,
        (exchange, texts) -> answer(exchange, wording.of(exchange, texts)));
  }

  private Route run(String below, Wording wording) {
    return new Route(
        "GET",
        RUN + below,
        Scope.READ,
        (exchange, texts) ->
            answer(exchange, wording.of(exchange, texts).value("run", texts.getFirst())));
  }

  private void answer(Exchange exchange, Line line) throws IOException {
    exchange.send(
        HttpAnswer.of(commandGateway.run(new CallContext(exchange.user(), false), line.words())));
  }

  /// Builder of a command line.
  static final class Line {
    private final List<String> words = new ArrayList<>();
    private final List<String> places = new ArrayList<>();

    Line(String... verb) {
      words.addAll(List.of(verb));
    }

    Line value(String option, String value) {
      words.add("--" + option + "=" + value);
      return this;
    }

    /// Adds the options whose parameters are present.
    Line values(Exchange exchange, String... options) {
      for (var option : options) {
        var value = exchange.parameter(option);
        if (value != null) {
          value(option, value);
        }
      }
      return this;
    }

    /// Adds the options whose parameters are true.
    Line flags(Exchange exchange, Set<String> options) {
      for (var option : options) {
        if ("true".equals(exchange.parameter(option))) {
          words.add("--" + option);
        }
      }
      return this;
    }

    Line word(String word) {
      words.add(word);
      return this;
    }

    Line place(String text) {
      places.add(text);
      return this;
    }

    List<String> words() {
      var all = new ArrayList<>(words);
      all.add("--json");
      all.add("--");
      all.addAll(places);
      return all;
    }
  }
}
