package dev.tidemark.history;

import dev.tidemark.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// JSON codec of claims and releases of a run: `"owner":"ann@host:/work","fence":3,"from":"..."`.
/// Loaded only where there is such an event.
final class LeaseJson {
  private static final String OWNER = "owner";
  private static final String FENCE = "fence";
  private static final String FROM = "from";

  private LeaseJson() {}

  static void write(JsonObject.Builder json, Event event) {
    if (event instanceof Event.LeaseAcquired taken) {
      json.add(OWNER, taken.owner()).add(FENCE, taken.fence()).addIfPresent(FROM, taken.from());
    } else if (event instanceof Event.LeaseReleased given) {
      json.add(OWNER, given.owner()).add(FENCE, given.fence());
    }
  }

  static @Nullable Event read(Event.Kind kind, JsonObject json) {
    var owner = json.string(OWNER);
    var number = json.number(FENCE);
    if (owner == null || number == null || number.wholeValue().isEmpty()) {
      return null;
    }
    long fence = number.wholeValue().getAsLong();
    return kind == Event.Kind.LEASE_ACQUIRED
        ? new Event.LeaseAcquired(owner, fence, json.string(FROM))
        : new Event.LeaseReleased(owner, fence);
  }
}
