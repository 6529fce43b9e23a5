package dev.tidemark.dialects.item.format;

import dev.tidemark.text.Timestamps;
import org.jspecify.annotations.Nullable;

/// YAML scalar codec for values of the front matter, on one line.
public final class YamlScalarCodec {
  /// The plain scalars that some YAML reader does not take for a string, in lower case.
  private static final String RESERVED = " y n yes no on off true false null none nan inf ";

  private YamlScalarCodec() {}

  /// Returns a text as it is written: plain only where readers of YAML 1.1 and 1.2 both return the
  /// same string.
  static String written(String text) {
    return isPlain(text) ? text : quoted(text);
  }

  /// Returns a time or a number as it is written, which is plain if it is one.
  static String writtenTyped(String text) {
    return isNumber(text) || Timestamps.parse(text).isPresent() ? text : written(text);
  }

  public static boolean isNumber(String text) {
    int points = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.' && i > 0 && i < text.length() - 1) {
        points++;
      } else if (c < '0' || c > '9') {
        return false;
      }
    }
    return !text.isEmpty() && points <= 1;
  }

  private static boolean isPlain(String text) {
    if (text.isEmpty() || RESERVED.contains(" " + lower(text) + " ")) {
      return false;
    }
    char first = text.charAt(0);
    boolean digit = first >= '0' && first <= '9';
    if (!digit && !isLetter(first)) {
      return false;
    }
    boolean word = !digit;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isLetter(c) && "0123456789 _-./()+,".indexOf(c) < 0) {
        return false;
      }
      // Letters that occur in no number and in no date.
      word |= isLetter(c) && "abcdefoxtzABCDEFOXTZ".indexOf(c) < 0;
    }
    return word && text.charAt(text.length() - 1) != ' ';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c > 0x9f && Character.isLetter(c));
  }

  private static String lower(String text) {
    var out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      out.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
    }
    return out.toString();
  }

  private static String quoted(String text) {
    var out = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean rare =
          c < 0x20
              || (c >= 0x7f && c <= 0xa0)
              || c == 0x2028
              || c == 0x2029
              || c == 0xfeff
              || c >= 0xfffe;
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (rare) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          out.append("0123456789abcdef".charAt(c >> shift & 15));
        }
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  /// A value and its position in its line.
  public record Found(int from, int to, String text) {}

  /// Returns the value that begins after a key's colon; null if it is not a scalar on one line.
  static @Nullable Found read(String line, int colon) {
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
      return quoted(line, from);
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

  private static @Nullable Found quoted(String line, int from) {
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
      int digit = i < line.length() ? Character.digit(line.charAt(i), 16) : -1;
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
