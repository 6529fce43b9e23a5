package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.http.RemoteCallLog.State;
import dev.tidemark.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/// What a server remembers of lines that came.
class RemoteCallLogTest {
  private static final JsonObject ANSWER = JsonObject.builder().add("exit", 0).build();
  private static final Duration LONG = Duration.ofSeconds(60);

  private final RemoteCallLog remoteCallLog = new RemoteCallLog(100);

  private State settled(String key, long sent) throws InterruptedException {
    return remoteCallLog.settle(key, sent, Duration.ZERO).state();
  }

  @Test
  void a_line_is_carried_out_once() throws InterruptedException {
    assertThat(remoteCallLog.begin("a", 200)).isTrue();
    assertThat(remoteCallLog.begin("a", 201)).isFalse();
    assertThat(settled("a", 200)).isEqualTo(State.RUNNING);
    remoteCallLog.end("a", ANSWER);
    assertThat(remoteCallLog.settle("a", 200, LONG).answer()).isEqualTo(ANSWER);
    assertThat(remoteCallLog.begin("a", 300)).isFalse();
  }

  @Test
  void a_line_that_was_given_up_is_not_carried_out_any_more() throws InterruptedException {
    assertThat(settled("a", 200)).isEqualTo(State.NEVER);
    assertThat(remoteCallLog.begin("a", 300)).isFalse();
    assertThat(remoteCallLog.begin("b", 300)).isTrue();
    remoteCallLog.end("b", null);
    assertThat(settled("b", 300)).isEqualTo(State.NEVER);
  }

  @Test
  void nobody_knows_what_came_before_the_server_or_what_it_has_forgotten()
      throws InterruptedException {
    assertThat(settled("a", 99)).isEqualTo(State.UNKNOWN);
    for (int i = 0; i <= RemoteCallLog.KEPT; i++) {
      assertThat(remoteCallLog.begin("line " + i, 1_000 + i)).isTrue();
    }
    assertThat(settled("line 0", 1_000)).isEqualTo(State.UNKNOWN);
    assertThat(settled("line 1", 1_001)).isEqualTo(State.RUNNING);
    assertThat(settled("new", 1_002)).isEqualTo(State.NEVER);
  }

  @Test
  void whoever_asks_waits_for_the_end() throws InterruptedException, ExecutionException {
    remoteCallLog.begin("a", 200);
    var asked =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return remoteCallLog.settle("a", 200, LONG).state();
              } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
                return State.UNKNOWN;
              }
            });
    remoteCallLog.end("a", ANSWER);

    assertThat(asked.get()).isEqualTo(State.DONE);
  }
}
