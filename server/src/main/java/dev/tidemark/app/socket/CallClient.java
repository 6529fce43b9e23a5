package dev.tidemark.app.socket;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.socket.CallHandler.CallResult;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;

/// Client of the call socket: has a server execute a call. `build/dist/client.c` is the native one.
public final class CallClient {
  private CallClient() {}

  /// Has a call executed.
  ///
  /// @return empty if there is no server, or it declined the call; nothing was done
  /// @throws IOException if the server took the call and its result did not arrive
  public static Optional<CallResult> call(Path socket, CallRequest callRequest) throws IOException {
    return send(socket, encoded(callRequest));
  }

  static Optional<CallResult> send(Path socket, byte[] bytes) throws IOException {
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      var in = new DataInputStream(Channels.newInputStream(channel));
      try {
        channel.connect(UnixDomainSocketAddress.of(socket));
        Channels.newOutputStream(channel).write(bytes);
        channel.shutdownOutput();
        if (in.read() != CallSocket.ACCEPTED) {
          return Optional.empty();
        }
      } catch (IOException absent) {
        return Optional.empty();
      }
      int next = in.readUnsignedByte();
      while (next == CallSocket.ACCEPTED) {
        next = in.readUnsignedByte();
      }
      if (next != CallSocket.RESULT) {
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

  static byte[] encoded(CallRequest callRequest) throws IOException {
    var strings = new ByteArrayOutputStream();
    add(strings, callRequest.build());
    add(strings, callRequest.folder().toString());
    add(strings, Long.toString(callRequest.process()));
    add(strings, Integer.toString(callRequest.words().size()));
    for (var word : callRequest.words()) {
      add(strings, word);
    }
    for (var variable : callRequest.environment().entrySet()) {
      add(strings, variable.getKey() + "=" + variable.getValue());
    }
    var input = callRequest.input().readAllBytes();
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
