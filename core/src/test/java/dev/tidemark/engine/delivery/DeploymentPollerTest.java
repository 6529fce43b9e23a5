package dev.tidemark.engine.delivery;

import static dev.tidemark.workflow.policy.PreviewPolicy.Status.BUILDING;
import static dev.tidemark.workflow.policy.PreviewPolicy.Status.FAILED;
import static dev.tidemark.workflow.policy.PreviewPolicy.Status.PENDING;
import static dev.tidemark.workflow.policy.PreviewPolicy.Status.READY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.engine.delivery.DeploymentPoller.End;
import dev.tidemark.port.Deployment;
import dev.tidemark.port.Deployments;
import dev.tidemark.port.Deployments.Lookup;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.PreviewPolicy.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeploymentPollerTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final Clock clock = new Clock();

  /// Time that passes only while somebody waits.
  private static final class Clock implements MonotonicTimer {
    private final List<Duration> pauses = new ArrayList<>();
    private long now = -7_000_000_000_000L;
    private boolean stopped;

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public boolean pause(Duration time) {
      pauses.add(time);
      now += time.toNanos();
      return !stopped;
    }
  }

  private static Lookup at(Status status) {
    return Lookup.found(new Deployment(status, "https://x.test", "d1", null));
  }

  /// Answers one after the other; the last one for ever.
  private static Deployments saying(Lookup... looks) {
    var left = new ArrayList<>(List.of(looks));
    return (commit, patience) -> left.size() > 1 ? left.removeFirst() : left.getFirst();
  }

  private DeploymentPoller.Result await(Duration patience, Deployments... sources) {
    return new DeploymentPoller(List.of(sources), clock)
        .await("abc", patience, (seen, waited) -> {});
  }

  @Proves("R-004-70")
  @Test
  void it_waits_longer_and_longer_until_the_preview_is_ready() {
    var looks = new ArrayList<Lookup>();
    for (int i = 0; i < 8; i++) {
      looks.add(at(i < 2 ? PENDING : BUILDING));
    }
    looks.add(at(READY));

    var result = await(LONG, saying(looks.toArray(Lookup[]::new)));

    assertThat(result.end()).isEqualTo(End.READY);
    assertThat(clock.pauses.stream().map(Duration::toMillis))
        .containsExactly(2000L, 3000L, 4500L, 6750L, 10125L, 15000L, 15000L, 15000L);
  }

  @Proves("R-004-70")
  @Test
  void a_preview_that_failed_is_waited_for_no_longer() {
    assertThat(await(LONG, saying(at(BUILDING), at(FAILED))).end()).isEqualTo(End.FAILED);
    assertThat(clock.pauses).hasSize(1);
  }

  @Test
  void the_last_trouble_is_told_that_there_was_time_for() {
    var trouble = Lookup.retryLater("it answered 500", null);
    var late = Lookup.retryLater("no answer within 1 ms", null);
    var time = Duration.ofMillis(4200);

    assertThat(await(time, saying(trouble, trouble, late)).problem()).isEqualTo("it answered 500");
    assertThat(await(time, saying(trouble, at(BUILDING), late)).problem()).isEmpty();
    assertThat(await(Duration.ZERO, saying(late)).problem()).isEqualTo("no answer within 1 ms");
  }

  @Proves("R-004-74")
  @Test
  void it_never_waits_beyond_its_time() {
    var result = await(Duration.ofMillis(4200), saying(at(BUILDING)));

    assertThat(result.end()).isEqualTo(End.LATE);
    assertThat(result.deployment()).isNotNull();
    assertThat(result.deployment().status()).isEqualTo(BUILDING);
    assertThat(clock.pauses.stream().map(Duration::toMillis)).containsExactly(2000L, 2200L);
  }

  @Proves("R-004-70")
  @Test
  void where_no_deployment_is_seen_in_half_a_minute_none_is_expected() {
    var result = await(LONG, saying(Lookup.NOTHING));

    assertThat(result.end()).isEqualTo(End.NONE);
    assertThat(result.waited()).isEqualTo(Duration.ofSeconds(30));
    assertThat(await(LONG, saying(Lookup.NOTHING, at(BUILDING), Lookup.NOTHING, at(READY))).end())
        .isEqualTo(End.READY);
  }

  @Proves("R-004-73")
  @Test
  void the_first_who_can_tell_is_asked_and_the_others_are_not() {
    Deployments never =
        (commit, patience) -> {
          throw new AssertionError("asked");
        };
    assertThat(await(LONG, saying(at(READY)), never).end()).isEqualTo(End.READY);
    assertThat(await(LONG, saying(Lookup.failed("no")), saying(at(READY)), never).end())
        .isEqualTo(End.READY);
    var unknown = await(LONG, saying(Lookup.failed("no token")), saying(Lookup.failed("no gh")));
    assertThat(unknown.end()).isEqualTo(End.UNKNOWN);
    assertThat(unknown.problem()).isEqualTo("no token; no gh");
    assertThat(await(LONG).problem()).isEqualTo("no deployment service is configured");
  }

  @Proves("R-004-70")
  @Test
  void a_service_in_trouble_is_asked_again_when_it_wants() {
    var busy = Lookup.retryLater("429", Duration.ofSeconds(20));
    var result = await(LONG, saying(busy, at(BUILDING), Lookup.failed("500"), at(READY)));

    assertThat(result.end()).isEqualTo(End.READY);
    assertThat(clock.pauses.stream().map(Duration::toMillis)).containsExactly(20000L, 3000L, 4500L);
  }

  @Test
  void one_look_may_take_ten_seconds_and_no_longer_than_there_is_time() {
    var patience = new ArrayList<Duration>();
    Deployments slow =
        (commit, left) -> {
          patience.add(left);
          return at(BUILDING);
        };

    new DeploymentPoller(List.of(slow), clock).look("abc");
    await(Duration.ofSeconds(14), slow);

    assertThat(patience.stream().map(Duration::toMillis))
        .containsExactly(10_000L, 10_000L, 10_000L, 9_000L, 4_500L, 1L);
  }

  @Test
  void looking_once_says_what_was_seen() {
    assertThat(new DeploymentPoller(List.of(saying(at(FAILED))), clock).look("abc"))
        .isEqualTo(at(FAILED));
  }

  @Test
  void whoever_is_stopped_while_waiting_says_so_with_what_was_seen() {
    clock.stopped = true;

    var result = await(LONG, saying(at(BUILDING)));

    assertThat(result.end()).isEqualTo(End.UNKNOWN);
    assertThat(result.problem()).isEqualTo("it was interrupted");
    assertThat(result.deployment()).isNotNull();
  }
}
