package dev.tidemark.app.main;

import static java.io.InputStream.nullInputStream;
import static java.io.OutputStream.nullOutputStream;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.Look;
import dev.tidemark.app.cli.Screen;
import dev.tidemark.app.cli.Terminal;
import dev.tidemark.app.cli.Words;
import dev.tidemark.app.command.Session;
import dev.tidemark.app.command.Workplace;
import dev.tidemark.app.http.HttpDoor;
import dev.tidemark.app.http.Limits;
import dev.tidemark.stores.file.DiskIo;
import dev.tidemark.text.SecretToken;
import dev.tidemark.workflow.Consent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `tidemark serve` in this process, on a port of its own, with the real verbs behind it.
public final class Served implements AutoCloseable {
  private final HttpDoor door;
  private final String token;

  private Served(HttpDoor door, String token) {
    this.door = door;
    this.token = token;
  }

  /// Serves where the harness stands, for somebody who may look and change.
  public static Served at(CommandLineHarness harness, String... options) {
    return start(harness, null, Limits.USUAL, options);
  }

  /// Serves as one that bears less than usual.
  public static Served bearing(CommandLineHarness harness, Limits limits) {
    return start(harness, null, limits);
  }

  /// Serves where the harness stands, started by a person at a terminal, who may also approve.
  public static Served byPerson(CommandLineHarness harness, String... options) {
    return start(harness, Consent.TERMINAL, Limits.USUAL, options);
  }

  private static Served start(
      CommandLineHarness harness, @Nullable Consent consent, Limits limits, String... options) {
    var place =
        new Workplace(
            harness.folder(),
            harness.environment(),
            nullInputStream(),
            new Wiring(new DiskIo()),
            ChildProcess::program);
    if (consent != null) {
      place = place.consenting(consent);
    }
    var words = new ArrayList<>(List.of("serve", "--port", "0"));
    words.addAll(List.of(options));
    var call = (Call) Words.parse(words.toArray(new String[0]));
    var streams = new CommandLine.Streams(nullOutputStream(), nullOutputStream(), Terminal.NONE);
    var screen = new Screen(streams.out(), streams.err(), Look.plain(Terminal.NONE));
    var token = SecretToken.fresh(new SecureRandom());
    try {
      var session = new Session(call, screen, place);
      return new Served(new HttpServing(streams, place, session).open(token, limits), token);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the server itself.
  public HttpDoor door() {
    return door;
  }

  /// Returns its address.
  public String url() {
    return door.url();
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
