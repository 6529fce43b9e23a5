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
import dev.tidemark.app.http.exchange.ServerLog;
import dev.tidemark.app.http.exchange.TokenLookup;
import dev.tidemark.app.http.exchange.WriteTimeouts;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/// HTTP server: accepts requests, authenticates them, and dispatches them to their routes.
public final class HttpFrontend implements AutoCloseable {
  private static final int BUG = 70;

  /// The grace period of running requests at shutdown.
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final ServerLog serverLog;
  private final HttpLimits httpLimits;
  private final BoundServer place;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final WriteTimeouts writeTimeouts;
  private final RateLimiter rateLimiter;
  private final Semaphore inside;
  private volatile boolean over;
  private final EventRoute events;
  private final Metrics metrics;
  private final Mount root;

  /// By the names of the projects; empty where the only one is at the root.
  private final Map<String, Mount> projects;

  /// Routes of an unknown project: pages and log-in, which answer as those of a known one do,
  /// because names of projects are told to users only.
  private final Mount unknown;

  /// Routes below one path, and whose requests they answer.
  private record Mount(Place place, Authenticator authenticator, List<Route> routes) {
    /// What the path is: that of the server, of a project, or of a name that no project has.
    enum Place {
      ROOT,
      PROJECT,
      UNKNOWN
    }
  }

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

  /// Takes its place at a port and serves one project from then on.
  ///
  /// @throws IOException if the address is in use
  public static HttpFrontend open(
      CommandGateway commandGateway,
      TokenLookup tokenLookup,
      HttpLimits httpLimits,
      ServerAddress serverAddress)
      throws IOException {
    var only = new ServedProject("", commandGateway, tokenLookup);
    return open(List.of(only), httpLimits, serverAddress);
  }

  /// Takes its place at a port and serves projects from then on, each below `/projects/NAME`, or
  /// the only one without a name at the root.
  ///
  /// @throws IOException if the address is in use
  public static HttpFrontend open(
      List<ServedProject> served, HttpLimits httpLimits, ServerAddress serverAddress)
      throws IOException {
    var opened = new HttpFrontend(served, httpLimits, BoundServer.bind(serverAddress, httpLimits));
    opened.place.server().start();
    return opened;
  }

  private HttpFrontend(List<ServedProject> served, HttpLimits httpLimits, BoundServer place) {
    var first = served.getFirst();
    boolean several = !first.name().isEmpty();
    this.serverLog = first.commandGateway().log();
    this.httpLimits = httpLimits;
    this.place = place;
    this.inside = new Semaphore(httpLimits.connections());
    this.writeTimeouts = new WriteTimeouts(httpLimits.patience());
    this.rateLimiter = new RateLimiter(httpLimits.perSecond(), httpLimits.burst());
    var gateways = new LinkedHashMap<String, CommandGateway>();
    served.forEach(project -> gateways.put(project.name(), project.commandGateway()));
    this.events = new EventRoute(gateways, httpLimits);
    this.metrics = new Metrics(events::listeners, several);
    var lookup = several ? ServedProject.any(served) : first.tokenLookup();
    var authenticator = new Authenticator(lookup, place, serverLog);
    var mounts = new LinkedHashMap<String, Mount>();
    if (several) {
      var pages = new ServerRoutes(first.commandGateway(), authenticator, httpLimits).routes();
      this.unknown =
          new Mount(
              Mount.Place.UNKNOWN,
              authenticator,
              pages.stream().filter(route -> route.scope() == null).toList());
      for (var project : served) {
        var own = authenticator.withTokens(project.tokenLookup(), place, serverLog);
        mounts.put(project.name(), new Mount(Mount.Place.PROJECT, own, routes(project, own)));
      }
      this.root =
          new Mount(
              Mount.Place.ROOT, authenticator, overview(first.commandGateway(), authenticator));
    } else {
      var routes = new ArrayList<>(routes(first, authenticator));
      routes.add(new Route("GET", "/metrics", Scope.READ, (visit, texts) -> measure(visit)));
      this.root = new Mount(Mount.Place.ROOT, authenticator, List.copyOf(routes));
      this.unknown = root;
    }
    this.projects = Collections.unmodifiableMap(mounts);
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

  private List<Route> routes(ServedProject project, Authenticator authenticator) {
    var commandGateway = project.commandGateway();
    var all = new ArrayList<Route>();
    all.addAll(new ServerRoutes(commandGateway, authenticator, httpLimits).routes());
    all.addAll(new RunRoutes(commandGateway, httpLimits).routes());
    all.addAll(new McpRoute(commandGateway, httpLimits).routes());
    var own = Set.of(project.name());
    all.add(
        new Route(
            "GET",
            "/api/events",
            Scope.READ,
            (visit, texts) ->
                events.follow(
                    visit,
                    () -> authenticator.isStillAuthorized(visit, Scope.READ) ? own : Set.of())));
    return List.copyOf(all);
  }

  /// Returns the routes of the page of all projects. A user reads there what its token may read in
  /// each.
  private List<Route> overview(CommandGateway any, Authenticator authenticator) {
    var all = new ArrayList<>(new ServerRoutes(any, authenticator, httpLimits).ofAllProjects());
    all.add(new Route("GET", "/api/projects", Scope.READ, (visit, texts) -> list(visit)));
    all.add(
        new Route(
            "GET",
            "/api/events",
            Scope.READ,
            (visit, texts) -> events.follow(visit, () -> readable(visit))));
    all.add(
        new Route(
            "GET",
            "/metrics",
            Scope.READ,
            (visit, texts) -> {
              if (readable(visit).size() < projects.size()) {
                throw Authenticator.rejection(
                    403,
                    "scope",
                    "the metrics are those of all projects, and the token is not known in each",
                    "Add it to every project: tidemark serve token add NAME --project DIR ...");
              }
              measure(visit);
            }));
    return List.copyOf(all);
  }

  /// Returns the names of the projects that a request may read.
  private Set<String> readable(Exchange visit) {
    var names = new LinkedHashSet<String>();
    projects.forEach(
        (name, mount) -> {
          if (mount.authenticator().isStillAuthorized(visit, Scope.READ)) {
            names.add(name);
          }
        });
    return names;
  }

  private void list(Exchange visit) throws IOException {
    var json = JsonObject.builder().add("ok", true).add("projects", List.copyOf(readable(visit)));
    visit.send(HttpAnswer.json(200, json.build()));
  }

  private void measure(Exchange visit) throws IOException {
    visit.send(new HttpAnswer(200, Metrics.TYPE, metrics.text()));
  }

  /// Returns every route at the root, as `METHOD template`.
  List<Route> allRoutes() {
    return root.routes();
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
        serverLog.bug(bug);
        var message = "this is a bug in Tidemark: " + bug;
        var problemView = new ProblemView(BUG, "bug", message, "Please report it.");
        visit.send(HttpAnswer.problem(500, problemView));
      }
    } catch (IOException gone) {
      // The client has disconnected.
    } finally {
      long nanos = System.nanoTime() - begin;
      metrics.leaves(visit, nanos);
      serverLog.request(visit, nanos);
      inside.release();
    }
  }

  private void serve(Exchange visit) throws IOException {
    root.authenticator().check(visit);
    var mount = mount(visit);
    var methods = new ArrayList<String>();
    for (var route : mount.routes()) {
      var texts = route.match(visit.path());
      if (texts != null && answers(route, visit.method())) {
        visit.takes(route.template());
        enter(visit, route, mount.authenticator());
        route.handler().handle(visit, texts);
        return;
      }
      if (texts != null) {
        methods.add(route.method());
      }
    }
    if (mount.place() != Mount.Place.ROOT) {
      // Which names there are is told to users only.
      mount.authenticator().user(visit, Scope.READ);
    }
    if (mount.place() == Mount.Place.UNKNOWN) {
      throw Authenticator.rejection(
          404,
          "no-project",
          "there is no project of that name here",
          "Look at those that there are, on the page of all projects.");
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

  /// Returns what is responsible for a request, and leaves it the rest of the path.
  private Mount mount(Exchange visit) {
    var path = visit.path();
    if (projects.isEmpty() || path.size() < 2 || !path.getFirst().equals("projects")) {
      return root;
    }
    var name = path.get(1);
    var mount = projects.getOrDefault(name, unknown);
    var rest = path.size() == 2 ? List.of("") : path.subList(2, path.size());
    // A name that anyone can send labels no metric.
    visit.enter(mount.place() == Mount.Place.UNKNOWN ? "" : name, rest);
    return mount;
  }

  private static boolean answers(Route route, String method) {
    return route.method().equals(method) || (route.method().equals("GET") && method.equals("HEAD"));
  }

  private void enter(Exchange visit, Route route, Authenticator authenticator) {
    var scope = route.scope();
    if (scope == null) {
      // Pages and log-in: all processes of a machine share an address, so a limit by address would
      // let a flood keep the owner out.
      return;
    }
    visit.comesFrom(authenticator.user(visit, scope));
    // A name may be of different users in different projects.
    if (!rateLimiter.take(visit.project() + "/" + visit.user().name(), System.nanoTime())) {
      visit.setHeader("Retry-After", "1");
      throw Authenticator.rejection(429, "too-many", "too many requests", "Wait a second.");
    }
  }

  /// Closes event streams, finishes running requests, and accepts no more. Closing again does
  /// nothing.
  @Override
  public void close() {
    over = true;
    try {
      events.end(GRACE);
      // The server's own patience lasts to its end, also when everything is done before.
      if (inside.tryAcquire(httpLimits.connections(), GRACE.toMillis(), MILLISECONDS)) {
        inside.release(httpLimits.connections());
      } else {
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
