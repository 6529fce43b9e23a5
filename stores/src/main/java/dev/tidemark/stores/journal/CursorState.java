package dev.tidemark.stores.journal;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.Cursors.Cursor;
import dev.tidemark.store.Cursors.Trouble;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One listener's cursor as every store keeps it: a JSON text. One that is damaged or lost begins
/// anew: what was delivered before is not delivered again.
public final class CursorState implements Cursor {
  private final Instant since;
  private final Map<String, Long> last = new TreeMap<>();
  private final Keeper keeper;
  private Trouble trouble = Trouble.NONE;
  private boolean moved;

  /// Whoever keeps the cursor when it is closed.
  public interface Keeper {
    /// Keeps the text of the cursor, and lets go of it.
    ///
    /// @param text absent if it has not moved
    void close(@Nullable String text);
  }

  private CursorState(JsonObject json, Instant since, Keeper keeper) {
    this.keeper = keeper;
    var begun = json.string("since");
    this.since = begun == null ? since : Timestamps.parse(begun).orElse(since);
    this.moved = begun == null;
    var runs = json.object("runs");
    for (var member : (runs == null ? JsonObject.EMPTY : runs).members()) {
      if (member.value() instanceof JsonNumber number && number.wholeValue().isPresent()) {
        last.put(member.key(), number.wholeValue().getAsLong());
      }
    }
    var failures = json.number("failures");
    var notBefore = json.string("not_before");
    if (failures != null && notBefore != null) {
      trouble =
          new Trouble(
              (int) failures.wholeValue().orElse(1),
              Timestamps.parse(notBefore).orElse(Instant.EPOCH));
    }
  }

  /// Reads a cursor.
  ///
  /// @param text empty for none
  /// @param since where the listener begins that was never told anything
  public static CursorState of(String text, Instant since, Keeper keeper) {
    try {
      if (!text.isEmpty() && JsonText.parse(text) instanceof JsonObject json) {
        return new CursorState(json, since, keeper);
      }
    } catch (JsonException damaged) {
      // It begins anew.
    }
    return new CursorState(JsonObject.EMPTY, since, keeper);
  }

  @Override
  public long last(CheckpointId run) {
    return last.getOrDefault(run.toString(), -1L);
  }

  @Override
  public Instant since() {
    return since;
  }

  @Override
  public void advance(CheckpointId run, long sequence) {
    last.put(run.toString(), sequence);
    moved = true;
  }

  @Override
  public Trouble trouble() {
    return trouble;
  }

  @Override
  public void trouble(Trouble now) {
    moved |= !now.equals(trouble);
    trouble = now;
  }

  @Override
  public void close() {
    keeper.close(moved ? text() : null);
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
