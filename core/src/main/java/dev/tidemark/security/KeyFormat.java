package dev.tidemark.security;

/// A matcher for one format of [KeyFormats]: literal text and runs of a class of characters,
/// without backtracking.
///
/// The classes: `d` digits, `h` hexadecimal digits in small letters, `x` in any, `A` capital
/// letters and digits, `n` small letters and digits, `a` letters and digits, `u` with `_`, `w` with
/// `_-`, `v` with `_-.`, `s` base64 (`+/=`), `p` base64 as in addresses (`%+/=_-.`).
final class KeyFormat {
  /// The length at which a run without upper limit counts as a key.
  private static final int READ_MAX = 300;

  private KeyFormat() {}

  /// Returns where a key of the format ends that begins there; -1 if there is none.
  static int end(String table, int format, String text, int at) {
    int i = format;
    int to = at;
    int random = -1;
    while (table.charAt(i) != ' ' || !table.startsWith(" # ", i)) {
      char c = table.charAt(i);
      if (c == '<') {
        int close = table.indexOf('>', i);
        int most = most(table, i + 2, close);
        int end = run(text, to, table.charAt(i + 1), most);
        if (end - to < least(table, i + 2, close)) {
          return -1;
        }
        random = random < 0 ? to : random;
        to = end;
        i = close + 1;
      } else if (to < text.length() && text.charAt(to) == c) {
        to++;
        i++;
      } else {
        return -1;
      }
    }
    if (!RandomTextCheck.isVaried(text, random, to)) {
      return -1;
    }
    char last = table.charAt(table.lastIndexOf('<', i) + 1);
    if (table.charAt(i - 2) == '+') {
      int end = run(text, to, last, -1);
      // Punctuation at the end of a sentence is excluded.
      return text.charAt(end - 1) == '.' ? end - 1 : end;
    }
    boolean ends =
        to == text.length()
            || (!isOf(last, text.charAt(to)) && !Secrets.isWordChar(text.charAt(to)));
    return ends ? to : -1;
  }

  private static int least(String table, int from, int close) {
    int number = 0;
    for (int i = from; i < close && Character.isDigit(table.charAt(i)); i++) {
      number = 10 * number + table.charAt(i) - '0';
    }
    return number;
  }

  private static int most(String table, int from, int close) {
    if (table.charAt(close - 1) == '+') {
      return READ_MAX;
    }
    int dash = table.indexOf('-', from);
    return least(table, dash > 0 && dash < close ? dash + 1 : from, close);
  }

  /// Returns where a run of a class ends, after so many characters at most; -1 for no limit.
  private static int run(String text, int from, char of, int most) {
    int end = from;
    int limit = most < 0 ? text.length() : Math.min(text.length(), from + most);
    while (end < limit && isOf(of, text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isOf(char of, char c) {
    boolean digit = c >= '0' && c <= '9';
    boolean small = c >= 'a' && c <= 'z';
    boolean capital = c >= 'A' && c <= 'Z';
    return switch (of) {
      case 'd' -> digit;
      case 'h' -> digit || (c >= 'a' && c <= 'f');
      case 'x' -> digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      case 'A' -> digit || capital;
      case 'n' -> digit || small;
      default -> digit || small || capital || others(of).indexOf(c) >= 0;
    };
  }

  private static String others(char of) {
    return switch (of) {
      case 'u' -> "_";
      case 'w' -> "_-";
      case 'v' -> "_-.";
      case 's' -> "+/=";
      case 'p' -> "%+/=_-.";
      default -> "";
    };
  }
}
