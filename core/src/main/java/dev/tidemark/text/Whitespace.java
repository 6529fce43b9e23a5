package dev.tidemark.text;

/// White space as ECMAScript's `\s` and `trim` define it, which is neither Java's nor Unicode's
/// set: it has U+FEFF, and has neither U+0085 nor U+200B.
public final class Whitespace {
  private Whitespace() {}

  /// Returns whether ECMAScript takes the character for white space.
  public static boolean isEcmaScript(char c) {
    if (c < 0x80) {
      return c == ' ' || (c >= 0x09 && c <= 0x0d);
    }
    return c == 0xa0
        || c == 0x1680
        || (c >= 0x2000 && c <= 0x200a)
        || c == 0x2028
        || c == 0x2029
        || c == 0x202f
        || c == 0x205f
        || c == 0x3000
        || c == 0xfeff;
  }

  /// Returns the text without white space at its ends.
  public static String trim(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isEcmaScript(text.charAt(start))) {
      start++;
    }
    while (end > start && isEcmaScript(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  /// Returns whether there is nothing but white space in the text.
  public static boolean isBlank(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isEcmaScript(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
