package dev.tidemark.app.socket;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.socket.CallHandler.CallResult;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The protocol of the call socket from the other side, as `build/dist/client.c` speaks it.
public final class CallClient {
  private CallClient() {}

  /// Returns the socket that this process listens at for a project.
  public static Path socket(Path root) throws IOException {
    var user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    return only(Path.of("/tmp/tidemark-" + user), root);
  }

  /// Returns whether a server accepts calls of a project. A socket is there before it is listened
  /// to.
  public static boolean listens(Path root) throws IOException {
    var user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    var folder = Path.of("/tmp/tidemark-" + user);
    if (!Files.isDirectory(folder)) {
      return false;
    }
    for (var socket : sockets(folder, root)) {
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
    var attributes = Files.readAttributes(root, "unix:dev,ino");
    var name =
        Long.toHexString(((Number) attributes.get("dev")).longValue())
            + "-"
            + Long.toHexString(((Number) attributes.get("ino")).longValue())
            + ".*";
    var found = new ArrayList<Path>();
    try (var sockets = Files.newDirectoryStream(folder, name)) {
      sockets.forEach(found::add);
    }
    return found;
  }

  /// Has a call executed.
  ///
  /// @return empty if it was declined, or cut off before it was accepted
  public static Optional<CallResult> call(Path socket, CallRequest callRequest) throws IOException {
    return send(socket, encoded(callRequest));
  }

  static Optional<CallResult> send(Path socket, byte[] bytes) throws IOException {
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      Channels.newOutputStream(channel).write(bytes);
      channel.shutdownOutput();
      var in = new DataInputStream(Channels.newInputStream(channel));
      int first = in.read();
      if (first != CallSocket.ACCEPTED) {
        return Optional.empty();
      }
      int exit = in.readUnsignedByte();
      var output = new byte[in.readInt()];
      var errors = new byte[in.readInt()];
      in.readFully(output);
      in.readFully(errors);
      return Optional.of(
          new CallResult(exit, new String(output, UTF_8), new String(errors, UTF_8)));
    } catch (EOFException cut) {
      throw new IOException("the answer was cut off", cut);
    }
  }

  static byte[] encoded(CallRequest callRequest) {
    var strings = new ByteArrayOutputStream();
    add(strings, callRequest.build());
    add(strings, callRequest.folder().toString());
    add(strings, Long.toString(callRequest.process()));
    add(strings, Integer.toString(callRequest.words().size()));
    callRequest.words().forEach(word -> add(strings, word));
    for (Map.Entry<String, String> each : callRequest.environment().entrySet()) {
      add(strings, each.getKey() + "=" + each.getValue());
    }
    byte[] input;
    try {
      input = callRequest.input().readAllBytes();
      callRequest.input().reset();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ByteBuffer.allocate(CallSocket.MAGIC.length + 8 + strings.size() + input.length)
        .put(CallSocket.MAGIC)
        .putInt(strings.size())
        .putInt(input.length)
        .put(strings.toByteArray())
        .put(input)
        .array();
  }

  private static void add(ByteArrayOutputStream strings, String text) {
    strings.writeBytes(text.getBytes(UTF_8));
    strings.write(0);
  }
}
