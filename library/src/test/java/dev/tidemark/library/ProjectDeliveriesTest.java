package dev.tidemark.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.delivery.MonotonicTimer;
import dev.tidemark.engine.delivery.WebhookDelivery.DeliveryScope;
import dev.tidemark.engine.delivery.WebhookDelivery.Result;
import dev.tidemark.port.Announcement;
import dev.tidemark.port.DeliveryResult;
import dev.tidemark.port.Subscriber;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.SettableClock;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PhaseReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is in the history reaches every listener at least once, in order, in bounded time.
@Proves("R-004-100")
class ProjectDeliveriesTest {
  private static final Instant BEGIN = Instant.parse("2026-11-21T08:00:00Z");
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final CheckpointId RUN = new CheckpointId("state", "implement", "auth");

  @TempDir private Path folder;
  private final SettableClock clock = new SettableClock(BEGIN);
  private final Watch watch = new Watch();
  private Project project;

  /// Time that passes only while somebody waits.
  private static final class Watch implements MonotonicTimer {
    private final List<Duration> pauses = new ArrayList<>();
    private long now;

    @Override
    public long nanoTime() {
      return now;
    }

    @Override
    public boolean pause(Duration time) {
      pauses.add(time);
      now += time.toNanos();
      return true;
    }
  }

  /// Remembers what it was told.
  private static final class Ear implements Subscriber {
    private final List<Announcement> heard = new ArrayList<>();
    private Function<Announcement, DeliveryResult> answer = told -> DeliveryResult.ARRIVED;
    private int retries;

    @Override
    public String name() {
      return "ear";
    }

    @Override
    public boolean accepts(Announcement announcement) {
      return true;
    }

    @Override
    public int retries() {
      return retries;
    }

    @Override
    public DeliveryResult deliver(Announcement announcement, Duration patience) {
      heard.add(announcement);
      return answer.apply(announcement);
    }

    @Override
    public String preview(Announcement announcement) {
      return announcement.id();
    }

    List<String> events() {
      return heard.stream().map(it -> it.event() + " " + it.phase()).toList();
    }
  }

  private final Ear ear = new Ear();

  @BeforeEach
  void begin() {
    project = Project.at(folder).clock(clock).open();
    var phases = new ArrayList<PhaseName>();
    for (var name : List.of("research", "implementation", "validation")) {
      phases.add(new PhaseName(name));
    }
    change(new Change.StartRun("implement", "auth", phases, false));
  }

  private void change(Change change) {
    var by = Caller.of(Actor.tool("test"));
    var changeResult = project.checkpoints().apply(project.state(), RUN, change, by);
    assertThat(changeResult.outcome()).isInstanceOf(Outcome.Transition.class);
  }

  private void complete(String phase) {
    change(new Change.CompletePhase(new PhaseName(phase), PhaseReport.NONE));
  }

  private Result deliver(Duration patience, boolean insists) {
    var round = new DeliveryScope(List.of(RUN), clock.instant(), BEGIN, patience, insists);
    return project.deliveries(watch).deliver(ear, round);
  }

  @Test
  void everything_is_told_once_in_order_whoever_asks() {
    complete("research");
    complete("implementation");

    assertThat(deliver(LONG, false).delivered()).isEqualTo(2);
    project = Project.at(folder).clock(clock).open();
    complete("validation");
    assertThat(deliver(LONG, false).delivered()).isEqualTo(1);
    assertThat(deliver(LONG, false).delivered()).isZero();

    assertThat(ear.events())
        .containsExactly(
            "phase.completed research",
            "phase.completed implementation",
            "phase.completed validation");
    assertThat(ear.heard).extracting(Announcement::id).doesNotHaveDuplicates();
  }

  @Test
  void what_fails_holds_up_what_comes_behind_it_and_is_told_again_with_the_same_id() {
    complete("research");
    complete("implementation");
    ear.answer =
        told ->
            "implementation".equals(told.phase())
                ? DeliveryResult.later("no", null)
                : DeliveryResult.ARRIVED;
    complete("validation");

    assertThat(deliver(LONG, true).problem()).isEqualTo("no");
    ear.answer = told -> DeliveryResult.ARRIVED;
    assertThat(deliver(LONG, true).delivered()).isEqualTo(2);

    assertThat(ear.events())
        .containsExactly(
            "phase.completed research",
            "phase.completed implementation",
            "phase.completed implementation",
            "phase.completed validation");
    assertThat(ear.heard.get(1).id()).isEqualTo(ear.heard.get(2).id());
  }

  @Test
  void a_listener_in_trouble_is_left_alone_for_longer_and_longer() {
    complete("research");
    ear.answer = told -> DeliveryResult.later("no", null);
    var rests = new ArrayList<Long>();
    for (int i = 0; i < 12; i++) {
      deliver(LONG, false);
      int heard = ear.heard.size();
      long rest = 0;
      while (ear.heard.size() == heard && rest < 10_000) {
        clock.advance(Duration.ofSeconds(5));
        rest += 5;
        deliver(LONG, false);
      }
      rests.add(rest);
    }

    assertThat(rests).startsWith(5L, 10L, 20L, 40L, 80L).endsWith(3600L, 3600L);
  }

  @Test
  void a_listener_that_asks_for_patience_gets_it() {
    complete("research");
    ear.retries = 2;
    ear.answer = told -> DeliveryResult.later("429", Duration.ofMinutes(10));

    deliver(LONG, false);
    assertThat(watch.pauses).isEmpty();
    clock.advance(Duration.ofMinutes(9));
    deliver(LONG, false);
    assertThat(ear.heard).hasSize(1);
    clock.advance(Duration.ofMinutes(1));
    deliver(LONG, false);
    assertThat(ear.heard).hasSize(2);
  }

  @Test
  void it_is_told_again_after_pauses_as_long_as_there_is_time() {
    complete("research");
    ear.retries = 9;
    ear.answer = told -> DeliveryResult.later("no", null);

    deliver(Duration.ofSeconds(2), true);

    assertThat(watch.pauses.stream().map(Duration::toMillis)).containsExactly(200L, 400L, 800L);
    assertThat(deliver(Duration.ZERO, true).problem()).isEqualTo("there was no time left");
    assertThat(ear.heard).hasSize(4);
  }

  @Test
  void two_do_not_tell_the_same_at_the_same_time() {
    complete("research");
    var second = new ArrayList<Result>();
    ear.answer =
        told -> {
          second.add(deliver(LONG, true));
          return DeliveryResult.ARRIVED;
        };

    assertThat(deliver(LONG, true).delivered()).isEqualTo(1);
    assertThat(second.getFirst().problem()).isEqualTo("another process is telling it just now");
    assertThat(ear.heard).hasSize(1);
  }

  @Test
  void what_was_told_but_not_noted_is_told_again_with_the_same_id() throws IOException {
    complete("research");
    deliver(LONG, true);
    complete("implementation");
    var cursor = folder.resolve(".tidemark/listeners/ear.json");
    var before = Files.readString(cursor);

    deliver(LONG, true);
    Files.writeString(cursor, before);
    deliver(LONG, true);

    assertThat(ear.events().subList(1, 3)).containsOnly("phase.completed implementation");
    assertThat(ear.heard.get(1).id()).isEqualTo(ear.heard.get(2).id());
  }

  @Test
  void where_no_cursor_can_be_kept_nobody_is_told() throws IOException {
    complete("research");
    Files.writeString(folder.resolve(".tidemark/listeners"), "in the way");

    assertThatThrownBy(() -> deliver(LONG, true)).isInstanceOf(StoreUnavailableException.class);
    assertThat(ear.heard).isEmpty();
  }
}
