package dev.tidemark.brief;

import java.nio.charset.StandardCharsets;

/// How many tokens of the encoding o200k a text can have at most, without its tables.
public final class TokenBound {
  private TokenBound() {}

  /// Returns a number that the text's tokens do not exceed.
  public static int of(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
