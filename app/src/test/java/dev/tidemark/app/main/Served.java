package dev.tidemark.app.main;

import static java.io.InputStream.nullInputStream;
import static java.io.OutputStream.nullOutputStream;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.app.cli.terminal.OutputOptions;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.http.HttpFrontend;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.app.settings.file.PasswordDatabase;
import dev.tidemark.security.SecretToken;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `tidemark serve` in this process, on a port of its own, with the real verbs behind it.
public final class Served implements AutoCloseable {
  private final HttpFrontend door;
  private final String token;
  private final ByteArrayOutputStream log;

  private Served(HttpFrontend door, String token, ByteArrayOutputStream log) {
    this.door = door;
    this.token = token;
    this.log = log;
  }

  /// Serves where the harness stands, for somebody who may look and change.
  public static Served at(CommandLineHarness harness, String... options) {
    return start(harness, null, HttpLimits.USUAL, options);
  }

  /// Serves as one that bears less than usual.
  public static Served bearing(CommandLineHarness harness, HttpLimits httpLimits) {
    return start(harness, null, httpLimits);
  }

  /// Serves where the harness stands, started by a person at a terminal, who may also approve.
  public static Served byPerson(CommandLineHarness harness, String... options) {
    return start(harness, ApprovalEvidence.TERMINAL, HttpLimits.USUAL, options);
  }

  private static Served start(
      CommandLineHarness harness,
      @Nullable ApprovalEvidence approvalEvidence,
      HttpLimits httpLimits,
      String... options) {
    var place =
        new ProcessContext(
                harness.folder(),
                harness.environment(),
                nullInputStream(),
                new ProjectFactory(new DiskIo(), PasswordDatabase::home, harness.clock()),
                ChildProcess::program)
            .descending(List::of);
    if (approvalEvidence != null) {
      place = place.consenting(approvalEvidence);
    }
    var log = new ByteArrayOutputStream();
    var words = new ArrayList<>(List.of("serve", "--port", "0"));
    words.addAll(List.of(options));
    var parsedCommand = (ParsedCommand) CommandRegistry.parse(words.toArray(new String[0]));
    var streams = new CommandLine.Streams(nullOutputStream(), log, Terminal.NONE);
    var console = new Console(streams.out(), streams.err(), OutputOptions.plain(Terminal.NONE));
    var token = SecretToken.generate(new SecureRandom());
    try {
      var session = new Session(parsedCommand, console, place);
      return new Served(
          new ServeCommand(streams, place, session).open(token, httpLimits), token, log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the server itself.
  public HttpFrontend door() {
    return door;
  }

  /// Returns its address.
  public String url() {
    return door.url();
  }

  /// Returns what it has written on standard error.
  public String log() {
    return log.toString(UTF_8);
  }

  /// Returns its port.
  public int port() {
    return door.port();
  }

  /// Returns the token that it would have shown.
  public String token() {
    return token;
  }

  @Override
  public void close() {
    door.close();
  }
}
