package dev.tidemark.app.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.spi.HttpServerProvider;
import dev.tidemark.app.http.exchange.Authenticator;
import dev.tidemark.app.http.exchange.BoundServer;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.Exchange;
import dev.tidemark.app.http.exchange.HttpAnswer;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.http.exchange.HttpRejection;
import dev.tidemark.app.http.exchange.RateLimiter;
import dev.tidemark.app.http.exchange.Route;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.http.exchange.ServerAddress;
import dev.tidemark.app.http.exchange.TokenLookup;
import dev.tidemark.app.http.exchange.WriteTimeouts;
import dev.tidemark.app.view.ProblemView;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/// HTTP server: accepts requests, authenticates them, and dispatches them to their routes.
public final class HttpFrontend implements AutoCloseable {
  private static final int BUG = 70;

  /// The grace period of running requests at shutdown.
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final CommandGateway commandGateway;
  private final HttpLimits httpLimits;
  private final BoundServer place;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final WriteTimeouts writeTimeouts;
  private final Authenticator authenticator;
  private final RateLimiter rateLimiter;
  private final Semaphore inside;
  private volatile boolean over;
  private final EventBuffer eventBuffer = new EventBuffer(System.currentTimeMillis());
  private final EventRoute events;
  private final Metrics metrics;
  private final List<Route> routes;

  /// Starts slow initializations in parallel to the rest of the start: the JDK's server, and the
  /// names of days and zones in the `Date` header, take a quarter of a sequential start.
  public static void prepare() {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              HttpServerProvider.provider();
              var epoch = Instant.EPOCH.atZone(ZoneId.of("GMT"));
              var names = DateTimeFormatter.ofPattern("EEE MMM zzz", Locale.US);
              names.formatTo(epoch, new StringBuilder());
            });
  }

  /// Takes its place at a port and serves from then on.
  ///
  /// @throws IOException if the address is in use
  public static HttpFrontend open(
      CommandGateway commandGateway,
      TokenLookup tokenLookup,
      HttpLimits httpLimits,
      ServerAddress serverAddress)
      throws IOException {
    var opened =
        new HttpFrontend(
            commandGateway, tokenLookup, httpLimits, BoundServer.bind(serverAddress, httpLimits));
    opened.place.server().start();
    return opened;
  }

  private HttpFrontend(
      CommandGateway commandGateway,
      TokenLookup tokenLookup,
      HttpLimits httpLimits,
      BoundServer place) {
    this.commandGateway = commandGateway;
    this.httpLimits = httpLimits;
    this.place = place;
    this.inside = new Semaphore(httpLimits.connections());
    this.writeTimeouts = new WriteTimeouts(httpLimits.patience());
    this.rateLimiter = new RateLimiter(httpLimits.perSecond(), httpLimits.burst());
    this.authenticator = new Authenticator(tokenLookup, place, commandGateway.log());
    this.events = new EventRoute(commandGateway, eventBuffer, httpLimits);
    this.metrics = new Metrics(events::listeners);
    this.routes = routes();
    writeTimeouts.start();
    place.server().setExecutor(executor);
    place.server().createContext("/", this::exchange);
  }

  /// Returns the port it is at.
  public int port() {
    return place.port();
  }

  /// Returns the address to begin it with.
  public String url() {
    return place.url();
  }

  private List<Route> routes() {
    var all = new ArrayList<Route>();
    all.addAll(new ServerRoutes(commandGateway, authenticator, httpLimits).routes());
    all.addAll(new RunRoutes(commandGateway, httpLimits).routes());
    all.addAll(new McpRoute(commandGateway, httpLimits).routes());
    all.add(
        new Route(
            "GET",
            "/api/events",
            Scope.READ,
            (visit, texts) -> events.follow(visit, authenticator)));
    var commands = new CommandRoute(commandGateway, httpLimits);
    all.add(
        new Route("POST", "/api/commands", Scope.READ, (visit, texts) -> commands.execute(visit)));
    all.add(new Route("GET", "/metrics", Scope.READ, (visit, texts) -> measure(visit)));
    return List.copyOf(all);
  }

  private void measure(Exchange visit) throws IOException {
    visit.send(new HttpAnswer(200, Metrics.TYPE, metrics.text()));
  }

  /// Returns every route, as `METHOD template`.
  List<Route> allRoutes() {
    return routes;
  }

  /// The outermost error boundary: an unexpected exception becomes an error response.
  private void exchange(HttpExchange exchange) {
    var visit = new Exchange(exchange, writeTimeouts);
    if (!inside.tryAcquire()) {
      exchange.close();
      return;
    }
    long begin = System.nanoTime();
    metrics.enters();
    try (exchange) {
      try {
        if (over) {
          throw Authenticator.rejection(503, "ending", "the server is ending", "Start it again.");
        }
        visit.read();
        serve(visit);
      } catch (HttpRejection no) {
        visit.send(no.answer());
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError bug) {
        commandGateway.log().bug(bug);
        var message = "this is a bug in Tidemark: " + bug;
        var problemView = new ProblemView(BUG, "bug", message, "Please report it.");
        visit.send(HttpAnswer.problem(500, problemView));
      }
    } catch (IOException gone) {
      // The client has disconnected.
    } finally {
      long nanos = System.nanoTime() - begin;
      metrics.leaves(visit.method(), visit.route(), visit.status(), nanos);
      commandGateway.log().request(visit, nanos);
      inside.release();
    }
  }

  private void serve(Exchange visit) throws IOException {
    authenticator.check(visit);
    var methods = new ArrayList<String>();
    for (var route : routes) {
      var texts = route.match(visit.path());
      if (texts != null && answers(route, visit.method())) {
        visit.takes(route.template());
        enter(visit, route);
        route.handler().handle(visit, texts);
        return;
      }
      if (texts != null) {
        methods.add(route.method());
      }
    }
    if (methods.isEmpty()) {
      throw Authenticator.rejection(
          404,
          "no-address",
          "there is nothing here",
          "See docs/openapi.yaml in the source repository.");
    }
    visit.setHeader("Allow", String.join(", ", methods));
    throw Authenticator.rejection(
        405,
        "method",
        visit.method() + " means nothing here",
        "See docs/openapi.yaml in the source repository.");
  }

  private static boolean answers(Route route, String method) {
    return route.method().equals(method) || (route.method().equals("GET") && method.equals("HEAD"));
  }

  private void enter(Exchange visit, Route route) {
    var scope = route.scope();
    if (scope == null) {
      // Pages and log-in: all processes of a machine share an address, so a limit by address would
      // let a flood keep the owner out.
      return;
    }
    visit.comesFrom(authenticator.user(visit, scope));
    if (!rateLimiter.take(visit.user().name(), System.nanoTime())) {
      visit.setHeader("Retry-After", "1");
      throw Authenticator.rejection(429, "too-many", "too many requests", "Wait a second.");
    }
  }

  /// Closes event streams, finishes running requests, and accepts no more.
  @Override
  public void close() {
    over = true;
    try {
      events.end(GRACE);
      // The server's own patience lasts to its end, also when everything is done before.
      if (!inside.tryAcquire(httpLimits.connections(), GRACE.toMillis(), MILLISECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    place.server().stop(0);
    executor.shutdownNow();
    writeTimeouts.close();
  }
}
