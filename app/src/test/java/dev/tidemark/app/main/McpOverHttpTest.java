package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The protocol of agents over HTTP, spoken by the protocol's own Java client.
class McpOverHttpTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path temp;

  @Test
  void the_protocols_own_client_carries_a_run() {
    var tidemark = CommandLineHarness.fresh(temp);
    try (var served = Served.at(tidemark);
        var client = client(served, served.token())) {
      assertThat(client.initialize().serverInfo().name()).isEqualTo("tidemark");
      assertThat(client.listTools().tools()).hasSize(6);

      assertThat(call(client, Map.of("action", "start", "workflow", "implement", "item", "auth")))
          .isFalse();
      assertThat(call(client, Map.of("action", "done", "phase", "implementation"))).isFalse();
      assertThat(call(client, Map.of("action", "enter", "phase", "x", "run", "no/such"))).isTrue();

      var uri = "tidemark://brief/state/implement/auth";
      var brief = client.readResource(ReadResourceRequest.builder(uri).build()).contents();
      assertThat(((TextResourceContents) brief.getFirst()).text()).contains("validation");
    }
    assertThat(tidemark.run("status --json").json().string("progress")).isEqualTo("1/2");
  }

  @Test
  void a_token_that_may_only_look_changes_nothing_and_nobody_approves() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth", "done implementation --summary Works.");
    var token = tidemark.run("serve token add eve --scope read").out().strip();
    try (var served = Served.byPerson(tidemark);
        var reader = client(served, token);
        var writer = client(served, served.token())) {
      reader.initialize();
      assertThat(call(reader, Map.of("action", "enter", "phase", "validation"))).isTrue();
      var resume = CallToolRequest.builder("tidemark_resume").arguments(Map.of()).build();
      assertThat(reader.callTool(resume).isError()).isFalse();

      writer.initialize();
      var approve =
          CallToolRequest.builder("tidemark_approve")
              .arguments(Map.of("phase", "implementation"))
              .build();
      assertThat(writer.callTool(approve).isError()).isTrue();
    }
    assertThat(tidemark.run("history --json").out()).doesNotContain("\"claim\":\"approval\"");
  }

  /// The specification of each verb decides: no second list tells what a reader may do.
  @Test
  void a_token_that_may_only_look_reads_everything_and_takes_no_step() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth", "note --next 'ask Bob'");
    var token = tidemark.run("serve token add eve --scope read").out().strip();
    var before = tidemark.run("history --json").out();
    try (var served = Served.byPerson(tidemark);
        var reader = client(served, token)) {
      reader.initialize();
      for (var tool : List.of("tidemark_status", "tidemark_history", "tidemark_resume")) {
        assertThat(answer(reader, tool, Map.of())).as(tool).doesNotContain("scope");
      }
      for (var what : List.of("why", "gates", "project")) {
        var told = answer(reader, "tidemark_check", Map.of("what", what));
        assertThat(told).as(what).doesNotContain("has no right");
      }
      var context = Map.<String, Object>of("what", "context", "percent", 65);
      assertThat(answer(reader, "tidemark_check", context)).contains("/compact");
      for (var action :
          List.of("start", "enter", "done", "fail", "skip", "note", "goal", "task", "finish")) {
        var step =
            Map.<String, Object>of("action", action, "phase", "validation", "workflow", "ship");
        assertThat(answer(reader, "tidemark_update", step)).as(action).contains("\"ok\":false");
      }
      var note = Map.<String, Object>of("action", "note", "text", "I was here");
      assertThat(answer(reader, "tidemark_update", note)).contains("eve has no right to write");
    }
    assertThat(tidemark.run("history --json").out()).isEqualTo(before);
  }

  private static String answer(McpSyncClient client, String tool, Map<String, Object> arguments) {
    var request = CallToolRequest.builder(tool).arguments(arguments).build();
    return String.valueOf(client.callTool(request).content());
  }

  /// A program that says its user agreed is no user who agreed.
  @Test
  void whoever_says_that_they_can_show_forms_is_not_asked() throws Exception {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth", "done implementation --summary Works.");
    var body =
        "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/call\",\"params\":{"
            + "\"name\":\"tidemark_approve\",\"arguments\":{\"phase\":\"implementation\"},"
            + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{\"form\":{}}}}}}";
    try (var served = Served.byPerson(tidemark);
        var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create(served.url() + "/mcp"))
              .header("Authorization", "Bearer " + served.token())
              .header("MCP-Protocol-Version", "2026-07-28")
              .header("Mcp-Method", "tools/call")
              .header("Mcp-Name", "tidemark_approve")
              .POST(BodyPublishers.ofString(body))
              .build();

      var answer = client.send(request, BodyHandlers.ofString());

      assertThat(answer.body()).contains("\"id\":\"a\"", "-32021", "tidemark approve");
    }
    assertThat(tidemark.run("history --json").out()).doesNotContain("\"claim\":\"approval\"");
  }

  private static boolean call(McpSyncClient client, Map<String, Object> arguments) {
    var request = CallToolRequest.builder("tidemark_update").arguments(arguments).build();
    return Boolean.TRUE.equals(client.callTool(request).isError());
  }

  private static McpSyncClient client(Served served, String token) {
    var transport =
        HttpClientStreamableHttpTransport.builder(served.url())
            .endpoint("/mcp")
            .requestBuilder(HttpRequest.newBuilder().header("Authorization", "Bearer " + token))
            .build();
    return McpClient.sync(transport)
        .requestTimeout(PATIENCE)
        .initializationTimeout(PATIENCE)
        .clientInfo(Implementation.builder("official", "2.1.0").build())
        .capabilities(ClientCapabilities.builder().build())
        .build();
  }
}
