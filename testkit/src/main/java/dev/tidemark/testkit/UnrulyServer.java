package dev.tidemark.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/// A server on the loopback that misbehaves below HTTP.
public final class UnrulyServer implements AutoCloseable {
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

  private final ServerSocket socket;
  private final Manner manner;

  /// How it misbehaves.
  public enum Manner {
    /// It takes the request and says nothing.
    SILENT,
    /// It says the head, and then one byte of the body after the other, without end.
    DRIP,
    /// It drips even the head.
    DRIP_HEAD,
    /// It says what is no HTTP.
    GARBAGE,
    /// It hangs up.
    HANG_UP,
    /// It ends in the middle of the body.
    CUT_OFF,
    /// Its body is endless, and fast.
    FLOOD
  }

  private UnrulyServer(ServerSocket socket, Manner manner) {
    this.socket = socket;
    this.manner = manner;
  }

  /// Starts a service.
  public static UnrulyServer of(Manner manner) {
    try {
      var service =
          new UnrulyServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), manner);
      Thread.ofVirtual().start(service::serve);
      return service;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// Returns the address, without a slash at its end.
  public String address() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try {
        var client = socket.accept();
        Thread.ofVirtual().start(() -> misbehave(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void misbehave(Socket client) {
    try (client) {
      client.getInputStream().read(new byte[8192]);
      switch (manner) {
        case SILENT -> drip(client, "");
        case DRIP -> drip(client, HEAD + "Content-Length: 100000\r\n\r\n");
        case DRIP_HEAD -> drip(client, "HTTP/1.1 200 OK\r\nX-Slow: ");
        case GARBAGE -> say(client, "\u0000\u0001 ~~ this is not the web ~~\r\n\r\n\r\n");
        case HANG_UP -> client.setSoLinger(true, 0);
        case CUT_OFF -> say(client, HEAD + "Content-Length: 100\r\n\r\n{\"data\":");
        case FLOOD -> flood(client);
      }
    } catch (IOException gone) {
      // Whoever called has hung up.
    }
  }

  private void drip(Socket client, String begin) throws IOException {
    say(client, begin);
    try {
      while (!socket.isClosed()) {
        Thread.sleep(20);
        if (manner != Manner.SILENT) {
          say(client, "x");
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void flood(Socket client) throws IOException {
    say(client, HEAD + "Content-Length: 100000000\r\n\r\n");
    while (!socket.isClosed()) {
      say(client, " ".repeat(65_536));
    }
  }

  private static void say(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(UTF_8));
    client.getOutputStream().flush();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
