package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.HistoryEntry;
import dev.tidemark.dialect.DialectTable;
import dev.tidemark.store.Cursors;
import dev.tidemark.store.Cursors.Cursor;
import dev.tidemark.store.Cursors.Trouble;
import dev.tidemark.store.Past;
import dev.tidemark.world.Announcement;
import dev.tidemark.world.Listener;
import dev.tidemark.world.Receipt;
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
public final class Deliveries {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final long FIRST_REST = 5;
  private static final long LONGEST_REST = 3_600;

  private final DialectTable dialects;
  private final Past past;
  private final Cursors cursors;
  private final Pace pace;

  /// Takes the history to deliver, and the store of cursors.
  public Deliveries(DialectTable dialects, Past past, Cursors cursors, Pace pace) {
    this.dialects = dialects;
    this.past = past;
    this.cursors = cursors;
    this.pace = pace;
  }

  /// Scope and time limits of one delivery.
  ///
  /// @param runs the runs to deliver
  /// @param now the time; the starting position of a new subscriber
  /// @param since the same, where the run was changed a moment before
  /// @param patience how long everything may take
  /// @param insists whether subscribers in backoff are included
  public record Round(
      List<CheckpointId> runs, Instant now, Instant since, Duration patience, boolean insists) {
    /// Takes its own copy of the runs.
    public Round {
      runs = List.copyOf(runs);
    }
  }

  /// Result of a delivery.
  ///
  /// @param told the number of delivered announcements
  /// @param declined the rejected announcements, with reasons
  /// @param problem why something is left for another time; empty if nothing is
  /// @param flaw the damage of its cursor; empty if there is none
  public record Result(int told, List<String> declined, String problem, String flaw) {
    /// Takes its own copy of what was declined.
    public Result {
      declined = List.copyOf(declined);
    }

    /// A result without a damaged cursor.
    public Result(int told, List<String> declined, String problem) {
      this(told, declined, problem, "");
    }
  }

  /// Delivers the pending announcements to a subscriber, within the time limit.
  ///
  /// @throws dev.tidemark.store.StoreException if the history cannot be read or a cursor cannot be
  ///   saved
  public Result deliver(Listener listener, Round round) {
    long deadline = pace.nanoTime() + round.patience().toNanos();
    try (var cursor = cursors.take(listener.name(), round.since())) {
      if (cursor == null) {
        return new Result(0, List.of(), "another process is telling it just now");
      }
      if (!round.insists() && round.now().isBefore(cursor.trouble().notBefore())) {
        return new Result(0, List.of(), "", cursor.flaw());
      }
      var telling = new Telling(listener, cursor, deadline);
      for (var run : round.runs()) {
        var failure = telling.run(run);
        if (failure != null) {
          cursor.trouble(after(cursor.trouble(), failure, round.now()));
          return new Result(telling.told, telling.declined, failure.reason(), cursor.flaw());
        }
      }
      if (telling.told > 0) {
        cursor.trouble(Trouble.NONE);
      }
      return new Result(telling.told, telling.declined, "", cursor.flaw());
    }
  }

  /// Returns the announcements that are pending for a subscriber. Read-only: delivers nothing.
  ///
  /// @throws dev.tidemark.store.StoreException if the history cannot be read
  public List<Announcement> pending(Listener listener, Round round) {
    var pending = new ArrayList<Announcement>();
    var cursor = cursors.look(listener.name(), round.since());
    for (var run : round.runs()) {
      for (var entry : unheard(cursor, run)) {
        for (var announcement : announcements(entry)) {
          if (listener.wants(announcement)) {
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
  public String flaw(String listener, Instant now) {
    try (var cursor = cursors.look(listener, now)) {
      return cursor.flaw();
    }
  }

  private List<HistoryEntry> unheard(Cursor cursor, CheckpointId run) {
    var unheard = new ArrayList<HistoryEntry>();
    long last = cursor.last(run);
    for (var entry : past.history(run)) {
      if (last < 0 ? !entry.at().isBefore(cursor.since()) : entry.sequence() > last) {
        unheard.add(entry);
      }
    }
    return unheard;
  }

  private List<Announcement> announcements(HistoryEntry entry) {
    var dialect = dialects.find(entry.run().dialect());
    return dialect.isEmpty() ? List.of() : new Announcing(past).of(dialect.get(), entry);
  }

  private static Trouble after(Trouble before, Receipt failure, Instant now) {
    long rest = Math.min(LONGEST_REST, FIRST_REST << Math.min(before.failures(), 20));
    var again = failure.again();
    long asked = again == null ? 0 : again.toSeconds();
    return new Trouble(before.failures() + 1, now.plusSeconds(Math.max(rest, asked)));
  }

  /// Delivery to one subscriber.
  private final class Telling {
    private final Listener listener;
    private final Cursor cursor;
    private final long deadline;
    private final List<String> declined = new ArrayList<>();
    private int told;

    Telling(Listener listener, Cursor cursor, long deadline) {
      this.listener = listener;
      this.cursor = cursor;
      this.deadline = deadline;
    }

    /// Delivers the pending announcements of a run; returns the failure, or null.
    @Nullable Receipt run(CheckpointId run) {
      for (var entry : unheard(cursor, run)) {
        for (var announcement : announcements(entry)) {
          var receipt = listener.wants(announcement) ? tell(announcement) : Receipt.NOTHING;
          if (receipt.kind() == Receipt.Kind.LATER) {
            return receipt;
          }
          told += receipt.kind() == Receipt.Kind.ARRIVED ? 1 : 0;
          if (receipt.kind() == Receipt.Kind.DECLINED) {
            declined.add(announcement.event() + " of " + run + ": " + receipt.reason());
          }
        }
        cursor.advance(run, entry.sequence());
      }
      return null;
    }

    private Receipt tell(Announcement announcement) {
      var receipt = once(announcement);
      var pause = FIRST_PAUSE;
      for (int i = 0; i < listener.retries(); i++) {
        var again = receipt.again();
        var wait = again == null ? pause : again;
        boolean late = pace.nanoTime() + wait.toNanos() - deadline >= 0;
        if (receipt.kind() != Receipt.Kind.LATER || late || !pace.pause(wait)) {
          return receipt;
        }
        receipt = once(announcement);
        pause = pause.multipliedBy(2);
      }
      return receipt;
    }

    private Receipt once(Announcement announcement) {
      long left = deadline - pace.nanoTime();
      return left <= 0
          ? Receipt.later("there was no time left", null)
          : listener.hear(announcement, Duration.ofNanos(left));
    }
  }
}
