package dev.tidemark.app.http;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.spi.HttpServerProvider;
import dev.tidemark.app.view.Problem;
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
public final class HttpDoor implements AutoCloseable {
  private static final int BUG = 70;

  /// The grace period of running requests at shutdown.
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Door door;
  private final Limits limits;
  private final Listening place;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final Deadlines deadlines;
  private final Guard guard;
  private final Rates rates;
  private final Semaphore inside;
  private volatile boolean over;
  private final Feed feed = new Feed(System.currentTimeMillis());
  private final EventRoute events;
  private final LineRoutes lines;
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
  public static HttpDoor open(Door door, Tokens tokens, Limits limits, Site site)
      throws IOException {
    var opened = new HttpDoor(door, tokens, limits, Listening.at(site, limits));
    opened.place.server().start();
    return opened;
  }

  private HttpDoor(Door door, Tokens tokens, Limits limits, Listening place) {
    this.door = door;
    this.limits = limits;
    this.place = place;
    this.inside = new Semaphore(limits.connections());
    this.deadlines = new Deadlines(limits.patience());
    this.rates = new Rates(limits.perSecond(), limits.burst());
    this.guard = new Guard(tokens, place.names(), place.port(), place.site().isSecure());
    this.events = new EventRoute(door, feed, limits);
    this.lines = new LineRoutes(door, limits);
    this.metrics = new Metrics(events::listeners);
    this.routes = routes();
    deadlines.start();
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
    var house = new HouseRoutes(door, guard, limits);
    all.addAll(house.all());
    all.addAll(new RunRoutes(door).all());
    all.addAll(new ChangeRoutes(door, limits).all());
    all.addAll(lines.all());
    all.addAll(new McpRoute(door, limits).all());
    all.add(
        new Route("GET", "/api/events", Scope.READ, (visit, texts) -> events.follow(visit, guard)));
    all.add(new Route("GET", "/metrics", Scope.READ, (visit, texts) -> measure(visit)));
    return List.copyOf(all);
  }

  private void measure(Visit visit) throws IOException {
    visit.send(new Answer(200, Metrics.TYPE, metrics.text()));
  }

  /// Returns how many lines of other processes were carried out.
  public int lines() {
    return lines.carried();
  }

  /// Returns every route, as `METHOD template`.
  List<Route> all() {
    return routes;
  }

  /// The outermost error boundary: an unexpected exception becomes an error response.
  private void exchange(HttpExchange exchange) {
    SafeHeaders.add(exchange);
    var visit = new Visit(exchange, deadlines);
    if (!inside.tryAcquire()) {
      exchange.close();
      return;
    }
    long begin = System.nanoTime();
    metrics.enters();
    try (exchange) {
      try {
        if (over) {
          throw Guard.rejection(503, "ending", "the server is ending", "Start it again.");
        }
        visit.read();
        serve(visit);
      } catch (Rejection no) {
        visit.send(no.answer());
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError bug) {
        door.bug(bug);
        var message = "this is a bug in Tidemark: " + bug;
        var problem = new Problem(BUG, "bug", message, "Please report it.");
        visit.send(Answer.problem(500, problem));
      }
    } catch (IOException gone) {
      // The client has disconnected.
    } finally {
      metrics.leaves(visit.method(), visit.route(), visit.status(), System.nanoTime() - begin);
      inside.release();
    }
  }

  private void serve(Visit visit) throws IOException {
    guard.check(visit);
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
      throw Guard.rejection(404, "no-address", "there is nothing here", "See docs/openapi.yaml.");
    }
    visit.tell("Allow", String.join(", ", methods));
    throw Guard.rejection(
        405, "method", visit.method() + " means nothing here", "See docs/openapi.yaml.");
  }

  private static boolean answers(Route route, String method) {
    return route.method().equals(method) || (route.method().equals("GET") && method.equals("HEAD"));
  }

  private void enter(Visit visit, Route route) {
    var scope = route.scope();
    if (scope == null) {
      // Pages and log-in: all processes of a machine share an address, so a limit by address would
      // let a flood keep the owner out.
      return;
    }
    visit.comesFrom(guard.user(visit, scope));
    if (!rates.take(visit.user().name(), System.nanoTime())) {
      visit.tell("Retry-After", "1");
      throw Guard.rejection(429, "too-many", "too many requests", "Wait a second.");
    }
  }

  /// Closes event streams, finishes running requests, and accepts no more.
  @Override
  public void close() {
    over = true;
    try {
      events.end(GRACE);
      // The server's own patience lasts to its end, also when everything is done before.
      if (!inside.tryAcquire(limits.connections(), GRACE.toMillis(), MILLISECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    place.server().stop(0);
    executor.shutdownNow();
    deadlines.close();
  }
}
