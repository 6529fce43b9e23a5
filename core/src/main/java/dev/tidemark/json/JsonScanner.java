package dev.tidemark.json;

import dev.tidemark.json.JsonException.Reason;

/// Tokenizer (scanner) of JSON text.
final class JsonScanner {
  private final String text;
  private final char[] chars;
  private int at;

  JsonScanner(String text) {
    this.text = text;
    // An array, because charAt() costs four calls as long as bytecode is interpreted.
    this.chars = text.toCharArray();
  }

  /// Returns whether JSON spells a number like that.
  static boolean isNumber(String spelling) {
    var parser = new JsonScanner(spelling);
    return parser.skipNumber() && parser.at == parser.chars.length;
  }

  /// Returns the index of the character to be read next.
  int position() {
    return at;
  }

  boolean atEnd() {
    return at == chars.length;
  }

  /// Reads over one character.
  void skip() {
    at++;
  }

  void word(String word, String expected) {
    if (!text.startsWith(word, at)) {
      throw unexpected(expected);
    }
    at += word.length();
  }

  void skipSpace() {
    int i = at;
    while (i < chars.length && isSpace(chars[i])) {
      i++;
    }
    at = i;
  }

  /// Returns the character to be read next, or NUL, which JSON allows nowhere, at the end.
  char peek() {
    return at < chars.length ? chars[at] : '\0';
  }

  JsonException tooDeep() {
    var what = "nested deeper than " + JsonText.MAX_DEPTH + " levels";
    return JsonException.at(Reason.TOO_DEEP, what, text, at);
  }

  JsonException unexpected(String expected) {
    var what = "expected " + expected + " but found " + (at < chars.length ? shown() : "the end");
    return JsonException.at(Reason.SYNTAX, what, text, Math.min(at, chars.length));
  }

  private String shown() {
    char c = chars[at];
    return c > ' ' && c < 0x7f ? "'" + c + "'" : "U+" + Integer.toHexString(c);
  }

  /// Parses a string from its opening quote on and returns its value.
  String string() {
    int start = at + 1;
    int i = start;
    while (i < chars.length && chars[i] >= ' ' && chars[i] != '"' && chars[i] != '\\') {
      i++;
    }
    at = i;
    if (peek() == '\\') {
      return escaped(start);
    }
    if (peek() != '"') {
      throw unexpected("'\"'");
    }
    at++;
    return text.substring(start, i);
  }

  /// Reads a string on from its first backslash.
  private String escaped(int start) {
    var out = new StringBuilder();
    int kept = start;
    while (at < chars.length) {
      char c = chars[at];
      if (c == '"') {
        return out.append(text, kept, at++).toString();
      }
      if (c < ' ') {
        break;
      }
      if (c == '\\') {
        out.append(text, kept, at++).append(escape());
        kept = at;
      } else {
        at++;
      }
    }
    throw unexpected("'\"'");
  }

  private char escape() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unit();
      default -> {
        at--;
        throw unexpected("one of \"\\/bfnrtu");
      }
    };
  }

  private char unit() {
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      char c = peek();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw unexpected("four hexadecimal digits");
      }
      unit = unit << 4 | digit;
      at++;
    }
    return (char) unit;
  }

  /// Reads a number and returns its spelling.
  String number(String expected) {
    int start = at;
    if (peek() != '-' && !isDigit()) {
      throw unexpected(expected);
    }
    if (!skipNumber()) {
      throw unexpected("a digit");
    }
    return text.substring(start, at);
  }

  private boolean skipNumber() {
    if (peek() == '-') {
      at++;
    }
    if (peek() == '0') {
      at++;
    } else if (!skipDigits()) {
      return false;
    }
    if (peek() == '.') {
      at++;
      if (!skipDigits()) {
        return false;
      }
    }
    if (peek() == 'e' || peek() == 'E') {
      at++;
      if (peek() == '+' || peek() == '-') {
        at++;
      }
      return skipDigits();
    }
    return true;
  }

  private boolean skipDigits() {
    int start = at;
    while (isDigit()) {
      at++;
    }
    return at > start;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  private boolean isDigit() {
    return at < chars.length && chars[at] >= '0' && chars[at] <= '9';
  }
}
