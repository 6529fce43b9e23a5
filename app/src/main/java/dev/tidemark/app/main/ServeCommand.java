package dev.tidemark.app.main;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;

import dev.tidemark.app.cli.help.ProgramVersion;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.RunListing;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.http.HttpFrontend;
import dev.tidemark.app.http.exchange.AuthenticatedUser;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.http.exchange.ServerLog;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.app.settings.ActorDetection;
import dev.tidemark.app.settings.ProcessAncestry;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.settings.TokenFile;
import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.handoff.Staleness;
import dev.tidemark.json.JsonObject;
import dev.tidemark.security.SecretToken;
import dev.tidemark.store.StoreException;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// HTTP server, the verb `serve`: its routes execute the verbs of this command line without
/// terminal and standard input.
final class ServeCommand implements CommandGateway {
  /// The default port.
  private static final int PORT = 7410;

  private static final String ALLOW_NETWORK = "allow-network-fs";

  private final CommandLine.Streams streams;
  private final ProcessContext place;
  private final ParsedCommand parsedCommand;
  private final Session session;
  private final Path root;
  private final ServerLog serverLog;

  ServeCommand(CommandLine.Streams streams, ProcessContext place, Session session) {
    this.streams = streams;
    this.place = place.opening(ProjectFactory.lasting(place.opener()));
    this.parsedCommand = session.call();
    this.session = session;
    this.root = session.project().root();
    this.serverLog = new ServerLog(streams.err(), "json".equals(parsedCommand.value("log")));
  }

  /// Specification of `serve`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "serve",
        CommandGroup.SERVERS,
        READS,
        "serve the dashboard and the HTTP API",
        List.of(),
        List.of(
            Option.value("port", "N", ValueKind.COUNT, "the port; default 7410; 0 = any free one"),
            Option.value("address", "ADDRESS", ValueKind.NAME, "the address; default 127.0.0.1"),
            Option.value("tls", "FILE", ValueKind.FILES, "serve TLS with this PKCS #12 key store"),
            Option.flag("behind-proxy", "a reverse proxy terminates TLS"),
            Option.value(
                "proxy-user", "HEADER", ValueKind.NAME, "the header with the user of the proxy"),
            Option.value(
                    "proxy-from",
                    "ADDRESS",
                    ValueKind.NAME,
                    "where that header is accepted from; default: this machine")
                .repeated(),
            Option.value(
                "log",
                "FORMAT",
                ValueKind.oneOf("text", "json"),
                "the log on standard error; json = one line for each request, too"),
            Option.value("host", "NAME", ValueKind.NAME, "another host name of the server")
                .repeated()),
        List.of(
            new Example("tidemark serve", "prints the address, and once a login token"),
            new Example("tidemark serve --port 0 --json", "for a program that starts it"),
            new Example(
                "tidemark serve --address 0.0.0.0 --tls keys.p12 --host build.example.org",
                "for a team; the password is in TIDEMARK_TLS_PASSWORD"),
            new Example(
                "tidemark serve --behind-proxy --host build.example.org"
                    + " --proxy-user X-Forwarded-User",
                "users are those of a proxy such as oauth2-proxy")));
  }

  /// Serves until the process is asked to end.
  ExitCode serve() throws IOException {
    // Asked of the system: setting up the JDK's generator takes a tenth of the whole start.
    var token = SecretToken.of(new DiskIo().random(SecretToken.BYTES));
    HttpFrontend door;
    try {
      door = open(token, HttpLimits.USUAL);
    } catch (IOException taken) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "taken",
              "cannot listen at port "
                  + parsedCommand.count("port", PORT)
                  + ": "
                  + taken.getMessage(),
              "Choose another with --port, or 0 for any that is free."));
    }
    var calls = SocketCalls.listen(place, () -> root);
    var over = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(ending(door, calls, over));
    serverLog.info("started", door.url());
    show(door.url(), token);
    try {
      over.await();
    } catch (InterruptedException asked) {
      door.close();
      calls.close();
    }
    return ExitCode.SUCCESS;
  }

  /// Returns the shutdown hook of a server.
  private Thread ending(HttpFrontend door, Closeable calls, CountDownLatch over) {
    return Thread.ofPlatform()
        .unstarted(
            () -> {
              door.close();
              serverLog.info("stopped", door.url());
              try {
                calls.close();
              } catch (IOException left) {
                // The next server of the project removes the socket.
              }
              over.countDown();
              Runtime.getRuntime().halt(0);
            });
  }

  /// Opens the server for the owner of that token, and for those of stored tokens.
  HttpFrontend open(String token, HttpLimits httpLimits) throws IOException {
    var file = new TokenFile(root, place.environment());
    var tokens = new KnownTokens(file, SecretToken.hash(token), starter());
    var serverAddress =
        new ServerAddresses(parsedCommand, place).site(parsedCommand.count("port", PORT));
    return HttpFrontend.open(this, tokens, httpLimits, serverAddress);
  }

  void show(String url, String token) {
    var json = JsonObject.builder().add("ok", true).add("url", url).add("token", token).build();
    var login = url + "/#token=" + token;
    if (!serverLog.isJson()) {
      session
          .screen()
          .note("the token below is shown once; it logs you in, or goes along as a bearer");
    }
    session.show(json, List.of(url, login));
    session.screen().flush();
  }

  /// The printed token may be read by the process that started the server, so it allows only the
  /// approvals that this process could make itself.
  private AuthenticatedUser starter() {
    var actor = ActorDetection.recognise(place.environment(), session.settings().actor());
    var scopes = EnumSet.of(Scope.READ, Scope.WRITE);
    if (place.approvalEvidence() != null || isPersonAtTerminal()) {
      scopes.add(Scope.APPROVE);
    }
    return new AuthenticatedUser(actor.name(), scopes, false);
  }

  private boolean isPersonAtTerminal() {
    // In ascending order of cost.
    boolean person =
        streams.terminal().output()
            && ActorDetection.recognise(place.environment(), null).kind() == Actor.Kind.PERSON
            && ProcessAncestry.agent(place.lineage().get()).isEmpty();
    var console = person ? System.console() : null;
    return console != null && console.isTerminal();
  }

  @Override
  public CommandResult run(
      AuthenticatedUser authenticatedUser,
      boolean approves,
      CommandRequest request,
      Map<String, String> variables) {
    var environment = new HashMap<>(place.environment());
    environment.putAll(variables);
    var there =
        new ProcessContext(
            root,
            authenticatedUser.loggedIn()
                ? ActorDetection.person(environment, authenticatedUser.name())
                : ActorDetection.agent(environment, authenticatedUser.name()),
            InputStream.nullInputStream(),
            place.opener(),
            place.program());
    if (approves) {
      there = there.consenting(ApprovalEvidence.LOGIN);
    }
    return CommandLine.run(withServerRoot(request), there);
  }

  /// Variables do not change the project that the server was started for.
  private CommandRequest withServerRoot(CommandRequest request) {
    var here = request.option("root", root.toString());
    return parsedCommand.has(ALLOW_NETWORK) ? here.flag(ALLOW_NETWORK) : here;
  }

  @Override
  public @Nullable List<RunSnapshot> snapshots() {
    var request = withServerRoot(CommandRequest.text("list").flag("all"));
    var list = (ParsedCommand) CommandRegistry.bind(request);
    try {
      var project = place.opener().open(list, place).project();
      var head = project.head();
      var snapshots = new ArrayList<RunSnapshot>();
      for (var row : RunListing.of(project, true).rows()) {
        var staleness = Staleness.of(row.glance().commit(), head);
        snapshots.add(new RunSnapshot(row, staleness.kind() == Staleness.Kind.MOVED));
      }
      return snapshots;
    } catch (StoreException | SettingsException | InputException away) {
      return null;
    }
  }

  @Override
  public Path root() {
    return root;
  }

  @Override
  public String changeToken() {
    try {
      return session.project().changeToken();
    } catch (StoreException away) {
      return "";
    }
  }

  @Override
  public String release() {
    return ProgramVersion.VERSION;
  }

  @Override
  public ServerLog log() {
    return serverLog;
  }
}
