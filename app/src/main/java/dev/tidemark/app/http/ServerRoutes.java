package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.AuthenticatedUser;
import dev.tidemark.app.http.exchange.Authenticator;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.Exchange;
import dev.tidemark.app.http.exchange.HttpAnswer;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.http.exchange.Route;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Server routes: pages, login, health.
final class ServerRoutes {
  private static final String INDEX = "index.html";

  private final CommandGateway commandGateway;
  private final Authenticator authenticator;
  private final HttpLimits httpLimits;
  private final StaticFiles files = new StaticFiles();

  ServerRoutes(CommandGateway commandGateway, Authenticator authenticator, HttpLimits httpLimits) {
    this.commandGateway = commandGateway;
    this.authenticator = authenticator;
    this.httpLimits = httpLimits;
  }

  List<Route> all() {
    return List.of(
        new Route("GET", "/healthz", null, (exchange, texts) -> health(exchange)),
        new Route("POST", "/login", null, (exchange, texts) -> login(exchange)),
        new Route("POST", "/logout", null, (exchange, texts) -> logout(exchange)),
        new Route("GET", "/api/session", Scope.READ, (exchange, texts) -> session(exchange)),
        new Route("GET", "/", null, (exchange, texts) -> files.send(exchange, INDEX)),
        new Route("GET", "/runs/{run}", null, (exchange, texts) -> files.send(exchange, INDEX)),
        new Route(
            "GET",
            "/assets/{file}",
            null,
            (exchange, texts) -> files.send(exchange, "assets/" + texts.getFirst())));
  }

  private void health(Exchange exchange) throws IOException {
    exchange.send(HttpAnswer.json(200, JsonObject.builder().add("ok", true).build()));
  }

  private void session(Exchange exchange) throws IOException {
    exchange.send(HttpAnswer.json(200, shown(exchange.user())));
  }

  private JsonObject shown(AuthenticatedUser authenticatedUser) {
    return JsonObject.builder()
        .add("ok", true)
        .add("user", authenticatedUser.name())
        .add("scopes", authenticatedUser.words())
        .add("logged_in", authenticatedUser.loggedIn())
        .add("project", String.valueOf(commandGateway.root().getFileName()))
        .add("release", commandGateway.release())
        .build();
  }

  /// A form submission redirects to its page, other requests get the user as JSON.
  private void login(Exchange exchange) throws IOException {
    var type = exchange.header("Content-Type");
    boolean form = type != null && type.startsWith("application/x-www-form-urlencoded");
    if (!form) {
      var authenticatedUser =
          authenticator.login(exchange, exchange.json(httpLimits.body()).string("token"));
      exchange.send(HttpAnswer.json(200, shown(authenticatedUser)));
      return;
    }
    authenticator.login(exchange, token(exchange.body(httpLimits.body())));
    exchange.tell("Location", "/");
    exchange.send(new HttpAnswer(303, "", ""));
  }

  private static @Nullable String token(String form) {
    for (var pair : form.split("&", -1)) {
      if (pair.startsWith("token=")) {
        return pair.substring("token=".length());
      }
    }
    return null;
  }

  private void logout(Exchange exchange) throws IOException {
    authenticator.logout(exchange);
    exchange.send(HttpAnswer.json(200, JsonObject.builder().add("ok", true).build()));
  }
}
