package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A hostile PostgreSQL: speaks no TLS, asks each client for its password in clear text, keeps what
/// it gets and hangs up. It listens at every address of this machine.
final class FakePostgres implements AutoCloseable {
  private static final int TLS_REQUEST = 80877103;

  private final ServerSocket socket;
  private final List<String> passwords = new CopyOnWriteArrayList<>();
  private final List<String> connections = new CopyOnWriteArrayList<>();

  FakePostgres() {
    try {
      this.socket = new ServerSocket(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::serve);
  }

  int port() {
    return socket.getLocalPort();
  }

  /// Returns the passwords that clients have sent.
  List<String> passwords() {
    return passwords;
  }

  /// Returns from where clients have connected.
  List<String> connections() {
    return connections;
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (var client = socket.accept()) {
        connections.add(String.valueOf(client.getRemoteSocketAddress()));
        ask(client);
      } catch (IOException gone) {
        // The client or this server has hung up.
      }
    }
  }

  private void ask(Socket client) throws IOException {
    var in = new DataInputStream(client.getInputStream());
    var out = new DataOutputStream(client.getOutputStream());
    int length = in.readInt();
    int code = in.readInt();
    while (code == TLS_REQUEST) {
      out.write('N');
      out.flush();
      length = in.readInt();
      code = in.readInt();
    }
    in.skipNBytes(length - 8L);
    out.write('R');
    out.writeInt(8);
    out.writeInt(3);
    out.flush();
    if (in.read() == 'p') {
      var bytes = new byte[in.readInt() - 4];
      in.readFully(bytes);
      passwords.add(new String(bytes, 0, bytes.length - 1, UTF_8));
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
