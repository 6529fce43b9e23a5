package dev.tidemark.workflow;

import org.jspecify.annotations.Nullable;

/// Fact: the answer to an [Ask]: known, or unknown for a reason that a blocker can repeat.
///
/// @param <T> what the answer is made of
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

  /// Returns a fact that is known as far as it could be had, and what is missing from it.
  public static <T> Fact<T> partly(T value, String missing) {
    return new Fact<>(value, missing);
  }

  /// Returns a fact that could not be had, and why.
  public static <T> Fact<T> unknown(String reason) {
    return new Fact<>(null, reason);
  }

  /// Returns the value, or what to assume where it could not be had.
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
