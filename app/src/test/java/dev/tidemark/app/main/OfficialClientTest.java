package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The server as a process of its own, spoken to by the protocol's own Java client, which checks
/// every answer against the schema that its tool publishes.
class OfficialClientTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path temp;

  @Test
  void the_protocols_own_client_carries_a_run_from_start_to_end() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("a.ts", "export {}\n");
    try (var client = client(tidemark)) {
      var hello = client.initialize();
      assertThat(hello.protocolVersion()).isEqualTo("2025-11-25");
      assertThat(hello.serverInfo().name()).isEqualTo("tidemark");
      var names = new ArrayList<String>();
      client.listTools().tools().forEach(tool -> names.add(tool.name()));
      assertThat(names).hasSize(6).contains("tidemark_update", "tidemark_resume");
      client.ping();

      update(client, Map.of("action", "start", "workflow", "implement", "item", "auth"));
      update(client, Map.of("action", "enter", "phase", "implementation"));
      var done =
          update(
              client,
              Map.of(
                  "action", "done",
                  "phase", "implementation",
                  "summary", "Works.",
                  "created", List.of("a.ts"),
                  "decisions", List.of("Keep it")));
      assertThat(done.structuredContent()).asString().contains("next_phase=validation");
      looks(client);
      refuses(client);
      reads(client);
    }
    assertThat(tidemark.run("status --json").json().string("progress")).isEqualTo("1/2");
  }

  @Test
  void what_others_do_between_two_calls_counts_in_the_second() {
    var tidemark = CommandLineHarness.fresh(temp);
    try (var client = client(tidemark)) {
      client.initialize();
      update(client, Map.of("action", "start", "workflow", "implement", "item", "auth"));
      update(client, Map.of("action", "enter", "phase", "implementation"));

      tidemark.after("done implementation --summary Other --run auth");
      tidemark.scratch().write(".tidemark/config.yaml", "summary:\n  tokens: 2\n");

      var long3 =
          Map.<String, Object>of("action", "done", "phase", "validation", "summary", "a b c");
      assertThat(call(client, long3).isError()).isTrue();
      tidemark.scratch().write(".tidemark/config.yaml", "summary:\n  tokens: 3\n");
      var done = update(client, long3);
      assertThat(done.structuredContent()).asString().contains("finish");
    }
    assertThat(tidemark.run("status auth --json").json().string("progress")).isEqualTo("2/2");
  }

  private static void looks(McpSyncClient client) {
    for (var call :
        List.of(
            request("tidemark_status", Map.of()),
            request("tidemark_status", Map.of("run", "auth")),
            request("tidemark_resume", Map.of()),
            request("tidemark_history", Map.of("limit", 2)),
            request("tidemark_history", Map.of("entry", 1)),
            request("tidemark_check", Map.of("what", "context", "percent", 65)),
            request("tidemark_check", Map.of("what", "why")),
            request("tidemark_check", Map.of("what", "project")))) {
      var result = client.callTool(call);
      assertThat(result.isError()).as("%s: %s", call, result).isFalse();
      assertThat(result.structuredContent()).isNotNull();
      assertThat(((TextContent) result.content().getFirst()).text()).startsWith("{");
    }
  }

  private static void refuses(McpSyncClient client) {
    var refused = call(client, Map.of("action", "enter", "phase", "x", "run", "no/such"));
    assertThat(refused.isError()).isTrue();
    assertThat(((TextContent) refused.content().getFirst()).text()).contains("\"hint\"");
    assertThat(call(client, Map.of("action", "nonsense")).isError()).isTrue();
  }

  private static void reads(McpSyncClient client) {
    var uris = new ArrayList<String>();
    client.listResources().resources().forEach(resource -> uris.add(resource.uri()));
    assertThat(uris).contains("tidemark://brief", "tidemark://checkpoint/state/implement/auth");
    for (var uri : uris) {
      var contents = client.readResource(ReadResourceRequest.builder(uri).build()).contents();
      assertThat(((TextResourceContents) contents.getFirst()).text()).isNotBlank();
    }
    assertThat(client.listResourceTemplates().resourceTemplates()).hasSize(2);
    assertThat(client.listPrompts().prompts()).hasSize(3);
    var prompt = client.getPrompt(GetPromptRequest.builder("take_over").build());
    assertThat(((TextContent) prompt.messages().getFirst().content()).text()).contains("auth");
  }

  private static CallToolResult update(McpSyncClient client, Map<String, Object> arguments) {
    var result = call(client, arguments);
    assertThat(result.isError()).as(result.toString()).isFalse();
    return result;
  }

  private static CallToolResult call(McpSyncClient client, Map<String, Object> arguments) {
    return client.callTool(request("tidemark_update", arguments));
  }

  private static CallToolRequest request(String tool, Map<String, Object> arguments) {
    return CallToolRequest.builder(tool).arguments(arguments).build();
  }

  private static McpSyncClient client(CommandLineHarness tidemark) {
    var words = ChildProcess.program();
    words.addAll(List.of("mcp", "--root", tidemark.scratch().root().toString()));
    var server =
        ServerParameters.builder(words.getFirst())
            .args(words.subList(1, words.size()))
            .env(tidemark.environment())
            .build();
    return McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
        .requestTimeout(PATIENCE)
        .initializationTimeout(PATIENCE)
        .clientInfo(Implementation.builder("official", "2.1.0").build())
        .capabilities(ClientCapabilities.builder().build())
        .enableCallToolSchemaCaching(true)
        .build();
  }
}
