package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `tidemark serve` as a process.
class ServeProcessTest {
  @TempDir private Path temp;

  @Test
  void it_prints_its_address_and_a_token_and_ends_in_order() throws Exception {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    var process = serve(tidemark);
    try (var out = process.inputReader(UTF_8);
        var client = HttpClient.newHttpClient()) {
      var url = out.readLine();
      var login = out.readLine();
      assertThat(url).matches("http://127\\.0\\.0\\.1:\\d+");
      assertThat(login).startsWith(url + "/#token=");
      var token = login.substring(login.indexOf('=') + 1);
      var request =
          HttpRequest.newBuilder(URI.create(url + "/api/session"))
              .header("Authorization", "Bearer " + token)
              .build();
      var reply = client.send(request, BodyHandlers.ofString());
      // Nobody sits at a terminal: what is printed may be read by a program.
      assertThat(reply.body()).contains("\"user\":\"ann\"", "\"scopes\":[\"read\",\"write\"]");

      process.toHandle().destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static Process serve(CommandLineHarness tidemark) throws IOException {
    var words = ChildProcess.program();
    words.addAll(java.util.List.of("serve", "--port", "0"));
    var builder = new ProcessBuilder(words).directory(tidemark.folder().toFile());
    builder.environment().clear();
    builder.environment().putAll(tidemark.environment());
    return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
