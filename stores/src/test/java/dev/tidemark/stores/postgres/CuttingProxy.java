package dev.tidemark.stores.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/// Stands between a store and its database, and cuts the connection at the next change.
final class CuttingProxy implements AutoCloseable {
  /// When to cut.
  enum Cut {
    /// Not at all.
    NEVER,
    /// The change never reaches the database.
    BEFORE,
    /// The database has made the change and answered; the answer gets lost.
    AFTER,
    /// The change is on its way, and arrives when [#deliver] is called.
    ON_THE_WAY
  }

  private final ServerSocket server;
  private final int port;
  private final CompletableFuture<Boolean> late = new CompletableFuture<>();
  private final CompletableFuture<Boolean> arrived = new CompletableFuture<>();
  private volatile Cut cut = Cut.NEVER;
  private volatile boolean last;

  /// @param port where the database is
  CuttingProxy(int port) throws IOException {
    this.port = port;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  void next(Cut wanted) {
    cut = wanted;
  }

  /// Cuts at the next change, and nobody gets through any more.
  void last(Cut wanted) {
    last = true;
    cut = wanted;
  }

  /// Lets a change arrive that was on its way, and waits until it was answered.
  void deliver() {
    late.complete(true);
    arrived.join();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        var client = server.accept();
        var database = new Socket(InetAddress.getLoopbackAddress(), port);
        Thread.ofVirtual().start(() -> forward(client, database));
        Thread.ofVirtual().start(() -> back(database, client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void forward(Socket client, Socket database) {
    try (var in = client.getInputStream();
        var out = database.getOutputStream()) {
      for (var bytes = read(in); bytes.length > 0; bytes = read(in)) {
        var wanted = isChange(bytes) ? cut : Cut.NEVER;
        if (wanted == Cut.NEVER) {
          out.write(bytes);
          out.flush();
          continue;
        }
        cut = Cut.NEVER;
        if (last) {
          server.close();
        }
        cut(wanted, bytes, client, database);
        return;
      }
    } catch (IOException closed) {
      // The other side is closed with the streams.
    }
  }

  private void cut(Cut wanted, byte[] bytes, Socket client, Socket database) throws IOException {
    if (wanted == Cut.BEFORE) {
      client.close();
      return;
    }
    if (wanted == Cut.ON_THE_WAY) {
      client.close();
      late.join();
    } else {
      silenced = client;
    }
    answer(bytes, database);
    client.close();
    arrived.complete(true);
  }

  private volatile Socket silenced = new Socket();
  private final CompletableFuture<Boolean> answered = new CompletableFuture<>();

  private void answer(byte[] bytes, Socket database) throws IOException {
    OutputStream out = database.getOutputStream();
    out.write(bytes);
    out.flush();
    answered.join();
  }

  private void back(Socket database, Socket client) {
    try (var in = database.getInputStream();
        var out = client.getOutputStream()) {
      for (var bytes = read(in); bytes.length > 0; bytes = read(in)) {
        if (client == silenced || client.isClosed()) {
          answered.complete(true);
        } else {
          out.write(bytes);
          out.flush();
        }
      }
    } catch (IOException closed) {
      answered.complete(true);
    }
  }

  private static boolean isChange(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1).contains("with moved as");
  }

  private static byte[] read(InputStream in) throws IOException {
    var buffer = new byte[64 * 1024];
    int length = in.read(buffer);
    return length < 0 ? new byte[0] : Arrays.copyOf(buffer, length);
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
