package dev.tidemark.text;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Deterministic ids, derived by a hash, so that a repeated request gets the same id.
public final class DerivedId {
  private DerivedId() {}

  /// Returns an id in the form of a UUID of version 4.
  public static String of(String text) {
    var hex = new StringBuilder(Sha256.hex(text.getBytes(UTF_8)).substring(0, 32));
    hex.setCharAt(12, '4');
    hex.setCharAt(16, "89ab".charAt(Character.digit(hex.charAt(16), 16) & 3));
    return hex.insert(20, '-').insert(16, '-').insert(12, '-').insert(8, '-').toString();
  }
}
