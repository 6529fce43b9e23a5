package dev.tidemark.workflow.fact;

import org.jspecify.annotations.Nullable;

/// Fact: the answer to an [dev.tidemark.workflow.FactQuery]: known, or unknown for a reason that a
/// blocker can repeat.
///
/// @param <T> the type of the answer
public final class Fact<T> {
  private final @Nullable T value;
  private final String reason;

  private Fact(@Nullable T value, String reason) {
    this.value = value;
    this.reason = reason;
  }

  /// Returns a fact that is known.
  public static <T> Fact<T> known(T value) {
    return new Fact<>(value, "");
  }

  /// Returns a partially known fact, with the missing part.
  public static <T> Fact<T> partial(T value, String missing) {
    return new Fact<>(value, missing);
  }

  /// Returns a fact that could not be had, and why.
  public static <T> Fact<T> unknown(String reason) {
    return new Fact<>(null, reason);
  }

  /// Returns the value, or a default if it is unknown.
  public T orElse(T assumed) {
    return value == null ? assumed : value;
  }

  /// Returns whether the fact could be had.
  public boolean isKnown() {
    return value != null;
  }

  /// Returns why the fact could not be had, or not all of it; empty if it could.
  public String reason() {
    return reason;
  }
}
