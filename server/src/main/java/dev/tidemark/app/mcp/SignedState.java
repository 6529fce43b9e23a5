package dev.tidemark.app.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashSet;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signed state: a token that the client must return unchanged, valid for ten minutes, once, and in
/// this process only. Safe for use by many threads.
final class SignedState {
  private static final long LIFETIME_NANOS = 600_000_000_000L;
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;
  private final SecureRandom random = new SecureRandom();
  private final Set<String> used = new HashSet<>();

  SignedState() {
    var bytes = new byte[32];
    random.nextBytes(bytes);
    this.key = new SecretKeySpec(bytes, ALGORITHM);
  }

  /// Returns a token that stands for a text.
  String close(String text) {
    var nonce = Long.toHexString(random.nextLong());
    var body = encoded((nonce + " " + System.nanoTime() + " " + text).getBytes(UTF_8));
    return body + "." + encoded(mac(body));
  }

  /// Returns whether a token stands for that text, and uses it up.
  synchronized boolean open(String token, String text) {
    int dot = token.indexOf('.');
    if (dot < 0) {
      return false;
    }
    var body = token.substring(0, dot);
    if (!MessageDigest.isEqual(
        encoded(mac(body)).getBytes(UTF_8), token.substring(dot + 1).getBytes(UTF_8))) {
      return false;
    }
    var parts = new String(Base64.getUrlDecoder().decode(body), UTF_8).split(" ", 3);
    boolean fresh = System.nanoTime() - Long.parseLong(parts[1]) < LIFETIME_NANOS;
    return fresh && parts[2].equals(text) && used.add(parts[0]);
  }

  private byte[] mac(String body) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(body.getBytes(UTF_8));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every run time has " + ALGORITHM, impossible);
    }
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
