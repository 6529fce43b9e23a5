package dev.tidemark.dialects.markdown;

import dev.tidemark.text.Timestamps;
import org.jspecify.annotations.Nullable;

/// YAML scalar codec for values of front matter, on one line.
///
/// A text is written without quotes only where readers of YAML 1.1 and 1.2 agree that it is that
/// string, and only with the characters that its format allows in plain scalars.
public final class YamlScalar {
  /// Plain scalars of letters of any language and a few marks.
  public static final YamlScalar LETTERS = new YamlScalar("", " _-./()+,", true);

  /// Plain scalars of printable ASCII.
  public static final YamlScalar ASCII =
      new YamlScalar("/_", " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", false);

  /// The plain scalars that some YAML reader does not take for a string, in lower case.
  private static final String RESERVED = " y n yes no on off true false null none nan inf ";

  /// Letters that occur in the numbers and times of some YAML: hexadecimal and octal ones,
  /// exponents, `.inf`, `.nan`, `T` and `Z`.
  private static final String NUMERIC = "abcdefxotzinABCDEFXOTZIN";

  private static final String HEX = "0123456789abcdef";

  private final String firsts;
  private final String marks;
  private final boolean unicode;

  /// A value and its position in its line.
  public record Found(int from, int to, String text) {}

  /// @param firsts the marks that a plain scalar may begin with
  /// @param marks the marks that it may contain
  /// @param unicode whether its letters may be other than ASCII
  private YamlScalar(String firsts, String marks, boolean unicode) {
    this.firsts = firsts;
    this.marks = marks;
    this.unicode = unicode;
  }

  /// Returns a text as it is written: plain where that is safe, else in double quotes.
  public String written(String text) {
    return isPlain(text) ? text : quoted(text);
  }

  /// Returns a time or a number as it is written, which is plain if it is one.
  public String writtenTyped(String text) {
    return isNumber(text) || Timestamps.parse(text).isPresent() ? text : written(text);
  }

  /// Returns whether a text is digits with at most one point between them.
  public static boolean isNumber(String text) {
    int points = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.' && i > 0 && i < text.length() - 1) {
        points++;
      } else if (!isDigit(c)) {
        return false;
      }
    }
    return !text.isEmpty() && points <= 1;
  }

  private boolean isPlain(String text) {
    if (text.isEmpty() || text.endsWith(" ") || RESERVED.contains(" " + lower(text) + " ")) {
      return false;
    }
    char first = text.charAt(0);
    if (!isDigit(first) && !isLetter(first) && firsts.indexOf(first) < 0) {
      return false;
    }
    boolean word = isLetter(first);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean allowed = isDigit(c) || isLetter(c) || marks.indexOf(c) >= 0;
      if (!allowed || isIndicator(text, i)) {
        return false;
      }
      word |= isLetter(c) && NUMERIC.indexOf(c) < 0;
    }
    return word;
  }

  /// Returns whether a character ends a key or begins a comment.
  private static boolean isIndicator(String text, int at) {
    return switch (text.charAt(at)) {
      case ':' -> at + 1 == text.length() || text.charAt(at + 1) == ' ';
      case '#' -> text.charAt(at - 1) == ' ';
      default -> false;
    };
  }

  private boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (unicode && c > 0x9f && Character.isLetter(c));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /// Lower case of ASCII only, without asking for a locale.
  private static String lower(String text) {
    var out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      out.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
    }
    return out.toString();
  }

  /// Returns a text in double quotes.
  public static String quoted(String text) {
    var out = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (isPrintable(text, i)) {
        out.append(c);
      } else {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append(HEX.charAt(c >> shift & 15));
        }
      }
    }
    return out.append('"').toString();
  }

  private static boolean isPrintable(String text, int at) {
    char c = text.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
    }
    if (Character.isLowSurrogate(c)) {
      return at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }
    boolean control = c < 0x20 || (c >= 0x7f && c <= 0xa0);
    boolean separator = c == 0x2028 || c == 0x2029;
    return !control && !separator && c != 0xfeff && c < 0xfffe;
  }

  /// Returns a text with its line breaks joined by a space, without blanks at its ends.
  public static String oneLine(String text) {
    var out = new StringBuilder(text.length());
    boolean gap = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029') {
        gap = true;
        continue;
      }
      if (gap) {
        out.append(' ');
        gap = false;
      }
      out.append(c);
    }
    return out.toString().strip();
  }

  /// Returns the value that begins after a key's colon; null if it is not a scalar on one line.
  public static @Nullable Found read(String line, int colon) {
    int from = colon + 1;
    while (from < line.length() && isBlank(line.charAt(from))) {
      from++;
    }
    if (from == line.length() || line.charAt(from) == '#') {
      int at = Math.min(colon + 1, line.length());
      return new Found(at, at, "");
    }
    char first = line.charAt(from);
    if (first == '"' || first == '\'') {
      return readQuoted(line, from);
    }
    if ("|>[{&*!%@`".indexOf(first) >= 0) {
      return null;
    }
    int to = line.length();
    for (int i = from; i < to; i++) {
      if (line.charAt(i) == '#' && isBlank(line.charAt(i - 1))) {
        to = i;
      }
    }
    while (isBlank(line.charAt(to - 1))) {
      to--;
    }
    return new Found(from, to, line.substring(from, to));
  }

  private static @Nullable Found readQuoted(String line, int from) {
    char quote = line.charAt(from);
    var text = new StringBuilder();
    int i = from + 1;
    while (i < line.length()) {
      char c = line.charAt(i);
      if (c == quote && quote == '\'' && i + 1 < line.length() && line.charAt(i + 1) == quote) {
        text.append(c);
        i += 2;
      } else if (c == quote) {
        return isEnd(line, i + 1) ? new Found(from, i + 1, text.toString()) : null;
      } else if (c == '\\' && quote == '"') {
        i = escape(line, i + 1, text);
      } else {
        text.append(c);
        i++;
      }
      if (i < 0) {
        return null;
      }
    }
    return null;
  }

  /// Appends the value of an escape, and returns the position after it; -1 if it is none.
  private static int escape(String line, int at, StringBuilder text) {
    if (at >= line.length()) {
      return -1;
    }
    char c = line.charAt(at);
    int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits == 0) {
      int known = "\"\\/ 0abtnvfreN_LP".indexOf(c);
      if (known < 0) {
        return -1;
      }
      text.append("\"\\/ \0\u0007\b\t\n\u000b\f\r\u001b\u0085\u00a0\u2028\u2029".charAt(known));
      return at + 1;
    }
    int end = at + 1 + digits;
    int value = 0;
    for (int i = at + 1; i < end; i++) {
      // Of ASCII only, since YAML knows no other digits.
      char hex = i < line.length() ? line.charAt(i) : ' ';
      int digit = hex < 0x80 ? Character.digit(hex, 16) : -1;
      if (digit < 0 || value > 0x10ffff) {
        return -1;
      }
      value = value * 16 + digit;
    }
    if (!Character.isValidCodePoint(value)) {
      return -1;
    }
    text.appendCodePoint(value);
    return end;
  }

  private static boolean isEnd(String line, int at) {
    int i = at;
    while (i < line.length() && isBlank(line.charAt(i))) {
      i++;
    }
    return i == line.length() || (line.charAt(i) == '#' && i > at);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
