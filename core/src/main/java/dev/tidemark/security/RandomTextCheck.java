package dev.tidemark.security;

/// Randomness heuristic: distinguishes generated strings from names.
final class RandomTextCheck {
  private static final int UUID = 36;

  private RandomTextCheck() {}

  /// Returns whether a text has letters and digits and few of them twice.
  static boolean isMixed(String text, int from, int end) {
    int seen = seen(text, from, end);
    return (seen & 4) != 0
        && (seen & 3) != 0
        && distinct(text, from, end) >= Math.min(10, (end - from) / 2);
  }

  /// Returns whether a text may be the random part of a key of a published format: not the same few
  /// characters, as in examples, and not a word.
  static boolean isVaried(String text, int from, int end) {
    int classes = seen(text, from, end);
    int joints = 0;
    for (int i = from; i < end; i++) {
      joints += text.charAt(i) == '-' ? 1 : 0;
    }
    int distinct = distinct(text, from, end);
    boolean words = joints >= 4 && (classes & 2) == 0 && changes(text, from, end) <= 4;
    return !words
        && distinct >= Math.min(8, (end - from) / 4)
        && ((classes & 4) != 0 || (classes & 3) == 3 || ((classes & 7) == 2 && distinct >= 9));
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
    return Integer.bitCount(seen(text, from, end));
  }

  private static int seen(String text, int from, int end) {
    int seen = 0;
    for (int i = from; i < end; i++) {
      seen |= classes(text, i);
    }
    return seen;
  }

  /// Returns how often the kind of character changes within the parts of a text that `-_./:` join.
  /// A capital letter at the beginning of a word is no change: `Tide42` has one, `x7Kq` three.
  static int changes(String text, int from, int end) {
    int changes = 0;
    int last = 0;
    for (int i = from; i < end; i++) {
      int kind = "-_./:".indexOf(text.charAt(i)) >= 0 ? 0 : classes(text, i);
      changes += kind != last && kind * last != 0 && !(last == 2 && kind == 1) ? 1 : 0;
      last = kind;
    }
    return changes;
  }

  /// Returns whether small and capital letters take turns as they do in no word or identifier.
  static boolean isScrambled(String text, int from, int end) {
    int turns = 0;
    int pairs = 0;
    for (int i = from + 1; i < end; i++) {
      int last = classes(text, i - 1);
      int kind = classes(text, i);
      turns += kind + last == 3 ? 1 : 0;
      pairs += kind == 2 && last == 2 ? 1 : 0;
    }
    return turns >= 4 && pairs >= 2 && turns + pairs >= (end - from) / 3;
  }

  private static int classes(String text, int at) {
    char c = text.charAt(at);
    if (c >= 128 && Character.isLetter(c)) {
      return Character.isUpperCase(c) ? 2 : 1;
    }
    return c >= 'a' && c <= 'z' ? 1 : c >= 'A' && c <= 'Z' ? 2 : c >= '0' && c <= '9' ? 4 : 8;
  }
}
