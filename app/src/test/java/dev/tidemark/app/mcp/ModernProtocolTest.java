package dev.tidemark.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The revision without sessions, in which every request says for itself what it follows.
class ModernProtocolTest {
  @Test
  void the_server_says_what_it_is_and_which_revisions_requests_may_follow() {
    try (var peer = new Peer(ScriptedDoor.agreeing())) {
      peer.modern(1, "server/discover", "{}");

      var result = Peer.result(peer.next());
      assertThat(result.strings("supportedVersions")).containsExactly("2026-07-28");
      assertThat(result.object("capabilities").has("tools")).isTrue();
      assertThat(result.string("instructions")).isNotEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "server/discover | {} | public",
        "tools/list | {} | public",
        "prompts/list | {} | public",
        "resources/templates/list | {} | public",
        "resources/list | {} | private",
        "resources/read | {\"uri\":\"tidemark://runs\"} | private",
        "tools/call | {\"name\":\"tidemark_status\"} | ",
        "prompts/get | {\"name\":\"take_over\"} | "
      })
  void every_result_is_complete_signed_and_says_how_long_it_keeps(
      String method, String params, String scope) {
    try (var peer = new Peer(ScriptedDoor.agreeing())) {
      peer.modern(1, method, params);

      var result = Peer.result(peer.next());
      assertThat(result.string("resultType")).isEqualTo("complete");
      var server = result.object("_meta").object("io.modelcontextprotocol/serverInfo");
      assertThat(server.string("name")).isEqualTo("tidemark");
      assertThat(result.string("cacheScope")).isEqualTo(scope);
      assertThat(result.number("ttlMs") == null).isEqualTo(scope == null);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}",
        "{\"io.modelcontextprotocol/clientCapabilities\":{}}",
        "{\"io.modelcontextprotocol/protocolVersion\":7,"
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}",
        "{}"
      })
  void a_request_that_does_not_say_all_it_has_to_is_refused(String meta) {
    try (var peer = new Peer(ScriptedDoor.agreeing())) {
      peer.request(1, "tools/list", "{\"_meta\":" + meta + "}");

      assertThat(Peer.code(peer.next())).isEqualTo(-32602);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2099-01-01", "DRAFT", ""})
  void a_revision_that_requests_cannot_follow_is_named_with_those_they_can(String version) {
    try (var peer = new Peer(ScriptedDoor.agreeing())) {
      peer.request(
          1,
          "server/discover",
          ("{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"%s\","
                  + "\"io.modelcontextprotocol/clientCapabilities\":{}}}")
              .formatted(version));

      var answer = peer.next();
      assertThat(Peer.code(answer)).isEqualTo(-32022);
      var data = answer.object("error").object("data");
      assertThat(data.strings("supported")).containsExactly("2026-07-28");
      assertThat(data.string("requested")).isEqualTo(version);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "completion/complete",
        "nonsense"
      })
  void what_this_revision_has_not_is_not_found(String method) {
    try (var peer = new Peer(ScriptedDoor.agreeing()).initialized("{}")) {
      peer.modern(1, method, "{}");

      assertThat(Peer.code(peer.next())).isEqualTo(-32601);
    }
  }

  @Test
  void a_resource_that_is_not_there_is_a_wrong_parameter() {
    try (var peer = new Peer(ScriptedDoor.agreeing())) {
      peer.modern(1, "resources/read", "{\"uri\":\"tidemark://nothing\"}");

      var answer = peer.next();
      assertThat(Peer.code(answer)).isEqualTo(-32602);
      assertThat(answer.object("error").object("data").string("uri"))
          .isEqualTo("tidemark://nothing");
    }
  }

  @Test
  void both_eras_are_served_side_by_side() {
    try (var peer = new Peer(ScriptedDoor.agreeing()).initialized("{}")) {
      peer.request(1, "tools/list", "{}");
      peer.modern(2, "tools/list", "{}");
      peer.request(3, "tools/list", "{}");

      assertThat(Peer.result(peer.next()).has("resultType")).isFalse();
      assertThat(Peer.result(peer.next()).has("resultType")).isTrue();
      assertThat(Peer.result(peer.next()).has("resultType")).isFalse();
    }
  }

  @Test
  void a_subscription_is_acknowledged_and_answered_when_the_server_ends() {
    var peer = new Peer(ScriptedDoor.agreeing());
    peer.modern(5, "subscriptions/listen", "{\"notifications\":{\"toolsListChanged\":true}}");

    var acknowledged = peer.next();
    assertThat(acknowledged.string("method")).isEqualTo("notifications/subscriptions/acknowledged");
    var params = acknowledged.object("params");
    assertThat(subscription(params)).isEqualTo("5");
    assertThat(params.object("notifications").size()).isZero();
    var rest = peer.end();
    assertThat(rest).hasSize(1);
    assertThat(subscription(Peer.result(rest.getFirst()))).isEqualTo("5");
  }

  @Test
  void a_subscription_that_is_cancelled_is_not_answered() {
    var peer = new Peer(ScriptedDoor.agreeing());
    peer.modern(5, "subscriptions/listen", "{\"notifications\":{}}");
    peer.next();
    peer.cancel(5);

    assertThat(peer.end()).isEmpty();
  }

  private static String subscription(JsonObject of) {
    return JsonText.compact(of.object("_meta").find("io.modelcontextprotocol/subscriptionId"));
  }
}
