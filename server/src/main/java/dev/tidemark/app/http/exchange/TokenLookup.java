package dev.tidemark.app.http.exchange;

import org.jspecify.annotations.Nullable;

/// Token lookup. Safe for use by many threads.
public interface TokenLookup {
  /// Returns the user of the token with that [hash][dev.tidemark.security.SecretToken#hash]; null
  /// if it is unknown, revoked or expired.
  @Nullable AuthenticatedUser find(String hash);

  /// Returns the user with a stored token of that name; null if there is none.
  @Nullable AuthenticatedUser named(String name);
}
