package dev.tidemark.app.main;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;

import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.ProjectNames;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.http.HttpFrontend;
import dev.tidemark.app.http.ServedProject;
import dev.tidemark.app.http.exchange.AuthenticatedUser;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.http.exchange.ServerLog;
import dev.tidemark.app.settings.ActorDetection;
import dev.tidemark.app.settings.ProcessAncestry;
import dev.tidemark.app.settings.SettingKey;
import dev.tidemark.app.settings.TokenFile;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.json.JsonObject;
import dev.tidemark.security.SecretToken;
import dev.tidemark.stores.file.io.DiskIo;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/// HTTP server, the verb `serve`: its routes execute the verbs of this command line without
/// terminal and standard input.
final class ServeCommand {
  /// The default port.
  private static final int PORT = 7410;

  private static final String PROJECT = "project";

  private final CommandLine.Streams streams;
  private final ProcessContext place;
  private final ParsedCommand parsedCommand;
  private final Session session;
  private final ServerLog serverLog;
  private final List<ProjectGateway> projects;

  ServeCommand(CommandLine.Streams streams, ProcessContext place, Session session) {
    this.streams = streams;
    this.place = place;
    this.parsedCommand = session.call();
    this.session = session;
    this.serverLog = new ServerLog(streams.err(), "json".equals(parsedCommand.value("log")));
    this.projects =
        parsedCommand.values(PROJECT).isEmpty()
            ? List.of(gateway("", session.project().root()))
            : several();
  }

  private ProjectGateway gateway(String name, Path root) {
    boolean allowNetwork = parsedCommand.has("allow-network-fs");
    return new ProjectGateway(name, root, place, serverLog, allowNetwork);
  }

  private List<ProjectGateway> several() {
    for (var option : List.of("root", "run")) {
      if (parsedCommand.value(option) != null) {
        throw new InputException(
            "--" + option + " has no meaning with --" + PROJECT, "Leave one of them out.");
      }
    }
    var store = SettingKey.STORE.variable();
    if (!place.environment().getOrDefault(store, "").isEmpty()) {
      throw new InputException(
          store + " would be the store of every project; no server was started",
          "Set the store in each project, and unset the variable: unset " + store);
    }
    var gateways = new ArrayList<ProjectGateway>();
    ProjectNames.of(parsedCommand.values(PROJECT), place.folder())
        .forEach((name, root) -> gateways.add(gateway(name, root)));
    return gateways;
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
            Option.value(
                    PROJECT,
                    "DIR",
                    ValueKind.FOLDERS,
                    "serve this project below /projects/; once for each project")
                .repeated(),
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
            new Example(
                "tidemark serve --project /srv/shop --project /srv/blog",
                "two projects, and a page of both"),
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
    IdleMemory.watch();
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
    var calls = listen();
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

  /// Listens for calls in each project.
  private Closeable listen() {
    var all = new ArrayList<Closeable>();
    for (var project : projects) {
      all.add(SocketCalls.listen(project.place(), project::root));
    }
    return () -> {
      for (var calls : all) {
        calls.close();
      }
    };
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
    var served = new ArrayList<ServedProject>();
    var hash = SecretToken.hash(token);
    var scopes = starterScopes();
    for (var project : projects) {
      var file = new TokenFile(project.root(), place.environment());
      var starter = new AuthenticatedUser(project.starter(), scopes, false);
      served.add(new ServedProject(project.name(), project, new KnownTokens(file, hash, starter)));
    }
    var serverAddress =
        new ServerAddresses(parsedCommand, place).site(parsedCommand.count("port", PORT));
    return HttpFrontend.open(served, httpLimits, serverAddress);
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
  private Set<Scope> starterScopes() {
    var scopes = EnumSet.of(Scope.READ, Scope.WRITE);
    if (place.approvalEvidence() != null || isPersonAtTerminal()) {
      scopes.add(Scope.APPROVE);
    }
    return scopes;
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
}
