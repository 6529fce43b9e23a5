package dev.tidemark.json;

import org.jspecify.annotations.Nullable;

/// The JSON value `null`.
public final class JsonNull extends Json {
  /// A `null` that was not parsed.
  public static final JsonNull NULL = new JsonNull(NOWHERE, NOWHERE);

  JsonNull(int start, int end) {
    super(start, end);
  }

  @Override
  public Kind kind() {
    return Kind.NULL;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonNull;
  }

  @Override
  public int hashCode() {
    return 0;
  }
}
