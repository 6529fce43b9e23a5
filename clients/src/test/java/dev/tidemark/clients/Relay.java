package dev.tidemark.clients;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/// TCP relay: copies the bytes of each connection to another address and back. A pair of them leads
/// from a port inside a network namespace over a Unix domain socket to a port outside of it.
final class Relay implements AutoCloseable {
  private static final int BUFFER = 16 * 1024;

  private final ServerSocketChannel listener;
  private final SocketAddress target;

  private Relay(ServerSocketChannel listener, SocketAddress target) {
    this.listener = listener;
    this.target = target;
  }

  /// Relays from a TCP port of the loopback to a Unix domain socket until the process is killed.
  ///
  /// @param args the port and the path of the socket
  public static void main(String[] args) throws IOException {
    var port = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
    var relay = start(port, UnixDomainSocketAddress.of(Path.of(args[1])));
    System.out.println("READY");
    System.out.flush();
    relay.accept();
  }

  /// Starts relaying on threads of this process.
  static Relay start(SocketAddress from, SocketAddress to) throws IOException {
    var listener =
        from instanceof UnixDomainSocketAddress
            ? ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            : ServerSocketChannel.open();
    var relay = new Relay(listener.bind(from), to);
    Thread.ofPlatform().daemon().start(relay::accept);
    return relay;
  }

  private void accept() {
    try {
      while (true) {
        var near = listener.accept();
        Thread.ofVirtual().start(() -> join(near));
      }
    } catch (IOException closed) {
      // The listener was closed: this relay has ended.
    }
  }

  private void join(SocketChannel near) {
    try (near;
        var far = SocketChannel.open(target)) {
      var back = Thread.ofVirtual().start(() -> copy(far, near));
      copy(near, far);
      back.join();
    } catch (IOException broken) {
      // One end has gone; closing both tells the other.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void copy(SocketChannel from, SocketChannel to) {
    var buffer = ByteBuffer.allocate(BUFFER);
    try {
      while (from.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          to.write(buffer);
        }
        buffer.clear();
      }
      to.shutdownOutput();
    } catch (IOException broken) {
      // One end has gone: nothing is left to copy.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
