package dev.tidemark.text;

import java.util.Locale;

/// Output escaping: characters that break a line, steer a terminal, reorder text or have no width
/// are spelled out, a line feed as `\n` and others by their number in braces, so that a text of a
/// file cannot forge a line or hide.
///
/// Terminals, logs, notices and status lines print by it; [PlainText] is for text that a model
/// reads, and leaves such characters out.
public final class EscapedText {
  private EscapedText() {}

  /// Returns the text as one line. Tabs stay.
  public static String line(String text) {
    return escaped(text, false);
  }

  /// Returns the text with its line feeds.
  public static String lines(String text) {
    return escaped(text, true);
  }

  /// Returns a JSON document in which no raw character steers a terminal or hides; the value is the
  /// same.
  ///
  /// Such characters occur inside strings only, where an escape means the same.
  public static String json(String document) {
    int i = 0;
    while (i < document.length() && document.charAt(i) < 0x7f) {
      i++;
    }
    if (i == document.length()) {
      return document;
    }
    var safe = new StringBuilder(document.length() + 16);
    safe.append(document, 0, i);
    while (i < document.length()) {
      int point = document.codePointAt(i);
      int end = i + Character.charCount(point);
      if (point < 0x7f || !isActive(point)) {
        safe.append(document, i, end);
      } else {
        for (int j = i; j < end; j++) {
          safe.append("\\u").append(hex(document.charAt(j)));
        }
      }
      i = end;
    }
    return safe.toString();
  }

  private static String hex(char c) {
    String digits = Integer.toHexString(c).toUpperCase(Locale.ROOT);
    return "0000".substring(digits.length()) + digits;
  }

  private static String escaped(String text, boolean feeds) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x7f || (c < ' ' && c != '\t' && (c != '\n' || !feeds))) {
        return spelled(text, feeds);
      }
    }
    return text;
  }

  private static String spelled(String text, boolean feeds) {
    var safe = new StringBuilder(text.length() + 16);
    int i = 0;
    while (i < text.length()) {
      int point = text.codePointAt(i);
      if (point == '\n' && !feeds) {
        safe.append("\\n");
      } else if (point == '\r') {
        safe.append("\\r");
      } else if (point == '\t' || point == '\n' || !isActive(point)) {
        safe.appendCodePoint(point);
      } else {
        safe.append("\\u{").append(Integer.toHexString(point)).append('}');
      }
      i += Character.charCount(point);
    }
    return safe.toString();
  }

  /// Returns whether a character is invisible or has an effect: control characters, line
  /// separators, marks of direction and joining, characters without width, tags, variation
  /// selectors except the usual one of emoji, unpaired surrogates, and unassigned characters.
  public static boolean isActive(int point) {
    if (point < 0x7f) {
      return point < ' ';
    }
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          true;
      default -> isBlank(point);
    };
  }

  /// Returns whether a letter or mark is drawn as nothing.
  private static boolean isBlank(int point) {
    return point == 0x034f
        || point == 0x115f
        || point == 0x1160
        || point == 0x17b4
        || point == 0x17b5
        || (point >= 0x180b && point <= 0x180f)
        || point == 0x3164
        || (point >= 0xfe00 && point <= 0xfe0e)
        || point == 0xffa0
        || point >= 0xe0000;
  }
}
