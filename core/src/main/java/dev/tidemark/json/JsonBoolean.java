package dev.tidemark.json;

import org.jspecify.annotations.Nullable;

/// A JSON `true` or `false`.
public final class JsonBoolean extends Json {
  private final boolean value;

  JsonBoolean(boolean value, int start, int end) {
    super(start, end);
    this.value = value;
  }

  /// Returns the value as JSON.
  public static JsonBoolean of(boolean value) {
    return new JsonBoolean(value, NOWHERE, NOWHERE);
  }

  /// Returns the truth value.
  public boolean value() {
    return value;
  }

  @Override
  public Kind kind() {
    return Kind.BOOLEAN;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonBoolean that && value == that.value;
  }

  @Override
  public int hashCode() {
    return value ? 1231 : 1237;
  }
}
