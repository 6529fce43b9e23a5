package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.LongProof;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Slowloris: a program of the same machine holds connections open by requests that it never ends.
@LongProof
class SlowConnectionsTest {
  private static final int HELD = 600;

  @TempDir private Path temp;

  @Test
  void six_hundred_unfinished_requests_leave_every_request_with_a_token_through() throws Exception {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    var held = new ArrayList<Socket>();
    try (var served = ServeProcess.start(tidemark, List.of("serve", "--port", "0"))) {
      var at = URI.create(served.url());
      for (int i = 0; i < HELD; i++) {
        var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), at.getPort());
        socket.getOutputStream().write("GET /api/".getBytes(UTF_8));
        held.add(socket);
      }
      for (int i = 0; i < 60; i++) {
        // Each on a connection of its own, as a new tab opens it.
        try (var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
          var request =
              HttpRequest.newBuilder(at.resolve("/api/session"))
                  .header("Authorization", "Bearer " + served.token())
                  .build();
          assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        }
      }
    } finally {
      for (var socket : held) {
        socket.close();
      }
    }
  }
}
