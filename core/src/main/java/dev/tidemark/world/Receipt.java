package dev.tidemark.world;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Delivery result of one announcement.
///
/// @param kind the kind of result
/// @param reason why it was not taken, without an address or a key; empty if it was
/// @param again the requested pause (`Retry-After`); absent if there is none
public record Receipt(Kind kind, String reason, @Nullable Duration again) {
  /// It was taken.
  public static final Receipt ARRIVED = new Receipt(Kind.ARRIVED, "", null);

  /// Nothing to deliver.
  public static final Receipt NOTHING = new Receipt(Kind.NOTHING, "", null);

  /// The kind of result.
  public enum Kind {
    /// It was taken.
    ARRIVED,
    /// Nothing to deliver.
    NOTHING,
    /// It was understood and not taken, and never will be.
    DECLINED,
    /// It did not arrive; it may another time.
    LATER
  }

  /// It did not arrive.
  public static Receipt later(String reason, @Nullable Duration again) {
    return new Receipt(Kind.LATER, reason, again);
  }

  /// They do not want it.
  public static Receipt declined(String reason) {
    return new Receipt(Kind.DECLINED, reason, null);
  }
}
