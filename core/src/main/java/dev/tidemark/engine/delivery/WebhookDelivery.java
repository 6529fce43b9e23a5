package dev.tidemark.engine.delivery;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.DialectTable;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.port.Announcement;
import dev.tidemark.port.DeliveryResult;
import dev.tidemark.port.Subscriber;
import dev.tidemark.store.Cursors;
import dev.tidemark.store.Cursors.Backoff;
import dev.tidemark.store.Cursors.Cursor;
import dev.tidemark.store.HistoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Webhook delivery: at-least-once, in the order of each run, from the journal.
///
/// The queue of a subscriber is the history of all runs after its cursor. An announcement that
/// cannot be delivered stays pending and blocks the later ones; a failing subscriber is retried
/// with exponential backoff, up to an hour.
public final class WebhookDelivery {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final long FIRST_REST = 5;
  private static final long LONGEST_REST = 3_600;

  private final DialectTable dialects;
  private final HistoryStore historyStore;
  private final Cursors cursors;
  private final MonotonicTimer monotonicTimer;

  /// Takes the history to deliver, and the store of cursors.
  public WebhookDelivery(
      DialectTable dialects,
      HistoryStore historyStore,
      Cursors cursors,
      MonotonicTimer monotonicTimer) {
    this.dialects = dialects;
    this.historyStore = historyStore;
    this.cursors = cursors;
    this.monotonicTimer = monotonicTimer;
  }

  /// Scope and time limits of one delivery.
  ///
  /// @param runs the runs to deliver
  /// @param now the time; the starting position of a new subscriber
  /// @param since the same, where the run was changed a moment before
  /// @param patience how long everything may take
  /// @param ignoresBackoff whether subscribers in backoff are included
  public record DeliveryScope(
      List<CheckpointId> runs,
      Instant now,
      Instant since,
      Duration patience,
      boolean ignoresBackoff) {
    /// Takes its own copy of the runs.
    public DeliveryScope {
      runs = List.copyOf(runs);
    }
  }

  /// Result of a delivery.
  ///
  /// @param delivered the number of delivered announcements
  /// @param declined the rejected announcements, with reasons
  /// @param problem why something is left for another time; empty if nothing is
  /// @param cursorDamage the damage of its cursor; empty if there is none
  public record Result(int delivered, List<String> declined, String problem, String cursorDamage) {
    /// Takes its own copy of what was declined.
    public Result {
      declined = List.copyOf(declined);
    }

    /// A result without a damaged cursor.
    public Result(int delivered, List<String> declined, String problem) {
      this(delivered, declined, problem, "");
    }
  }

  /// Delivers the pending announcements to a subscriber, within the time limit.
  ///
  /// @throws dev.tidemark.store.StoreException if the history cannot be read or a cursor cannot be
  ///   saved
  public Result deliver(Subscriber subscriber, DeliveryScope round) {
    long deadline = monotonicTimer.nanoTime() + round.patience().toNanos();
    try (var cursor = cursors.lock(subscriber.name(), round.since())) {
      if (cursor == null) {
        return new Result(0, List.of(), "another process is telling it just now");
      }
      if (!round.ignoresBackoff() && round.now().isBefore(cursor.backoff().notBefore())) {
        return new Result(0, List.of(), "", cursor.damage());
      }
      var delivery = new SubscriberDelivery(subscriber, cursor, deadline);
      for (var run : round.runs()) {
        var failure = delivery.run(run);
        if (failure != null) {
          cursor.backoff(after(cursor.backoff(), failure, round.now()));
          return new Result(
              delivery.delivered, delivery.declined, failure.reason(), cursor.damage());
        }
      }
      if (delivery.delivered > 0) {
        cursor.backoff(Backoff.NONE);
      }
      return new Result(delivery.delivered, delivery.declined, "", cursor.damage());
    }
  }

  /// Returns the announcements that are pending for a subscriber. Read-only: delivers nothing.
  ///
  /// @throws dev.tidemark.store.StoreException if the history cannot be read
  public List<Announcement> pending(Subscriber subscriber, DeliveryScope round) {
    var pending = new ArrayList<Announcement>();
    var cursor = cursors.read(subscriber.name(), round.since());
    for (var run : round.runs()) {
      for (var entry : undelivered(cursor, run)) {
        for (var announcement : announcements(entry)) {
          if (subscriber.accepts(announcement)) {
            pending.add(announcement);
          }
        }
      }
    }
    return pending;
  }

  /// Returns the damage of a subscriber's cursor, as the rest of a sentence that begins with the
  /// subscriber; empty if there is none. Changes nothing.
  ///
  /// @throws dev.tidemark.store.StoreException if it cannot be read
  public String cursorDamage(String listener, Instant now) {
    try (var cursor = cursors.read(listener, now)) {
      return cursor.damage();
    }
  }

  private List<HistoryEntry> undelivered(Cursor cursor, CheckpointId run) {
    var undelivered = new ArrayList<HistoryEntry>();
    long last = cursor.lastDelivered(run);
    for (var entry : historyStore.history(run)) {
      if (last < 0 ? !entry.at().isBefore(cursor.since()) : entry.sequence() > last) {
        undelivered.add(entry);
      }
    }
    return undelivered;
  }

  private List<Announcement> announcements(HistoryEntry entry) {
    var dialect = dialects.find(entry.run().dialect());
    return dialect.isEmpty()
        ? List.of()
        : new EventAnnouncements(historyStore).of(dialect.get(), entry);
  }

  private static Backoff after(Backoff before, DeliveryResult failure, Instant now) {
    long rest = Math.min(LONGEST_REST, FIRST_REST << Math.min(before.failures(), 20));
    var again = failure.retryAfter();
    long asked = again == null ? 0 : again.toSeconds();
    return new Backoff(before.failures() + 1, now.plusSeconds(Math.max(rest, asked)));
  }

  /// Delivery to one subscriber.
  private final class SubscriberDelivery {
    private final Subscriber subscriber;
    private final Cursor cursor;
    private final long deadline;
    private final List<String> declined = new ArrayList<>();
    private int delivered;

    SubscriberDelivery(Subscriber subscriber, Cursor cursor, long deadline) {
      this.subscriber = subscriber;
      this.cursor = cursor;
      this.deadline = deadline;
    }

    /// Delivers the pending announcements of a run; returns the failure, or null.
    @Nullable DeliveryResult run(CheckpointId run) {
      for (var entry : undelivered(cursor, run)) {
        for (var announcement : announcements(entry)) {
          var deliveryResult =
              subscriber.accepts(announcement)
                  ? deliverWithRetries(announcement)
                  : DeliveryResult.NOTHING;
          if (deliveryResult.kind() == DeliveryResult.Kind.LATER) {
            return deliveryResult;
          }
          delivered += deliveryResult.kind() == DeliveryResult.Kind.ARRIVED ? 1 : 0;
          if (deliveryResult.kind() == DeliveryResult.Kind.DECLINED) {
            declined.add(announcement.event() + " of " + run + ": " + deliveryResult.reason());
          }
        }
        cursor.advance(run, entry.sequence());
      }
      return null;
    }

    private DeliveryResult deliverWithRetries(Announcement announcement) {
      var deliveryResult = deliverOnce(announcement);
      var pause = FIRST_PAUSE;
      for (int i = 0; i < subscriber.retries(); i++) {
        var again = deliveryResult.retryAfter();
        var wait = again == null ? pause : again;
        boolean late = monotonicTimer.nanoTime() + wait.toNanos() - deadline >= 0;
        if (deliveryResult.kind() != DeliveryResult.Kind.LATER
            || late
            || !monotonicTimer.pause(wait)) {
          return deliveryResult;
        }
        deliveryResult = deliverOnce(announcement);
        pause = pause.multipliedBy(2);
      }
      return deliveryResult;
    }

    private DeliveryResult deliverOnce(Announcement announcement) {
      long left = deadline - monotonicTimer.nanoTime();
      return left <= 0
          ? DeliveryResult.later("there was no time left", null)
          : subscriber.deliver(announcement, Duration.ofNanos(left));
    }
  }
}
