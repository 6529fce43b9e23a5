package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.ArgumentParser;
import dev.tidemark.app.cli.help.ProgramVersion;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.RunListing;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.http.HttpFrontend;
import dev.tidemark.app.http.exchange.AuthenticatedUser;
import dev.tidemark.app.http.exchange.CommandGateway;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.http.exchange.Scope;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.app.settings.ActorDetection;
import dev.tidemark.app.settings.ProcessAncestry;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.settings.TokenFile;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.handoff.Staleness;
import dev.tidemark.json.JsonObject;
import dev.tidemark.security.SecretToken;
import dev.tidemark.store.StoreException;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// HTTP server, the verb `serve`: its routes execute the verbs of this command line without
/// terminal and standard input.
final class ServeCommand implements CommandGateway {
  /// The default port.
  private static final int PORT = 7410;

  private final CommandLine.Streams streams;
  private final ProcessContext place;
  private final ParsedCommand parsedCommand;
  private final Session session;
  private final Path root;
  private final List<String> always = new ArrayList<>();

  ServeCommand(CommandLine.Streams streams, ProcessContext place, Session session) {
    this.streams = streams;
    this.place = place.opening(ProjectFactory.lasting(place.opener()));
    this.parsedCommand = session.call();
    this.session = session;
    this.root = session.project().root();
    // Variables do not change the project that the server was started for.
    always.add("--root=" + root);
    if (parsedCommand.has("allow-network-fs")) {
      always.add("--allow-network-fs");
    }
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
    var over = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(ending(door, over));
    show(door.url(), token);
    try {
      over.await();
    } catch (InterruptedException asked) {
      door.close();
    }
    return ExitCode.SUCCESS;
  }

  /// Returns the shutdown hook of a server.
  static Thread ending(HttpFrontend door, CountDownLatch over) {
    return Thread.ofPlatform()
        .unstarted(
            () -> {
              door.close();
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
    session
        .screen()
        .note("the token below is shown once; it logs you in, or goes along as a bearer");
    session.show(json, List.of(url, login));
    session.screen().flush();
  }

  /// The printed token may be read by the process that started the server, so it allows only the
  /// approvals that this process could make itself.
  private AuthenticatedUser starter() {
    var actor = ActorDetection.recognise(place.environment(), session.settings().actor());
    var scopes = EnumSet.of(Scope.READ, Scope.WRITE);
    if (place.consent() != null || isPersonAtTerminal()) {
      scopes.add(Scope.APPROVE);
    }
    return new AuthenticatedUser(actor.name(), scopes, false, true);
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
  public Ran run(CallContext context, List<String> words) {
    var out = new ByteArrayOutputStream(1024);
    var err = new ByteArrayOutputStream(128);
    var authenticatedUser = context.user();
    var environment = place.environment();
    var there =
        new ProcessContext(
            root,
            authenticatedUser.loggedIn()
                ? ActorDetection.person(environment, authenticatedUser.name())
                : ActorDetection.agent(environment, authenticatedUser.name()),
            InputStream.nullInputStream(),
            place.opener(),
            place.program());
    if (context.approves()) {
      there = there.consenting(ApprovalEvidence.LOGIN);
    }
    var quiet = new CommandLine.Streams(out, err, Terminal.NONE);
    var line = new ArrayList<>(always);
    line.addAll(words);
    var exit = new CommandLine(quiet, there).run(line.toArray(new String[0]));
    return new Ran(exit.code(), out.toString(UTF_8), err.toString(UTF_8));
  }

  @Override
  public Carried carry(AuthenticatedUser authenticatedUser, JsonObject line) {
    return new RemoteCommandLines(root, place, always).carry(authenticatedUser, line);
  }

  @Override
  public @Nullable List<Sight> look() {
    var words = new ArrayList<>(List.of("list", "--all"));
    words.addAll(always);
    var list = (ParsedCommand) ArgumentParser.parse(words.toArray(new String[0]));
    try {
      var project = place.opener().open(list, place).project();
      var head = project.head();
      var sights = new ArrayList<Sight>();
      for (var row : RunListing.of(project, true).rows()) {
        var staleness = Staleness.of(row.glance().commit(), head);
        sights.add(new Sight(row, staleness.kind() == Staleness.Kind.MOVED));
      }
      return sights;
    } catch (StoreException | SettingsException | InputException away) {
      return null;
    }
  }

  @Override
  public Path root() {
    return root;
  }

  @Override
  public String pulse() {
    try {
      return session.project().pulse();
    } catch (StoreException away) {
      return "";
    }
  }

  @Override
  public String release() {
    return ProgramVersion.VERSION;
  }

  @Override
  public void bug(Throwable bug) {
    bug.printStackTrace(new PrintStream(streams.err(), true, UTF_8));
  }
}
