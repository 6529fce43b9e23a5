package dev.tidemark.port;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Delivery result of one announcement.
///
/// @param kind the kind of result
/// @param reason why it was not taken, without an address or a key; empty if it was
/// @param retryAfter the requested pause (`Retry-After`); absent if there is none
public record DeliveryResult(Kind kind, String reason, @Nullable Duration retryAfter) {
  /// It was taken.
  public static final DeliveryResult ARRIVED = new DeliveryResult(Kind.ARRIVED, "", null);

  /// Nothing to deliver.
  public static final DeliveryResult NOTHING = new DeliveryResult(Kind.NOTHING, "", null);

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
  public static DeliveryResult later(String reason, @Nullable Duration again) {
    return new DeliveryResult(Kind.LATER, reason, again);
  }

  /// They do not want it.
  public static DeliveryResult declined(String reason) {
    return new DeliveryResult(Kind.DECLINED, reason, null);
  }
}
