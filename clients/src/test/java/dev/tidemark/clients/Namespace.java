package dev.tidemark.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Network namespace with a loopback interface and nothing else: no request of a process inside can
/// leave the machine. One port inside leads to the model server in the JVM of the test.
final class Namespace implements AutoCloseable {
  /// The address of the model server inside.
  static final String MODEL = "http://127.0.0.1:8399";

  private static final String PORT = "8399";

  private final Process keeper;
  private final Relay relay;
  private final Path socket;

  private Namespace(Process keeper, Relay relay, Path socket) {
    this.keeper = keeper;
    this.relay = relay;
    this.socket = socket;
  }

  /// Returns whether this machine lets the tests make a namespace.
  static boolean isPossible() {
    try {
      var words = List.of("unshare", "-rn", "sh", "-c", "ip link set lo up && exec nsenter -V");
      return new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Makes a namespace whose port 8399 leads to a port of this machine.
  static Namespace leadingTo(InetSocketAddress server) throws IOException {
    // The path of a Unix domain socket is at most about 100 bytes long.
    var socket = Files.createTempDirectory("clients").resolve("model");
    var relay = Relay.start(UnixDomainSocketAddress.of(socket), server);
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var keeper =
        new ProcessBuilder(
                "unshare",
                "-rn",
                "sh",
                "-c",
                "ip link set lo up && exec \"$@\"",
                "sh",
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                Relay.class.getName(),
                PORT,
                socket.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var said = keeper.inputReader(UTF_8).readLine();
    if (!"READY".equals(said)) {
      throw new IOException("no network namespace: " + said);
    }
    return new Namespace(keeper, relay, socket);
  }

  /// Returns the words that start a command inside.
  List<String> inside(List<String> command) {
    var words = new ArrayList<>(List.of("nsenter", "-t", Long.toString(keeper.pid())));
    words.addAll(List.of("-U", "-n", "--preserve-credentials"));
    words.addAll(command);
    return words;
  }

  @Override
  public void close() throws IOException {
    keeper.destroyForcibly();
    relay.close();
    Files.deleteIfExists(socket);
    Files.deleteIfExists(socket.getParent());
  }
}
