package dev.tidemark.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Several requests at once.
class SideBySideTest {
  @Test
  void calls_that_look_are_answered_side_by_side() {
    var both = new CountDownLatch(2);
    var door =
        new ScriptedDoor(
            words -> {
              both.countDown();
              return SessionProtocolTest.waited(both);
            });
    try (var peer = new Peer(door).initialized("{}")) {
      peer.call(1, "tidemark_status", "{}");
      peer.call(2, "tidemark_resume", "{}");

      Peer.result(peer.next());
      Peer.result(peer.next());
    }
  }

  @Test
  void changes_are_made_one_by_one_in_the_order_they_came() {
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    var door =
        new ScriptedDoor(
            words -> {
              most.accumulateAndGet(inside.incrementAndGet(), Math::max);
              Thread.yield();
              inside.decrementAndGet();
              return ScriptedDoor.ran(0, ScriptedDoor.YES, "");
            });
    var peer = new Peer(door).initialized("{}");
    var phases = new ArrayList<String>();
    for (int i = 0; i < 200; i++) {
      phases.add("p" + i);
      peer.call(i, "tidemark_update", "{\"action\":\"enter\",\"phase\":\"p%d\"}".formatted(i));
    }

    assertThat(peer.end()).hasSize(200);
    assertThat(door.requests())
        .extracting(request -> request.arguments().getLast())
        .containsExactlyElementsOf(phases);
    assertThat(most).hasValue(1);
  }

  @Test
  void ping_is_answered_while_a_call_is_under_way() {
    var gate = new CountDownLatch(1);
    var door = new ScriptedDoor(words -> SessionProtocolTest.waited(gate));
    try (var peer = new Peer(door).initialized("{}")) {
      peer.call(1, "tidemark_update", "{\"action\":\"finish\"}");
      peer.request(2, "ping", "{}");

      assertThat(JsonText.compact(peer.next().find("id"))).isEqualTo("2");
      gate.countDown();
      assertThat(JsonText.compact(peer.next().find("id"))).isEqualTo("1");
    }
  }

  @Test
  void a_call_cancelled_under_way_is_not_answered_and_one_still_waiting_is_not_made() {
    var begun = new CountDownLatch(1);
    var gate = new CountDownLatch(1);
    var door =
        new ScriptedDoor(
            words -> {
              begun.countDown();
              return SessionProtocolTest.waited(gate);
            });
    var peer = new Peer(door).initialized("{}");
    peer.call(1, "tidemark_update", "{\"action\":\"enter\",\"phase\":\"first\"}");
    peer.call(2, "tidemark_update", "{\"action\":\"enter\",\"phase\":\"second\"}");
    peer.call(3, "tidemark_update", "{\"action\":\"enter\",\"phase\":\"third\"}");
    SessionProtocolTest.waited(begun);
    peer.cancel(1);
    peer.cancel(2);
    peer.request(4, "ping", "{}");
    peer.next();
    gate.countDown();

    assertThat(peer.end()).extracting(SideBySideTest::id).containsExactly("3");
    assertThat(door.requests())
        .extracting(request -> request.arguments().getLast())
        .containsExactly("first", "third");
  }

  @Test
  void a_bug_behind_one_call_is_told_and_the_next_call_is_answered() {
    var door =
        new ScriptedDoor(
            words -> {
              throw new IllegalStateException("planted");
            });
    try (var peer = new Peer(door).initialized("{}")) {
      peer.call(1, "tidemark_status", "{}");
      assertThat(Peer.code(peer.next())).isEqualTo(-32603);
      peer.request(2, "ping", "{}");
      Peer.result(peer.next());
    }
    assertThat(door.bugs()).hasSize(1);
  }

  private static String id(JsonObject answer) {
    return JsonText.compact(answer.find("id"));
  }
}
