package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `tidemark serve` as a process.
class ServeProcessTest {
  @TempDir private Path temp;

  @Test
  void it_prints_its_address_and_a_token_and_ends_in_order() throws Exception {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    try (var server = ServeProcess.start(tidemark, List.of("serve", "--port", "0"));
        var client = HttpClient.newHttpClient()) {
      assertThat(server.url()).matches("http://127\\.0\\.0\\.1:\\d+");
      assertThat(server.lines().getLast()).isEqualTo(server.url() + "/#token=" + server.token());
      var request =
          HttpRequest.newBuilder(URI.create(server.url() + "/api/session"))
              .header("Authorization", "Bearer " + server.token())
              .build();
      var reply = client.send(request, BodyHandlers.ofString());
      // Nobody sits at a terminal: what is printed may be read by a program.
      assertThat(reply.body()).contains("\"user\":\"ann\"", "\"scopes\":[\"read\",\"write\"]");

      assertThat(server.end()).isZero();
    }
  }
}
