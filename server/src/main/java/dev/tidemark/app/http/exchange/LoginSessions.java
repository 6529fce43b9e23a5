package dev.tidemark.app.http.exchange;

import dev.tidemark.security.SecretToken;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Login sessions, with expiry. Nothing of it outlives the server. Safe for use by many threads.
final class LoginSessions {
  /// The idle timeout of a session.
  static final Duration LIFETIME = Duration.ofHours(12);

  private static final int MOST = 1_000;

  /// By the hash of their cookies, those seen longest ago first.
  private final Map<String, Seen> known = new LinkedHashMap<>(16, 0.75f, true);

  /// @param token the hash of the token they logged in with
  private record Seen(String token, long nanos) {}

  /// Creates a session.
  ///
  /// @return the value of their cookie
  synchronized String begin(String token, long nanos) {
    if (known.size() >= MOST) {
      known.remove(known.keySet().iterator().next());
    }
    var cookie = SecretToken.generate(new SecureRandom());
    known.put(SecretToken.hash(cookie), new Seen(token, nanos));
    return cookie;
  }

  /// Returns the token of a session; null if it is unknown or expired.
  synchronized @Nullable String find(String cookie, long nanos) {
    var hash = SecretToken.hash(cookie);
    var seen = known.get(hash);
    if (seen == null || nanos - seen.nanos() > LIFETIME.toNanos()) {
      known.remove(hash);
      return null;
    }
    known.put(hash, new Seen(seen.token(), nanos));
    return seen.token();
  }

  synchronized void end(String cookie) {
    known.remove(SecretToken.hash(cookie));
  }
}
