package dev.tidemark.app.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.mcp.rpc.MessageLineReader;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.json.JsonText;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The revisions in which a session begins with `initialize`.
class SessionProtocolTest {
  private static final String INITIALIZE =
      "{\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":{\"name\":\"x\"}}";

  @ParameterizedTest
  @CsvSource({
    "2024-11-05, 2024-11-05",
    "2025-03-26, 2025-03-26",
    "2025-06-18, 2025-06-18",
    "2025-11-25, 2025-11-25",
    "2026-07-28, 2025-11-25",
    "2099-01-01, 2025-11-25"
  })
  void a_session_gets_the_revision_it_asks_for_or_the_newest(String asked, String agreed) {
    try (var peer = new Peer(ScriptedDoor.agreeing())) {
      peer.request(1, "initialize", INITIALIZE.formatted(asked));

      var result = Peer.result(peer.next());
      assertThat(result.string("protocolVersion")).isEqualTo(agreed);
      assertThat(result.object("serverInfo").string("name")).isEqualTo("tidemark");
      assertThat(result.object("serverInfo").string("version")).isEqualTo("1.2.3");
      assertThat(result.object("capabilities").has("tools")).isTrue();
      assertThat(result.string("instructions").getBytes(UTF_8)).hasSizeLessThan(2048);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{oops",
        "nonsense",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} trailing",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",}"
      })
  void what_is_no_json_is_a_parse_error_without_an_id(String line) {
    try (var peer = new Peer(ScriptedDoor.agreeing())) {
      peer.send(line);

      var answer = peer.next();
      assertThat(Peer.code(answer)).isEqualTo(-32700);
      assertThat(answer.has("id")).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "42 | ",
        "{} | ",
        "{\"jsonrpc\":\"1.0\",\"id\":5,\"method\":\"ping\"} | 5",
        "{\"id\":5,\"method\":\"ping\"} | 5",
        "{\"jsonrpc\":\"2.0\",\"id\":5} | 5",
        "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":7} | 5",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"} | ",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"} | ",
        "{\"jsonrpc\":\"2.0\",\"result\":{}} | "
      })
  void what_is_no_message_is_an_invalid_request(String line, String id) {
    try (var peer = new Peer(ScriptedDoor.agreeing())) {
      peer.send(line);

      var answer = peer.next();
      assertThat(Peer.code(answer)).isEqualTo(-32600);
      assertThat(answer.find("id")).isEqualTo(id == null ? null : JsonText.parse(id));
    }
  }

  @Test
  void a_message_that_is_too_long_is_refused_and_the_next_one_is_understood() {
    try (var peer = new Peer(ScriptedDoor.agreeing())) {
      peer.send("\"" + "x".repeat(MessageLineReader.LONGEST) + "\"");
      peer.request(2, "ping", "{}");

      var refused = peer.next();
      assertThat(Peer.code(refused)).isEqualTo(-32600);
      assertThat(refused.object("error").string("message")).contains("5242882 bytes", "5242880");
      assertThat(Peer.result(peer.next()).size()).isZero();
    }
  }

  @Test
  void a_message_that_is_too_deep_is_refused_and_the_next_one_is_understood() {
    try (var peer = new Peer(ScriptedDoor.agreeing())) {
      peer.send("[".repeat(201) + "]".repeat(201));
      peer.request(2, "ping", "{}");

      var refused = peer.next();
      assertThat(Peer.code(refused)).isEqualTo(-32600);
      assertThat(refused.object("error").string("message")).contains("deeper than 200");
      assertThat(Peer.result(peer.next()).size()).isZero();
    }
  }

  @Test
  void what_is_no_utf_8_is_a_parse_error() {
    try (var peer = new Peer(ScriptedDoor.agreeing())) {
      peer.bytes(new byte[] {'"', (byte) 0xff, '"', '\n'});

      assertThat(Peer.code(peer.next())).isEqualTo(-32700);
    }
  }

  @Test
  void parameters_must_be_an_object() {
    try (var peer = new Peer(ScriptedDoor.agreeing())) {
      peer.request(1, "ping", "[1]");

      assertThat(Peer.code(peer.next())).isEqualTo(-32602);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "nonsense, -32601",
    "tools/call/, -32601",
    "logging/setLevel, -32601",
    "tools/list, -32602",
    "tools/call, -32602",
    "ping, 0"
  })
  void before_a_session_only_ping_and_initialize_are_answered(String method, long code) {
    try (var peer = new Peer(ScriptedDoor.agreeing())) {
      peer.request(1, method, "{}");

      var answer = peer.next();
      assertThat(answer.has("error") ? Peer.code(answer) : 0).isEqualTo(code);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense | {} | -32601",
        "server/discover | {} | -32602",
        "subscriptions/listen | {} | -32602",
        "resources/subscribe | {} | -32601",
        "tools/call | {} | -32602",
        "tools/call | {\"name\":\"no_such_tool\"} | -32602",
        "tools/call | {\"name\":\"tidemark_status\",\"arguments\":[]} | -32602",
        "tools/list | {\"cursor\":\"x\"} | -32602",
        "resources/list | {\"cursor\":\"x\"} | -32602",
        "resources/read | {} | -32602",
        "resources/read | {\"uri\":\"tidemark://nothing\"} | -32002",
        "resources/read | {\"uri\":\"file:///etc/passwd\"} | -32002",
        "prompts/get | {} | -32602",
        "prompts/get | {\"name\":\"no_such_prompt\"} | -32602",
        "prompts/get | {\"name\":\"wrap_up\"} | -32602"
      })
  void what_breaks_the_protocol_is_an_error_with_its_code(String method, String params, long code) {
    try (var peer = new Peer(ScriptedDoor.agreeing()).initialized("{}")) {
      peer.request(1, method, params);

      assertThat(Peer.code(peer.next())).isEqualTo(code);
    }
  }

  @Test
  void notifications_and_stray_responses_are_not_answered() {
    var peer = new Peer(ScriptedDoor.agreeing()).initialized("{}");
    peer.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/nonsense\"}");
    peer.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":[]}");
    peer.cancel(9);
    peer.send("{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}");
    peer.send(
        "{\"jsonrpc\":\"2.0\",\"id\":\"tidemark-1\",\"error\":{\"code\":1,\"message\":\"\"}}");
    peer.send("");

    assertThat(peer.end()).isEmpty();
  }

  @Test
  void an_id_keeps_its_type_and_its_spelling() {
    var peer = new Peer(ScriptedDoor.agreeing());
    for (var id : List.of("1", "\"1\"", "123456789012345678901234567890", "\"ä\\u0000\"")) {
      peer.send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");

      assertThat(peer.next().find("id")).isEqualTo(JsonText.parse(id));
    }
    assertThat(peer.end()).isEmpty();
  }

  @Test
  void an_id_under_way_cannot_be_used_again_until_it_is_answered() {
    var gate = new CountDownLatch(1);
    var door = new ScriptedDoor(words -> waited(gate));
    try (var peer = new Peer(door).initialized("{}")) {
      peer.call(1, "tidemark_status", "{}");
      peer.call(1, "tidemark_status", "{}");
      assertThat(Peer.code(peer.next())).isEqualTo(-32600);

      gate.countDown();
      Peer.result(peer.next());
      peer.call(1, "tidemark_status", "{}");
      Peer.result(peer.next());
    }
  }

  @Test
  void a_last_line_needs_no_end_and_nothing_that_came_goes_unanswered() {
    var gate = new CountDownLatch(1);
    var peer = new Peer(new ScriptedDoor(words -> waited(gate))).initialized("{}");
    peer.call(1, "tidemark_status", "{}");
    peer.bytes("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}".getBytes(UTF_8));
    Thread.ofVirtual().start(gate::countDown);

    assertThat(peer.end())
        .extracting(answer -> JsonText.compact(answer.find("id")))
        .contains("1", "2");
  }

  static CommandResult waited(CountDownLatch gate) {
    try {
      gate.await();
      return ScriptedDoor.ran(0, ScriptedDoor.YES, "");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
