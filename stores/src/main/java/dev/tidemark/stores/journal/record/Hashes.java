package dev.tidemark.stores.journal.record;

import dev.tidemark.text.Sha256;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// SHA-256 with a choice of implementation: pure Java without start-up cost for short texts, the
/// JDK's provider for long ones.
///
/// The JDK's provider costs a new process some fifteen milliseconds and is many times as fast
/// afterwards, so it is asked as soon as there is enough to hash.
public final class Hashes {
  private static final long WORTH_A_PROVIDER = 256L * 1024;

  /// The number of bytes hashed so far.
  private static final AtomicLong HASHED = new AtomicLong();

  private Hashes() {}

  /// Returns the hash as 64 lower-case hexadecimal digits.
  public static String hex(byte[] bytes) {
    return isWorthProvider(bytes)
        ? HexFormat.of().formatHex(Provider.of(bytes))
        : Sha256.hex(bytes);
  }

  /// Returns the hash in 43 characters, see RFC 4648 section 5, without padding.
  static String base64(byte[] bytes) {
    var hash = isWorthProvider(bytes) ? Provider.of(bytes) : Sha256.of(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }

  private static boolean isWorthProvider(byte[] bytes) {
    return HASHED.get() >= WORTH_A_PROVIDER || HASHED.addAndGet(bytes.length) >= WORTH_A_PROVIDER;
  }

  /// Loaded when it is first needed.
  private static final class Provider {
    private static final @Nullable MessageDigest DIGEST = digest();

    static byte[] of(byte[] bytes) {
      if (DIGEST == null) {
        return Sha256.of(bytes);
      }
      synchronized (DIGEST) {
        return DIGEST.digest(bytes);
      }
    }

    private static @Nullable MessageDigest digest() {
      try {
        return MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException absent) {
        return null;
      }
    }
  }
}
