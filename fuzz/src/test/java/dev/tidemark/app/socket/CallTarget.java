package dev.tidemark.app.socket;

import dev.tidemark.app.socket.CallHandler.CallResult;
import dev.tidemark.fuzz.Target;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Requests to the call socket of a server: each is declined, cut off or executed as it was sent,
/// and the server goes on.
public final class CallTarget implements Target {
  private static final int CHECKED = 200;

  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Path folder;
  private final CallSocket callSocket;
  private final Path socket;
  private int inputs;

  /// Listens in a folder of its own.
  public CallTarget() throws IOException {
    Thread.setDefaultUncaughtExceptionHandler((_, failure) -> failures.add(failure));
    this.folder = Files.createTempDirectory("calls");
    this.callSocket =
        CallSocket.open(
            folder.resolve("sockets"),
            folder,
            callRequest -> () -> new CallResult(0, String.join(" ", callRequest.words()), ""));
    this.socket = OpenSockets.only(folder.resolve("sockets"), folder);
  }

  @Override
  public void read(byte[] input) throws IOException {
    try {
      CallClient.send(socket, input);
    } catch (IOException closed) {
      // The server does not read what it has declined.
    }
    if (++inputs % CHECKED == 0) {
      var nothing = new ByteArrayInputStream(new byte[0]);
      var status = new CallRequest("", folder, 1, List.of("status"), Map.of(), nothing);
      var result = CallClient.call(socket, status).orElseThrow();
      if (!result.output().equals("status")) {
        throw new AssertionError(result.toString());
      }
    }
    if (!failures.isEmpty()) {
      throw new AssertionError(failures.remove());
    }
  }

  @Override
  public void close() {
    try {
      callSocket.close();
    } catch (IOException gone) {
      throw new AssertionError(gone);
    }
  }
}
