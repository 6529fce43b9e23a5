package dev.tidemark.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.text.Sha256;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// Knows whose a token is. Safe for use by many threads.
public interface Tokens {
  /// Returns whose token has that hash; null if nobody's, or nobody's any more.
  @Nullable User find(String hash);

  /// Returns a new secret that nobody guesses: 64 hexadecimal digits.
  static String fresh() {
    var bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /// Returns what is kept of a secret. It has as many bits as its hash, so guessing one is no
  /// easier than guessing the other, and looking the hash up tells nobody how near a guess was.
  static String hash(String secret) {
    return Sha256.hex(secret.getBytes(UTF_8));
  }
}
