package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The length limit of phase names, by every way in.
class LongNamesTest {
  private static final String NAME = "x".repeat(500_000);
  private static final String REFUSED = "the name of a phase has 500000 characters, more than 200";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
  }

  @Test
  void a_command_refuses_a_long_phase_name_and_does_not_print_it() {
    var ran = tidemark.words("enter", "--new", NAME, "--run", "state/implement/auth");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err())
        .contains("PHASE takes at most 200 characters, not 500000")
        .hasSizeLessThan(1_000);
    assertThat(tidemark.words("start", "implement/b", "--phases", "a," + NAME).err())
        .contains(REFUSED)
        .hasSizeLessThan(1_000);
    for (var verb : new String[] {"done", "enter", "fail", "skip"}) {
      var known = tidemark.words(verb, NAME, "--run", "state/implement/auth", "--reason", "Why.");
      assertThat(known.exit()).as(verb).isNotZero();
    }
  }

  @Test
  void a_request_and_a_tool_call_are_refused_alike() throws Exception {
    try (var served = Served.at(tidemark);
        var client = HttpClient.newHttpClient()) {
      var change =
          "{\"action\":\"start\",\"workflow\":\"implement\",\"item\":\"b\",\"phases\":[\""
              + NAME
              + "\"]}";
      var request =
          HttpRequest.newBuilder(URI.create(served.url() + "/api/runs"))
              .header("Authorization", "Bearer " + served.token())
              .POST(BodyPublishers.ofString(change.replace("\"action\":\"start\",", "")))
              .build();
      assertThat(client.send(request, BodyHandlers.ofString()).body()).contains(REFUSED);

      var call =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{"
              + "\"name\":\"tidemark_update\",\"arguments\":"
              + change
              + ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
              + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
      var tool =
          HttpRequest.newBuilder(URI.create(served.url() + "/mcp"))
              .header("Authorization", "Bearer " + served.token())
              .header("MCP-Protocol-Version", "2026-07-28")
              .header("Mcp-Method", "tools/call")
              .header("Mcp-Name", "tidemark_update")
              .POST(BodyPublishers.ofString(call))
              .build();
      assertThat(client.send(tool, BodyHandlers.ofString()).body()).contains(REFUSED);
    }
    assertThat(Files.exists(tidemark.folder().resolve(".claude/state/implement-b.json"))).isFalse();
  }
}
