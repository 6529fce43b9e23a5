package dev.tidemark.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/// Secrets that stand for somebody, and what is kept of them.
public final class SecretToken {
  /// How many random bytes are in one.
  public static final int BYTES = 32;

  private SecretToken() {}

  /// Returns a new secret: 64 hexadecimal digits.
  ///
  /// @param random nobody must be able to guess what it gives
  public static String fresh(RandomGenerator random) {
    var bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return of(bytes);
  }

  /// Returns the secret of [#BYTES] bytes that nobody can guess.
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /// Returns what is kept of a secret. It has as many bits as its hash, so guessing one is no
  /// easier than guessing the other, and looking the hash up tells nobody how near a guess was.
  public static String hash(String secret) {
    return Sha256.hex(secret.getBytes(UTF_8));
  }
}
