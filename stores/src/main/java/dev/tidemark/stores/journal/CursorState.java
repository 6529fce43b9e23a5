package dev.tidemark.stores.journal;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.Cursors.Backoff;
import dev.tidemark.store.Cursors.Cursor;
import dev.tidemark.text.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// JSON codec of a delivery cursor, the same for every store. A lost cursor starts at the present:
/// earlier announcements are not delivered again. A damaged cursor is moved back by a
/// [week][#REPLAY], so that announcements are repeated.
public final class CursorState implements Cursor {
  /// The interval by which a damaged cursor is moved back. Failures for longer than that have been
  /// reported; a longer replay would flood the subscriber.
  public static final Duration REPLAY = Duration.ofDays(7);

  private final Instant since;
  private final Map<String, Long> last = new TreeMap<>();

  /// Saves the text of the cursor, which is absent if it has not moved, and lets go of the cursor.
  private final Consumer<@Nullable String> keeper;

  private final String diagnostic;
  private Backoff trouble = Backoff.NONE;
  private boolean moved;

  private CursorState(Instant since, Consumer<@Nullable String> keeper, String diagnostic) {
    this.since = since;
    this.keeper = keeper;
    this.diagnostic = diagnostic;
    this.moved = true;
  }

  private CursorState(
      JsonObject json, Map<String, Long> runs, Instant since, Consumer<@Nullable String> keeper) {
    this(since, keeper, "");
    this.moved = false;
    last.putAll(runs);
    var failures = json.number("failures");
    var notBefore = json.string("not_before");
    if (failures != null && notBefore != null) {
      trouble =
          new Backoff(
              (int) failures.wholeValue().orElse(1),
              Timestamps.parse(notBefore).orElse(Instant.EPOCH));
    }
  }

  /// Reads a cursor.
  ///
  /// @return null if it is damaged
  public static @Nullable CursorState of(String text, Consumer<@Nullable String> keeper) {
    try {
      var json = JsonText.parse(text) instanceof JsonObject object ? object : JsonObject.EMPTY;
      var since = json.string("since");
      var begun = since == null ? Optional.<Instant>empty() : Timestamps.parse(since);
      var runs = runs(json.object("runs"));
      return begun.isEmpty() || runs == null
          ? null
          : new CursorState(json, runs, begun.get(), keeper);
    } catch (JsonException damaged) {
      return null;
    }
  }

  /// Returns the position in each run; null if that is damaged: a missing run would be delivered
  /// from its beginning without a reason.
  private static @Nullable Map<String, Long> runs(@Nullable JsonObject json) {
    if (json == null) {
      return null;
    }
    var runs = new TreeMap<String, Long>();
    for (var member : json.members()) {
      if (!(member.value() instanceof JsonNumber number) || number.wholeValue().isEmpty()) {
        return null;
      }
      runs.put(member.key(), number.wholeValue().getAsLong());
    }
    return runs;
  }

  /// Begins a cursor for a new subscriber.
  public static CursorState started(Instant since, Consumer<@Nullable String> keeper) {
    return new CursorState(since, keeper, "");
  }

  /// Begins a cursor in place of a damaged one.
  ///
  /// @param kept the location of the damaged one, as the end of a sentence; empty for none
  public static CursorState restarted(
      Instant since, Consumer<@Nullable String> keeper, String kept) {
    var when = Timestamps.seconds(since);
    var diagnostic = "has a damaged cursor: events since " + when + " are sent again" + kept;
    return new CursorState(since, keeper, diagnostic);
  }

  @Override
  public long lastDelivered(CheckpointId run) {
    return last.getOrDefault(run.toString(), -1L);
  }

  @Override
  public Instant since() {
    return since;
  }

  @Override
  public String damage() {
    return diagnostic;
  }

  @Override
  public void advance(CheckpointId run, long sequence) {
    last.put(run.toString(), sequence);
    moved = true;
  }

  @Override
  public Backoff backoff() {
    return trouble;
  }

  @Override
  public void backoff(Backoff now) {
    moved |= !now.equals(trouble);
    trouble = now;
  }

  @Override
  public void close() {
    keeper.accept(moved ? text() : null);
  }

  private String text() {
    var runs = JsonObject.builder();
    last.forEach(runs::add);
    var json =
        JsonObject.builder().add("since", Timestamps.millis(since)).add("runs", runs.build());
    if (trouble.failures() > 0) {
      json.add("failures", trouble.failures());
      json.add("not_before", Timestamps.millis(trouble.notBefore()));
    }
    return JsonText.compact(json.build());
  }
}
