package dev.tidemark.app.http;

import dev.tidemark.app.http.Door.Errand;
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

  private final Door door;

  RunRoutes(Door door) {
    this.door = door;
  }

  List<Route> all() {
    return List.of(
        get("/api/overview", (visit, texts) -> new Line("watch")),
        get("/api/runs", (visit, texts) -> new Line("list").flags(visit, Set.of("all"))),
        run("", (visit, texts) -> new Line("status")),
        run("/brief", (visit, texts) -> new Line("resume", "--dry-run").values(visit, "phase")),
        run(
            "/history",
            (visit, texts) ->
                new Line("history").values(visit, "limit", "phase", "by", "event", "since")),
        run("/document", (visit, texts) -> new Line("show")),
        run("/saves/{entry}", (visit, texts) -> new Line("show").value("at", texts.get(1))),
        run(
            "/diff",
            (visit, texts) ->
                new Line("diff").flags(visit, Set.of("all")).values(visit, "from", "to")),
        run("/plan", (visit, texts) -> new Line("plan", "--dry-run")),
        run("/gates", (visit, texts) -> new Line("gate", "--dry-run")),
        run("/why", (visit, texts) -> new Line("why")),
        run(
            "/approval",
            (visit, texts) ->
                new Line("approve", "--dry-run").place(required(visit.parameter("phase")))));
  }

  private static String required(@org.jspecify.annotations.Nullable String phase) {
    if (phase == null || phase.isBlank()) {
      throw Visit.bad("the parameter phase is missing");
    }
    return phase;
  }

  /// Makes a line of words out of a request.
  private interface Wording {
    Line of(Visit visit, List<String> texts);
  }

  private Route get(String path, Wording wording) {
    return new Route(
        "GET", path, Scope.READ, (visit, texts) -> answer(visit, wording.of(visit, texts)));
  }

  private Route run(String below, Wording wording) {
    return new Route(
        "GET",
        RUN + below,
        Scope.READ,
        (visit, texts) -> answer(visit, wording.of(visit, texts).value("run", texts.getFirst())));
  }

  private void answer(Visit visit, Line line) throws IOException {
    visit.send(Answer.of(door.run(new Errand(visit.user(), false), line.words())));
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
    Line values(Visit visit, String... options) {
      for (var option : options) {
        var value = visit.parameter(option);
        if (value != null) {
          value(option, value);
        }
      }
      return this;
    }

    /// Adds the options whose parameters are true.
    Line flags(Visit visit, Set<String> options) {
      for (var option : options) {
        if ("true".equals(visit.parameter(option))) {
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
