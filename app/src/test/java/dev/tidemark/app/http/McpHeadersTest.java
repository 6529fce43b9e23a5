package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `/mcp` in the revision without sessions: each request repeats in its headers what its body asks.
class McpHeadersTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void start() {
    tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "2026-07-28 | tools/call | tidemark_status                     | 200 | 0",
        "2026-07-28 | tools/call | =?base64?dGlkZW1hcmtfc3RhdHVz?=     | 200 | 0",
        "2026-07-28 | tools/call | =?base64?!?=                        | 400 | -32020",
        "2026-07-28 | tools/call | tidemark_update                     | 400 | -32020",
        "2026-07-28 | tools/call | -                                   | 400 | -32020",
        "2026-07-28 | tools/list | tidemark_status                     | 400 | -32020",
        "2026-07-28 | TOOLS/CALL | tidemark_status                     | 400 | -32020",
        "2026-07-28 | -          | tidemark_status                     | 400 | -32020",
        "2025-11-25 | tools/call | tidemark_status                     | 400 | -32020",
        "-          | tools/call | tidemark_status                     | 400 | -32020"
      })
  void a_request_whose_headers_and_body_differ_is_refused(
      String version, String method, String name, int status, int code) {
    try (var served = Served.at(tidemark)) {
      var visitor = Visitor.bearer(served);
      visitor = version == null ? visitor : visitor.with("MCP-Protocol-Version: " + version);
      visitor = method == null ? visitor : visitor.with("Mcp-Method: " + method);
      visitor = name == null ? visitor : visitor.with("Mcp-Name: " + name);

      var reply =
          visitor.post("/mcp", request("tools/call", "\"name\":\"tidemark_status\"," + META));

      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.json().number("id").doubleValue()).isEqualTo(7);
      assertThat(code(reply)).isEqualTo(code);
    }
  }

  @Test
  void a_request_that_lacks_the_metadata_of_the_revision_has_invalid_params() {
    try (var served = Served.at(tidemark)) {
      var visitor =
          Visitor.bearer(served)
              .with("MCP-Protocol-Version: 2026-07-28")
              .with("Mcp-Method: tools/list");

      for (var params : new String[] {"", META.replaceFirst(",.*", "}"), "\"_meta\":{}"}) {
        var reply = visitor.post("/mcp", request("tools/list", params));

        assertThat(reply.status()).as(params).isEqualTo(400);
        assertThat(code(reply)).as(params).isEqualTo(-32602);
        assertThat(reply.json().number("id").doubleValue()).isEqualTo(7);
      }
    }
  }

  @Test
  void a_body_that_is_no_json_is_a_parse_error_of_the_protocol() {
    try (var served = Served.at(tidemark)) {
      var reply = Visitor.bearer(served).post("/mcp", "{");

      assertThat(reply.status()).isEqualTo(400);
      assertThat(code(reply)).isEqualTo(-32700);
    }
  }

  private static String request(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\""
        + method
        + "\",\"params\":{"
        + params
        + "}}";
  }

  private static int code(Visitor.Reply reply) {
    var error = reply.json().object("error");
    return error == null ? 0 : (int) error.number("code").doubleValue();
  }
}
