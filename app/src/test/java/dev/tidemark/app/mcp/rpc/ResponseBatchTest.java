package dev.tidemark.app.mcp.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.mcp.Peer;
import dev.tidemark.app.mcp.ScriptedDoor;
import dev.tidemark.json.JsonArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Several messages in one line: one revision has them, all others have not.
class ResponseBatchTest {
  @Test
  void several_messages_in_one_line_are_answered_in_one_line_where_the_revision_has_that() {
    try (var peer = new Peer(ScriptedDoor.agreeing()).initialized("2025-03-26", "{}")) {
      peer.send(
          "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"},"
              + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/nonsense\"},"
              + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\","
              + "\"params\":{\"name\":\"tidemark_status\"}},7]");

      var all = (JsonArray) peer.nextOfAnyKind();
      assertThat(all.size()).isEqualTo(3);
      peer.send("[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/nonsense\"}]");
      peer.send("[]");
      assertThat(Peer.code(peer.next())).isEqualTo(-32600);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-06-18", "2025-11-25"})
  void several_messages_in_one_line_are_refused_where_the_revision_has_not(String version) {
    try (var peer = new Peer(ScriptedDoor.agreeing()).initialized(version, "{}")) {
      peer.send("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]");

      assertThat(Peer.code(peer.next())).isEqualTo(-32600);
    }
  }
}
