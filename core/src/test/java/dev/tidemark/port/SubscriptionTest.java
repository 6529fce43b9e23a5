package dev.tidemark.port;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.port.Announcement.State;
import dev.tidemark.port.Deployments.Lookup;
import dev.tidemark.workflow.policy.PreviewPolicy.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What those outside want to know, and what they answer.
class SubscriptionTest {
  private static Subscription to(String... workflows) {
    var events = List.of("phase.completed", "phase.failed");
    return new Subscription("ear", events, List.of(workflows), Duration.ofSeconds(10), 2);
  }

  private static Announcement of(String event, String workflow) {
    var state = new State("complete", null, List.of("a"), List.of("b"), null, null);
    var run = new CheckpointId("state", workflow, null);
    return new Announcement("id", run, Instant.EPOCH, event, null, state);
  }

  @Test
  void a_listener_hears_of_the_events_that_it_wants() {
    assertThat(to().accepts(of("phase.failed", "design"))).isTrue();
    assertThat(to().accepts(of("phase.started", "design"))).isFalse();
  }

  @Test
  void a_listener_that_names_workflows_hears_of_these_only() {
    assertThat(to("ship", "design").accepts(of("phase.failed", "design"))).isTrue();
    assertThat(to("ship").accepts(of("phase.failed", "design"))).isFalse();
    assertThat(to("ship").accepts(of("phase.started", "ship"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"9, 9", "10, 10", "11, 10"})
  void telling_it_once_takes_no_longer_than_it_may_and_than_there_is_time(int left, int seconds) {
    assertThat(to().timeoutWithin(Duration.ofSeconds(left))).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void a_service_can_tell_unless_it_says_that_it_never_will() {
    var deployment = new Deployment(Status.READY, null, null, null);
    var again = Duration.ofSeconds(3);

    assertThat(Lookup.NOTHING.isUsable()).isTrue();
    assertThat(Lookup.found(deployment).isUsable()).isTrue();
    assertThat(Lookup.found(deployment).deployment()).isEqualTo(deployment);
    assertThat(Lookup.failed("no key").isUsable()).isFalse();
    assertThat(Lookup.retryLater("busy", again).isUsable()).isTrue();
    assertThat(Lookup.retryLater("busy", again).retryAfter()).isEqualTo(again);
  }

  @Test
  void a_receipt_says_whether_it_is_worth_telling_again() {
    var again = Duration.ofSeconds(3);

    assertThat(DeliveryResult.later("busy", again))
        .isEqualTo(new DeliveryResult(DeliveryResult.Kind.LATER, "busy", again));
    assertThat(DeliveryResult.declined("gone"))
        .isEqualTo(new DeliveryResult(DeliveryResult.Kind.DECLINED, "gone", null));
  }
}
