package dev.tidemark.app.http;

import dev.tidemark.app.http.exchange.AuthenticatedUser;
import dev.tidemark.app.http.exchange.Authenticator;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.Exchange;
import dev.tidemark.app.http.exchange.HttpAnswer;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.http.exchange.HttpRejection;
import dev.tidemark.app.http.exchange.Route;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Server routes: pages of the dashboard, login, health. Safe for use by many threads.
final class ServerRoutes {
  private static final String INDEX = "index.html";

  /// The addresses of the dashboard: one page, which shows the view that its address names.
  private static final List<String> VIEWS = List.of("/", "/activity", "/timeline", "/runs/{run}");

  private static final String FOLDER = "/dev/tidemark/app/http/dashboard/";
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "json", "application/json",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "woff2", "font/woff2");

  private final CommandGateway commandGateway;
  private final Authenticator authenticator;
  private final HttpLimits httpLimits;

  /// The files that were sent before, by their names.
  private final Map<String, File> files = new ConcurrentHashMap<>();

  ServerRoutes(CommandGateway commandGateway, Authenticator authenticator, HttpLimits httpLimits) {
    this.commandGateway = commandGateway;
    this.authenticator = authenticator;
    this.httpLimits = httpLimits;
  }

  List<Route> routes() {
    var routes = new ArrayList<Route>();
    for (var view : VIEWS) {
      routes.add(new Route("GET", view, null, (exchange, texts) -> page(exchange, INDEX)));
    }
    routes.addAll(others());
    return routes;
  }

  private List<Route> others() {
    return List.of(
        new Route("GET", "/healthz", null, (exchange, texts) -> health(exchange)),
        new Route("POST", "/login", null, (exchange, texts) -> login(exchange)),
        new Route("POST", "/logout", null, (exchange, texts) -> logout(exchange)),
        new Route("GET", "/api/session", Scope.READ, (exchange, texts) -> session(exchange)),
        new Route(
            "GET",
            "/assets/{file}",
            null,
            (exchange, texts) -> page(exchange, "assets/" + texts.getFirst())));
  }

  /// Returns the routes of the page of all projects.
  List<Route> ofAllProjects() {
    var all = new ArrayList<>(routes());
    all.removeIf(
        route -> route.template().startsWith("/runs/") || route.template().equals("/api/session"));
    all.add(
        new Route(
            "GET",
            "/api/session",
            Scope.READ,
            (exchange, texts) ->
                exchange.send(
                    HttpAnswer.json(
                        200,
                        shown(exchange.user())
                            .without("project")
                            .with("projects", JsonBoolean.of(true))))));
    return all;
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
    exchange.setHeader("Location", "/");
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

  /// Sends a file of the dashboard, which is packed as a resource.
  ///
  /// @throws HttpRejection if there is none
  private void page(Exchange exchange, String name) throws IOException {
    var file = find(name);
    if (file == null) {
      throw Authenticator.rejection(
          404,
          "no-page",
          "there is no page here",
          "Look at the pages that there are: tidemark help serve");
    }
    exchange.setHeader("ETag", file.tag);
    exchange.setHeader("Cache-Control", "no-cache");
    if (file.tag.equals(exchange.header("If-None-Match"))) {
      exchange.send(304, "", new byte[0]);
    } else {
      exchange.send(200, file.type, file.bytes);
    }
  }

  private @Nullable File find(String name) throws IOException {
    var file = files.get(name);
    if (file != null || !isPlainPath(name)) {
      return file;
    }
    try (var in = ServerRoutes.class.getResourceAsStream(FOLDER + name)) {
      var type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
      if (in == null || type == null) {
        return null;
      }
      var bytes = in.readAllBytes();
      var read = new File(bytes, type);
      files.put(name, read);
      return read;
    }
  }

  /// Returns whether a name leads nowhere but down, and not to hidden files.
  private static boolean isPlainPath(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      boolean first = i == 0 || name.charAt(i - 1) == '/';
      if (!letter && (first || "-_./".indexOf(c) < 0)) {
        return false;
      }
    }
    return !name.isEmpty() && !name.endsWith("/");
  }

  /// File of the dashboard, with its entity tag.
  private static final class File {
    private final byte[] bytes;
    private final String type;
    private final String tag;

    File(byte[] bytes, String type) {
      this.bytes = bytes;
      this.type = type;
      this.tag = '"' + Sha256.hex(bytes).substring(0, 24) + '"';
    }
  }
}
