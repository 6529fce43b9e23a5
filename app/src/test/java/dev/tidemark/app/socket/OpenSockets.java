package dev.tidemark.app.socket;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The sockets at which servers of a project listen.
public final class OpenSockets {
  private OpenSockets() {}

  /// Returns the socket that this process listens at for a project.
  public static Path socket(Path root) throws IOException {
    return only(folder(), root);
  }

  private static Path folder() throws IOException {
    return Path.of("/tmp/tidemark-" + Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
  }

  /// Returns whether a server accepts calls of a project. A socket is there before it is listened
  /// to.
  public static boolean listens(Path root) throws IOException {
    if (!Files.isDirectory(folder())) {
      return false;
    }
    for (var socket : sockets(folder(), root)) {
      try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
        return channel.connect(UnixDomainSocketAddress.of(socket));
      } catch (SocketException early) {
        // Not yet, or not any more.
      }
    }
    return false;
  }

  static Path only(Path folder, Path root) throws IOException {
    var sockets = sockets(folder, root);
    if (sockets.size() != 1) {
      throw new AssertionError(root + " has the sockets " + sockets);
    }
    return sockets.getFirst();
  }

  static List<Path> sockets(Path folder, Path root) throws IOException {
    var found = new ArrayList<Path>();
    try (var sockets = Files.newDirectoryStream(folder, CallSocket.project(root) + "*")) {
      sockets.forEach(found::add);
    }
    return found;
  }
}
