package dev.tidemark.security;

/// Randomness heuristic: distinguishes generated strings from names.
final class RandomTextCheck {
  private static final int UUID = 36;

  private RandomTextCheck() {}

  /// Returns whether a text has letters and digits and few of them twice.
  static boolean isMixed(String text, int from, int end) {
    boolean digit = false;
    boolean letter = false;
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      digit |= c >= '0' && c <= '9';
      letter |= (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
    return digit && letter && distinct(text, from, end) >= Math.min(10, (end - from) / 2);
  }

  /// Returns whether a text may be the random part of a key of a published format: not the same few
  /// characters, as in examples, and not a word.
  static boolean isVaried(String text, int from, int end) {
    int classes = 0;
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      classes |= c >= 'a' && c <= 'z' ? 1 : c >= 'A' && c <= 'Z' ? 2 : c >= '0' && c <= '9' ? 4 : 0;
    }
    int distinct = distinct(text, from, end);
    return distinct >= Math.min(8, (end - from) / 4)
        && ((classes & 4) != 0 || (classes & 3) == 3 || (classes == 2 && distinct >= 9));
  }

  private static int distinct(String text, int from, int end) {
    long low = 0;
    long high = 0;
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      if (c < 64) {
        low |= 1L << c;
      } else if (c < 128) {
        high |= 1L << (c - 64);
      }
    }
    return Long.bitCount(low) + Long.bitCount(high);
  }

  /// Returns whether a text is a number to base 16, as commit ids and digests are, or a UUID.
  static boolean isIdentity(String text, int from, int end) {
    int hyphens = 0;
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      if (c == '-') {
        hyphens++;
      } else if (Character.digit(c, 16) < 0) {
        return false;
      }
    }
    return hyphens == 0 || (hyphens == 4 && end - from == UUID);
  }

  /// Returns how many of small letters, capital letters, digits and other signs there are.
  static int classes(String text, int from, int end) {
    int seen = 0;
    for (int i = from; i < end; i++) {
      char c = text.charAt(i);
      seen |= c >= 'a' && c <= 'z' ? 1 : c >= 'A' && c <= 'Z' ? 2 : c >= '0' && c <= '9' ? 4 : 8;
    }
    return Integer.bitCount(seen);
  }
}
