package dev.tidemark.json;

import org.jspecify.annotations.Nullable;

/// One key and its value in an object.
public final class JsonMember {
  private final String key;
  private final Json value;
  private final int keyStart;
  private final int keyEnd;

  JsonMember(String key, Json value, int keyStart, int keyEnd) {
    this.key = key;
    this.value = value;
    this.keyStart = keyStart;
    this.keyEnd = keyEnd;
  }

  /// Returns a member that was not parsed.
  public static JsonMember of(String key, Json value) {
    return new JsonMember(key, value, Json.NOWHERE, Json.NOWHERE);
  }

  /// Returns the key without quotes and escapes.
  public String key() {
    return key;
  }

  /// Returns the value.
  public Json value() {
    return value;
  }

  /// Returns the index of the key's opening quote in the parsed text, or -1 if made.
  public int keyStart() {
    return keyStart;
  }

  /// Returns the index after the key's closing quote in the parsed text, or -1 if made.
  public int keyEnd() {
    return keyEnd;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonMember that && key.equals(that.key) && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + value.hashCode();
  }

  @Override
  public String toString() {
    return JsonString.of(key) + ":" + value;
  }
}
