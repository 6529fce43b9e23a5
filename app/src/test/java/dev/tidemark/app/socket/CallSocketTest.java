package dev.tidemark.app.socket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.app.socket.CallHandler.CallResult;
import dev.tidemark.testkit.Proofs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The socket of a server, from both sides.
class CallSocketTest {
  @TempDir private Path temp;
  private Path folder;
  private final ConcurrentLinkedQueue<CallRequest> calls = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void name() {
    folder = temp.resolve("sockets");
  }

  private @Nullable Supplier<CallResult> echo(CallRequest callRequest) {
    calls.add(callRequest);
    if (callRequest.words().contains("declined")) {
      return null;
    }
    var words = String.join("|", callRequest.words());
    return () -> new CallResult(200, words, input(callRequest));
  }

  private CallRequest call(String... words) {
    var variables = Map.of("A", "1=2", "EMPTY", "");
    return request(temp, List.of(words), variables, "in\0put");
  }

  private static CallRequest request(
      Path folder, List<String> words, Map<String, String> variables, String input) {
    var bytes = new ByteArrayInputStream(input.getBytes(UTF_8));
    return new CallRequest("b", folder, 4711, words, variables, bytes);
  }

  private static String input(CallRequest callRequest) {
    try {
      return new String(callRequest.input().readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_call_is_executed_as_it_was_sent() throws IOException {
    try (var _ = CallSocket.open(folder, temp, this::echo)) {
      var request = call("note", "", "größer\nals");

      var result = CallClient.call(OpenSockets.only(folder, temp), request).orElseThrow();

      assertThat(result.exit()).isEqualTo(200);
      assertThat(result.output()).isEqualTo("note||größer\nals");
      assertThat(result.errors()).isEqualTo("in\0put");
      assertThat(calls.element())
          .usingRecursiveComparison()
          .ignoringFields("input")
          .isEqualTo(request);
    }
  }

  @Test
  void a_call_that_the_handler_declines_is_answered_so() throws IOException {
    try (var _ = CallSocket.open(folder, temp, this::echo)) {
      assertThat(CallClient.call(OpenSockets.only(folder, temp), call("declined"))).isEmpty();
      assertThat(CallClient.call(OpenSockets.only(folder, temp), call("done"))).isPresent();
    }
  }

  @Test
  void large_input_and_output_arrive_whole() throws IOException {
    try (var _ = CallSocket.open(folder, temp, this::echo)) {
      var input = "größer ".repeat(400_000);
      var request = request(temp, List.of("hook"), Map.of(), input);

      var result = CallClient.call(OpenSockets.only(folder, temp), request).orElseThrow();

      assertThat(result.errors()).isEqualTo(input);
    }
  }

  @Test
  void no_malformed_request_is_executed_or_ends_the_server() throws IOException {
    try (var _ = CallSocket.open(folder, temp, this::echo)) {
      var socket = OpenSockets.only(folder, temp);
      var whole = CallClient.encoded(call("done", "implementation"));
      var random = new Random(7);
      int tries = Proofs.tries(20_000, 100);
      for (int i = 0; i < tries; i++) {
        var bytes = mutant(whole, random);
        calls.clear();
        CallClient.send(socket, bytes);
        for (var executed : calls) {
          assertThat(CallClient.encoded(executed))
              .as("try %d", i)
              .hasSizeLessThanOrEqualTo(bytes.length);
        }
      }
      assertThat(CallClient.call(socket, call("done"))).isPresent();
    }
  }

  private static byte[] mutant(byte[] whole, Random random) {
    var bytes = whole.clone();
    switch (random.nextInt(4)) {
      case 0 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 1 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      case 2 -> ByteBuffer.wrap(bytes).putInt(4 + 4 * random.nextInt(2), random.nextInt());
      default -> Arrays.fill(bytes, 12 + random.nextInt(bytes.length - 12), bytes.length, (byte) 0);
    }
    return bytes;
  }

  @Test
  void what_is_not_utf_8_or_has_no_absolute_folder_is_declined() throws IOException {
    try (var _ = CallSocket.open(folder, temp, this::echo)) {
      var socket = OpenSockets.only(folder, temp);
      var bytes = CallClient.encoded(call("xx"));
      int at = new String(bytes, ISO_8859_1).indexOf("xx\0");
      bytes[at] = (byte) 0xff;
      assertThat(CallClient.send(socket, bytes)).isEmpty();
      var relative = request(Path.of("here"), List.of("done"), Map.of(), "");
      assertThat(CallClient.call(socket, relative)).isEmpty();
      assertThat(calls).isEmpty();
    }
  }

  @Test
  void only_the_user_may_enter_the_folder_and_a_foreign_one_is_not_used() throws IOException {
    try (var _ = CallSocket.open(folder, temp, this::echo)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
          .isEqualTo("rwx------");
      var socket = OpenSockets.only(folder, temp);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
          .isEqualTo("rw-------");
    }
    assertThat(OpenSockets.sockets(folder, temp)).isEmpty();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
    assertThatThrownBy(() -> CallSocket.open(folder, temp, this::echo))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not a private folder");
    var link =
        Files.createSymbolicLink(temp.resolve("link"), Files.createDirectory(temp.resolve("to")));
    assertThatThrownBy(() -> CallSocket.open(link, temp, this::echo))
        .isInstanceOf(IOException.class);
  }

  @Test
  void the_sockets_of_servers_that_were_killed_are_removed_and_those_of_others_stay()
      throws Exception {
    CallSocket.open(folder, temp, this::echo).close();
    var name = OpenSockets.sockets(folder, temp);
    assertThat(name).isEmpty();
    var ended = new ProcessBuilder("true").start();
    ended.waitFor();
    try (var _ = CallSocket.open(folder, temp, this::echo)) {
      var own = OpenSockets.only(folder, temp).getFileName().toString();
      var project = own.substring(0, own.indexOf('.') + 1);
      var dead = Files.createFile(folder.resolve(project + ended.pid()));
      var living = Files.createFile(folder.resolve(project + "1"));
      var other = Files.createFile(folder.resolve("0-0." + ended.pid()));
      // As that of a process in another container, whose number means nothing here.
      var foreign = folder.resolve("1-1." + ended.pid());
      try (var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        listening.bind(UnixDomainSocketAddress.of(foreign));
        CallSocket.open(folder, temp, this::echo).close();
        assertThat(foreign).exists();
      }
      assertThat(dead).doesNotExist();
      assertThat(living).exists();
      assertThat(other).doesNotExist();
      CallSocket.open(folder, temp, this::echo).close();
      assertThat(foreign).doesNotExist();
    }
  }
}
