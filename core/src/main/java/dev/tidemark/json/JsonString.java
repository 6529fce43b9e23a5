package dev.tidemark.json;

import org.jspecify.annotations.Nullable;

/// A JSON string, unescaped. It may hold unpaired surrogates, which JSON can escape.
public final class JsonString extends Json {
  private final String value;

  JsonString(String value, int start, int end) {
    super(start, end);
    this.value = value;
  }

  /// Returns the text as JSON.
  public static JsonString of(String value) {
    return new JsonString(value, NOWHERE, NOWHERE);
  }

  /// Returns the text without quotes and escapes.
  public String value() {
    return value;
  }

  @Override
  public Kind kind() {
    return Kind.STRING;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonString that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }
}
