package dev.tidemark.app.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.http.Visitor;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The structured log of a server.
class ServerLogTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
  }

  @Test
  @Timeout(60)
  void each_request_is_a_line_of_json_without_tokens_bodies_parameters_and_names() {
    try (var served = Served.at(tidemark, "--log", "json")) {
      var program = Visitor.bearer(served);
      program.get("/api/runs/auth?phase=parameter");
      program.post("/api/runs/auth/changes", "{\"action\":\"note\",\"text\":\"body\"}");
      Visitor.page(served, served.token()).get("/");
      Visitor.of(served).get("/api/runs");
      // A request is logged once it was answered.
      while (served.log().lines().count() < 5) {
        Thread.onSpinWait();
      }

      for (var line : served.log().lines().toList()) {
        var json = (JsonObject) JsonText.parse(line);
        assertThat(json.string("event")).isEqualTo("request");
        assertThat(json.string("address")).isEqualTo("127.0.0.1");
        assertThat(json.number("ms")).isNotNull();
      }
      assertThat(served.log())
          .contains("\"method\":\"GET\",\"route\":\"/api/runs/{run}\",\"status\":200,")
          .contains("\"method\":\"POST\",\"route\":\"/api/runs/{run}/changes\",\"status\":200,")
          .contains("\"route\":\"/login\"", "\"status\":401,", "\"user\":\"ann\"", "\"user\":null")
          .doesNotContain(served.token(), "parameter", "body", "/auth", "tidemark-");
    }
  }

  @Test
  void as_text_requests_are_not_logged() {
    try (var served = Served.at(tidemark)) {
      Visitor.bearer(served).get("/api/runs");

      assertThat(served.log()).isEmpty();
    }
  }

  @Test
  void a_bug_is_one_line_of_json_and_no_text_forges_a_line() {
    var out = new ByteArrayOutputStream();
    new ServerLog(out, true).bug(new IllegalStateException("a\nb"));
    new ServerLog(out, true).warn("event", "c\u001b[2J\nd");
    var text = out.toString(StandardCharsets.UTF_8);
    out.reset();
    new ServerLog(out, false).warn("event", "c\u001b[2J\nd");

    assertThat(text.lines()).hasSize(2).allMatch(line -> line.startsWith("{\"at\":\""));
    assertThat(text).contains("\"event\":\"bug\"", "ServerLogTest").doesNotContain("\u001b");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("tidemark: c")
        .endsWith("d\n")
        .doesNotContain("\u001b")
        .hasLineCount(1);
  }
}
