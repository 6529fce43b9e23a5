package dev.tidemark.app.http;

import dev.tidemark.app.http.Door.Errand;
import dev.tidemark.app.http.RunRoutes.Line;
import dev.tidemark.app.mcp.Updates;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.util.List;

/// Routes that change runs.
final class ChangeRoutes {
  private static final String RUN = "/api/runs/{run}";
  private static final String DRY_RUN = "dry_run";

  private final Door door;
  private final Limits limits;

  ChangeRoutes(Door door, Limits limits) {
    this.door = door;
    this.limits = limits;
  }

  List<Route> all() {
    return List.of(
        new Route("POST", "/api/runs", Scope.WRITE, (visit, texts) -> start(visit)),
        new Route(
            "POST",
            RUN + "/changes",
            Scope.WRITE,
            (visit, texts) -> change(visit, texts.getFirst())),
        new Route(
            "POST",
            RUN + "/restore",
            Scope.WRITE,
            (visit, texts) -> restore(visit, texts.getFirst())),
        new Route(
            "POST",
            RUN + "/approve",
            Scope.APPROVE,
            (visit, texts) -> approve(visit, texts.getFirst())));
  }

  private void start(Visit visit) throws IOException {
    var asked = visit.json(limits.body());
    if (asked.has("action") || asked.has("run")) {
      throw Visit.bad("action and run mean nothing here");
    }
    update(visit, asked.with("action", "start"));
  }

  private void change(Visit visit, String run) throws IOException {
    var asked = visit.json(limits.body());
    if (asked.has("run")) {
      throw Visit.bad("which run is meant is said by the address");
    }
    if ("start".equals(asked.string("action"))) {
      throw Visit.bad("a run is started at /api/runs");
    }
    update(visit, asked.with("run", run));
  }

  private void update(Visit visit, JsonObject change) throws IOException {
    var problems = Updates.problems(change);
    if (!problems.isEmpty()) {
      throw Visit.bad(String.join("; ", problems));
    }
    visit.send(Answer.of(door.run(new Errand(visit.user(), false), Updates.words(change))));
  }

  private void restore(Visit visit, String run) throws IOException {
    var asked = visit.json(limits.body());
    var entry = asked.number("to");
    var line = new Line("restore").value("run", run);
    if (asked.has("to") && entry == null) {
      throw Visit.bad("the member to must be a number");
    }
    if (entry != null) {
      line.value("to", entry.spelling());
    }
    dry(line, asked);
    visit.send(Answer.of(door.run(new Errand(visit.user(), false), line.words())));
  }

  private static void dry(Line line, JsonObject asked) {
    if (asked.isTrue(DRY_RUN)) {
      line.word("--dry-run");
    }
  }

  /// The digest of the shown content is required, and exactly that content is approved. A token in
  /// a request approves nothing; a login session is required.
  private void approve(Visit visit, String run) throws IOException {
    if (!visit.user().loggedIn()) {
      throw Guard.rejection(
          403,
          "login",
          "only a user who has logged in on a page approves; a token in a request does not",
          "Open the dashboard and approve there.");
    }
    var asked = visit.json(limits.body());
    var phase = text(asked, "phase");
    var seen = text(asked, "seen");
    var line = new Line("approve").value("run", run).value("seen", seen).place(phase);
    if (asked.has("request_changes")) {
      line.value("request-changes", text(asked, "request_changes"));
    }
    dry(line, asked);
    visit.send(Answer.of(door.run(new Errand(visit.user(), true), line.words())));
  }

  private static String text(JsonObject asked, String member) {
    var text = asked.string(member);
    if (text == null || text.isBlank()) {
      throw Visit.bad("the member " + member + " is missing");
    }
    return text;
  }
}
