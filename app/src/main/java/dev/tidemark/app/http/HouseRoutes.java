package dev.tidemark.app.http;

import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Server routes: pages, login, health.
final class HouseRoutes {
  private static final String INDEX = "index.html";

  private final Door door;
  private final Guard guard;
  private final Limits limits;
  private final StaticFiles files = new StaticFiles();

  HouseRoutes(Door door, Guard guard, Limits limits) {
    this.door = door;
    this.guard = guard;
    this.limits = limits;
  }

  List<Route> all() {
    return List.of(
        new Route("GET", "/healthz", null, (visit, texts) -> health(visit)),
        new Route("POST", "/login", null, (visit, texts) -> login(visit)),
        new Route("POST", "/logout", null, (visit, texts) -> logout(visit)),
        new Route("GET", "/api/session", Scope.READ, (visit, texts) -> session(visit)),
        new Route("GET", "/", null, (visit, texts) -> files.send(visit, INDEX)),
        new Route("GET", "/runs/{run}", null, (visit, texts) -> files.send(visit, INDEX)),
        new Route(
            "GET",
            "/assets/{file}",
            null,
            (visit, texts) -> files.send(visit, "assets/" + texts.getFirst())));
  }

  private void health(Visit visit) throws IOException {
    visit.send(Answer.json(200, JsonObject.builder().add("ok", true).build()));
  }

  private void session(Visit visit) throws IOException {
    visit.send(Answer.json(200, shown(visit.user())));
  }

  private JsonObject shown(User user) {
    return JsonObject.builder()
        .add("ok", true)
        .add("user", user.name())
        .add("scopes", user.words())
        .add("logged_in", user.loggedIn())
        .add("project", String.valueOf(door.root().getFileName()))
        .add("release", door.release())
        .build();
  }

  /// A form submission redirects to its page, other requests get the user as JSON.
  private void login(Visit visit) throws IOException {
    var type = visit.header("Content-Type");
    boolean form = type != null && type.startsWith("application/x-www-form-urlencoded");
    if (!form) {
      var user = guard.login(visit, visit.json(limits.body()).string("token"));
      visit.send(Answer.json(200, shown(user)));
      return;
    }
    guard.login(visit, token(visit.body(limits.body())));
    visit.tell("Location", "/");
    visit.send(new Answer(303, "", ""));
  }

  private static @Nullable String token(String form) {
    for (var pair : form.split("&", -1)) {
      if (pair.startsWith("token=")) {
        return pair.substring("token=".length());
      }
    }
    return null;
  }

  private void logout(Visit visit) throws IOException {
    guard.logout(visit);
    visit.send(Answer.json(200, JsonObject.builder().add("ok", true).build()));
  }
}
