package dev.tidemark.app.http;

import org.jspecify.annotations.Nullable;

/// Knows whose a token is. Safe for use by many threads.
@FunctionalInterface
public interface Tokens {
  /// Returns whose token has that [hash][dev.tidemark.text.SecretToken#hash]; null if nobody's, or
  /// nobody's any more.
  @Nullable User find(String hash);
}
