package dev.tidemark.json;

/// JSON value, immutable.
///
/// A parsed value has its span in the source text; a constructed one has none. Equality is
/// structural and ignores spans: objects are equal when their members are, in order and with
/// duplicates, numbers when they are spelled alike (`1` is not `1.0`), strings when they mean the
/// same characters, however escaped.
public abstract sealed class Json
    permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBoolean, JsonNull {

  /// The six kinds of JSON value, so that callers can switch without type patterns.
  public enum Kind {
    /// A [JsonObject].
    OBJECT,
    /// A [JsonArray].
    ARRAY,
    /// A [JsonString].
    STRING,
    /// A [JsonNumber].
    NUMBER,
    /// A [JsonBoolean].
    BOOLEAN,
    /// A [JsonNull].
    NULL
  }

  /// The span of a value without source text.
  static final int NOWHERE = -1;

  private final int start;
  private final int end;

  Json(int start, int end) {
    this.start = start;
    this.end = end;
  }

  /// Returns which of the six this is.
  public abstract Kind kind();

  /// Returns the index of its first character in the text it was parsed from, or -1 if made.
  public final int start() {
    return start;
  }

  /// Returns the index after its last character in the text it was parsed from, or -1 if made.
  public final int end() {
    return end;
  }

  /// Returns the value in its compact spelling, see [JsonText#compact].
  @Override
  public final String toString() {
    return JsonText.compact(this);
  }
}
