package dev.tidemark.app.main;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/// The network between programs and a database: it can fail and come back, and it counts what
/// programs send.
public final class TcpRelay implements AutoCloseable {
  private static final int TRIES = 100;

  private final InetAddress address;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger messages = new AtomicInteger();
  private volatile IntConsumer told = number -> {};
  private volatile ServerSocket ear;

  private TcpRelay(InetAddress address, int target, ServerSocket ear) {
    this.address = address;
    this.target = target;
    this.ear = ear;
  }

  /// Relays from that address, and any port there, to a port of this machine.
  public static TcpRelay from(String address, int target) throws IOException {
    var literal = InetAddress.ofLiteral(address);
    var relay = new TcpRelay(literal, target, listening(literal, 0));
    relay.accept();
    return relay;
  }

  private static ServerSocket listening(InetAddress address, int port) throws IOException {
    var ear = new ServerSocket();
    ear.setReuseAddress(true);
    ear.bind(new InetSocketAddress(address, port), 50);
    return ear;
  }

  /// Returns the port it listens at.
  public int port() {
    return ear.getLocalPort();
  }

  /// Tells before each message of a program is passed on how many there were, from now on.
  public void counting(IntConsumer listener) {
    messages.set(0);
    told = listener;
  }

  /// Returns how many messages there were.
  public int messages() {
    return messages.get();
  }

  /// Cuts all connections, and takes no more.
  public void fail() throws IOException {
    ear.close();
    for (var socket : open) {
      socket.close();
    }
  }

  /// Takes connections again, at the same port. That one is listened at until the thread that
  /// accepted there has noticed.
  public void comeBack() throws IOException, InterruptedException {
    int port = ear.getLocalPort();
    for (int tries = 1; ear.isClosed(); tries++) {
      try {
        ear = listening(address, port);
      } catch (BindException still) {
        if (tries == TRIES) {
          throw still;
        }
        Thread.sleep(50);
      }
    }
    accept();
  }

  private void accept() {
    var taken = ear;
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  var program = taken.accept();
                  open.add(program);
                  var there = new Socket(InetAddress.ofLiteral("127.0.0.1"), target);
                  open.add(there);
                  // One that came while all others were cut was seen by nobody.
                  if (taken.isClosed()) {
                    program.close();
                    there.close();
                    return;
                  }
                  Thread.ofVirtual().start(() -> pass(program, there, true));
                  Thread.ofVirtual().start(() -> pass(there, program, false));
                }
              } catch (IOException closed) {
                // It takes no more.
              }
            });
  }

  private void pass(Socket from, Socket to, boolean counted) {
    var buffer = new byte[64 * 1024];
    try (from;
        to) {
      var in = from.getInputStream();
      var out = to.getOutputStream();
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        if (counted) {
          told.accept(messages.incrementAndGet());
        }
        out.write(buffer, 0, length);
        out.flush();
      }
    } catch (IOException closed) {
      // Both ends are closed.
    } finally {
      open.remove(from);
      open.remove(to);
    }
  }

  @Override
  public void close() {
    try {
      fail();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
