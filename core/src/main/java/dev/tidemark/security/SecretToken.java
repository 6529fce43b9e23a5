package dev.tidemark.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.text.Sha256;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/// Bearer tokens, and their hashes for storage.
public final class SecretToken {
  /// The number of random bytes of a token.
  public static final int BYTES = 32;

  private SecretToken() {}

  /// Returns a new secret: 64 hexadecimal digits.
  ///
  /// @param random a cryptographically secure source
  public static String generate(RandomGenerator random) {
    var bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return of(bytes);
  }

  /// Returns the token of [#BYTES] random bytes.
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /// Returns the hash of a token, for storage. It has as many bits as its hash, so guessing one is
  /// no easier than guessing the other, and the time of a lookup of the hash reveals nothing about
  /// the token.
  public static String hash(String secret) {
    return Sha256.hex(secret.getBytes(UTF_8));
  }
}
