package dev.tidemark.engine.delivery;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.Ear;
import dev.tidemark.engine.Shelf;
import dev.tidemark.engine.Watch;
import dev.tidemark.engine.Workshop;
import dev.tidemark.engine.delivery.WebhookDelivery.DeliveryScope;
import dev.tidemark.engine.delivery.WebhookDelivery.Result;
import dev.tidemark.port.Announcement;
import dev.tidemark.port.DeliveryResult;
import dev.tidemark.store.Cursors;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What listeners are told, and what becomes of those that do not answer.
class WebhookDeliveryTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final PhaseName PLANNING = new PhaseName("planning");
  private static final PhaseName SPECS = new PhaseName("specs");

  private final Workshop shop = new Workshop();
  private final Watch watch = new Watch();
  private final Ear ear = new Ear();
  private final Shelf shelf = new Shelf();

  @BeforeEach
  void begin() {
    shop.after(AUTH, Workshop.start(AUTH));
  }

  private DeliveryScope round(Duration patience, boolean insists) {
    return new DeliveryScope(List.of(AUTH), shop.now, Workshop.START, patience, insists);
  }

  private WebhookDelivery deliveries() {
    return new WebhookDelivery(shop.dialects, shop.store, shelf, watch);
  }

  private Result deliver() {
    return deliveries().deliver(ear, round(LONG, true));
  }

  private static Change done(PhaseName phase) {
    var files =
        List.of(
            new Artifact("a", Artifact.Kind.CREATED), new Artifact("b", Artifact.Kind.MODIFIED));
    var report = new PhaseReport(new ContextSummary("It works."), files, List.of(), null);
    return new Change.CompletePhase(phase, report);
  }

  @Test
  void what_was_told_is_not_told_again() {
    shop.after(AUTH, done(RESEARCH));
    assertThat(deliveries().pending(ear, round(LONG, false)))
        .extracting(Announcement::event)
        .containsExactly("phase.completed");
    assertThat(deliver().delivered()).isEqualTo(1);
    assertThat(shelf.closed).isTrue();
    assertThat(deliver().delivered()).isZero();
    assertThat(deliveries().pending(ear, round(LONG, false))).isEmpty();
    shop.after(AUTH, done(PLANNING));
    assertThat(deliver().delivered()).isEqualTo(1);
    assertThat(ear.events())
        .containsExactly("phase.completed research", "phase.completed planning");
  }

  @Test
  void a_listener_that_was_never_told_anything_begins_where_it_was_first_seen() {
    shop.after(AUTH, done(RESEARCH));
    var since = shop.now;
    var later = new DeliveryScope(List.of(AUTH), since, since.plusNanos(1), LONG, true);
    var same = new DeliveryScope(List.of(AUTH), since, since, LONG, true);

    assertThat(deliveries().pending(ear, later)).isEmpty();
    assertThat(deliveries().pending(ear, same)).hasSize(1);
  }

  @Test
  void what_a_listener_does_not_want_is_passed_over() {
    ear.deaf = "phase.started";
    shop.after(AUTH, Workshop.begin(RESEARCH), done(RESEARCH));

    assertThat(deliveries().pending(ear, round(LONG, false))).hasSize(1);
    assertThat(deliver().delivered()).isEqualTo(1);
    assertThat(ear.events()).containsExactly("phase.completed research");
  }

  @Test
  void what_a_listener_declines_is_told_and_not_offered_again() {
    shop.after(AUTH, done(RESEARCH), done(PLANNING));
    ear.answer =
        told ->
            "research".equals(told.phase())
                ? DeliveryResult.declined("too long")
                : DeliveryResult.ARRIVED;

    assertThat(deliver())
        .isEqualTo(new Result(1, List.of("phase.completed of toy/design/auth: too long"), ""));
    assertThat(deliver()).isEqualTo(new Result(0, List.of(), ""));
  }

  @Test
  void a_listener_that_fails_rests_for_longer_and_longer() {
    shop.after(AUTH, done(RESEARCH));
    ear.answer = told -> DeliveryResult.later("no", null);
    var rests = new ArrayList<Long>();
    for (int i = 0; i < 30; i++) {
      assertThat(deliver()).isEqualTo(new Result(0, List.of(), "no"));
      assertThat(shelf.trouble.failures()).isEqualTo(i + 1);
      rests.add(Duration.between(shop.now, shelf.trouble.notBefore()).toSeconds());
    }
    assertThat(rests).startsWith(5L, 10L, 20L, 40L).endsWith(3600L, 3600L);

    ear.answer = told -> DeliveryResult.ARRIVED;
    deliver();
    assertThat(shelf.trouble).isEqualTo(Cursors.Backoff.NONE);
  }

  @Test
  void a_listener_that_rests_is_left_alone_until_its_time_unless_somebody_insists() {
    shop.after(AUTH, done(RESEARCH));
    shelf.trouble = new Cursors.Backoff(1, shop.now.plusNanos(1));
    assertThat(deliveries().deliver(ear, round(LONG, false)))
        .isEqualTo(new Result(0, List.of(), ""));
    assertThat(ear.heard).isEmpty();
    assertThat(shelf.closed).isTrue();
    shelf.trouble = new Cursors.Backoff(1, shop.now);
    assertThat(deliveries().deliver(ear, round(LONG, false)).delivered()).isEqualTo(1);
    shop.after(AUTH, done(PLANNING));
    shelf.trouble = new Cursors.Backoff(1, shop.now.plusSeconds(60));
    assertThat(deliver().delivered()).isEqualTo(1);
  }

  @Test
  void a_listener_that_asks_for_patience_gets_it() {
    shop.after(AUTH, done(RESEARCH));
    ear.answer = told -> DeliveryResult.later("429", Duration.ofMinutes(10));
    deliver();
    assertThat(shelf.trouble.notBefore()).isEqualTo(shop.now.plusSeconds(600));
  }

  @Test
  void it_is_told_again_after_pauses_as_often_as_it_wants() {
    shop.after(AUTH, done(RESEARCH));
    ear.retries = 2;
    ear.answer = told -> DeliveryResult.later("no", null);

    assertThat(deliver().problem()).isEqualTo("no");

    assertThat(watch.pauses.stream().map(Duration::toMillis)).containsExactly(200L, 400L);
    assertThat(ear.patience.stream().map(Duration::toMillis))
        .containsExactly(60_000L, 59_800L, 59_400L);
  }

  @Test
  void a_pause_is_as_long_as_the_listener_asks_for_and_ends_with_the_time_or_when_stopped() {
    shop.after(AUTH, done(RESEARCH));
    ear.retries = 5;
    ear.answer = told -> DeliveryResult.later("no", Duration.ofSeconds(30));

    deliver();
    assertThat(watch.pauses).containsExactly(Duration.ofSeconds(30));
    assertThat(ear.heard).hasSize(2);
    watch.stopped = true;
    deliver();
    assertThat(ear.heard).hasSize(3);
    ear.answer = told -> DeliveryResult.ARRIVED;
    watch.pauses.clear();
    deliver();
    assertThat(watch.pauses).isEmpty();
  }

  @Test
  void without_time_nobody_is_told() {
    shop.after(AUTH, done(RESEARCH));

    assertThat(deliveries().deliver(ear, round(Duration.ZERO, true)).problem())
        .isEqualTo("there was no time left");
    assertThat(ear.heard).isEmpty();
    assertThat(deliveries().deliver(ear, round(Duration.ofNanos(1), true)).delivered())
        .isEqualTo(1);
  }

  @Test
  void two_do_not_tell_the_same_at_the_same_time() {
    shelf.taken = true;

    assertThat(deliver().problem()).isEqualTo("another process is telling it just now");
  }

  @Test
  void a_listener_in_trouble_stays_so_until_it_was_told_something() {
    var trouble = new Cursors.Backoff(3, shop.now);
    shelf.trouble = trouble;

    assertThat(deliver().delivered()).isZero();
    assertThat(shelf.trouble).isEqualTo(trouble);
  }
}
