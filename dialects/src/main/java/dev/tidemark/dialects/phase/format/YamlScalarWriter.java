package dev.tidemark.dialects.phase.format;

/// YAML scalar writer, with quoting that YAML 1.1 and 1.2 readers agree on.
///
/// A text is written without quotes only where that is beyond doubt, which leaves some that would
/// not need them.
public final class YamlScalarWriter {
  /// Letters that stand in numbers and times of some YAML: hexadecimal and octal ones, exponents,
  /// `.inf`, `.nan`, `T` and `Z`.
  private static final String NUMERIC = "abcdefxotzinABCDEFXOTZIN";

  private static final String HEX = "0123456789ABCDEF";

  private YamlScalarWriter() {}

  /// Returns a text without quotes where that is safe, else in double quotes.
  public static String text(String text) {
    var line = oneLine(text);
    return isPlain(line) ? line : inQuotes(line);
  }

  /// Returns a text in double quotes.
  public static String quoted(String text) {
    return inQuotes(oneLine(text));
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

  private static boolean isPlain(String text) {
    if (text.isEmpty() || isWord(text) || !isFirst(text.charAt(0))) {
      return false;
    }
    boolean numeric = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean last = i + 1 == text.length();
      if (c < 0x20 || c > 0x7e || (c == ':' && (last || text.charAt(i + 1) == ' '))) {
        return false;
      }
      if (c == '#' && text.charAt(i - 1) == ' ') {
        return false;
      }
      numeric &= !isLetter(c) || NUMERIC.indexOf(c) >= 0;
    }
    return !numeric || isLetter(text.charAt(0));
  }

  private static boolean isFirst(char c) {
    return isLetter(c) || (c >= '0' && c <= '9') || c == '/' || c == '_';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /// Returns whether some YAML takes a word for something else than text.
  private static boolean isWord(String text) {
    return switch (lower(text)) {
      case "null", "true", "false", "yes", "no", "on", "off", "y", "n" -> true;
      default -> false;
    };
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

  private static String inQuotes(String text) {
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
          out.append(HEX.charAt(c >> shift & 0xf));
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
    return (c >= 0x20 && c < 0x7f) || (c >= 0xa0 && c < 0xfffe && c != '\ufeff');
  }
}
