package dev.tidemark.text;

import java.util.List;

/// Plain text check: no control characters, no invisible characters, no bidirectional overrides.
public final class PlainText {
  private static final char ESCAPE = '\u001b';
  private static final int NAME_MAX = 80;
  private static final char BELL = '\u0007';

  private PlainText() {}

  /// Returns the text without control characters, escape sequences, marks that change the direction
  /// of writing, characters without width and halves of surrogate pairs. Line ends stay, as line
  /// feeds; tabs become blanks.
  public static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' && c != '\n') || c >= 0x7f) {
        return withoutControls(text);
      }
    }
    return text;
  }

  /// Returns the text likewise, as one line.
  public static String line(String text) {
    return of(text).replace('\n', ' ').strip();
  }

  /// Returns the text if it is one word of letters, digits and `.:_/+-`, such as an id or a time;
  /// else words of our own. For lines that cannot be marked as data: a sentence in place of a name
  /// is not printed.
  public static String name(String text) {
    boolean name = !text.isEmpty() && text.length() <= NAME_MAX;
    for (int i = 0; name && i < text.length(); i++) {
      char c = text.charAt(i);
      name =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || ".:_/+-".indexOf(c) >= 0;
    }
    return name || text.isEmpty() ? text : "(not a name)";
  }

  /// Returns the first names of a list, and how many more there are.
  public static String list(List<String> names, int most) {
    int more = names.size() - most;
    return more <= 0
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, most)) + " and " + more + " more";
  }

  /// Returns whether a text contains words as they are, and not merely longer ones: `FEAT-1` is not
  /// in `FEAT-12`.
  public static boolean hasWords(String text, String words) {
    for (int at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
      int end = at + words.length();
      boolean begins = at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
      if (begins && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  private static String withoutControls(String text) {
    var plain = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == ESCAPE || c == '\u009b' || c == '\u009d') {
        i = afterSequence(text, i);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        int point = Character.toCodePoint(c, text.charAt(i + 1));
        if (!isHidden(point)) {
          plain.append(c).append(text.charAt(i + 1));
        }
        i += 2;
      } else {
        append(plain, text, i);
        i++;
      }
    }
    return plain.toString();
  }

  private static void append(StringBuilder plain, String text, int at) {
    char c = text.charAt(at);
    if (c == '\n' || c == '\u2028' || c == '\u2029' || c == '\u0085') {
      plain.append('\n');
    } else if (c == '\r') {
      if (at + 1 == text.length() || text.charAt(at + 1) != '\n') {
        plain.append('\n');
      }
    } else if (c == '\t') {
      plain.append(' ');
    } else if (c >= ' ' && (c < 0x7f || (c > 0x9f && !isInvisible(c)))) {
      plain.append(c);
    }
  }

  /// Returns the position of the next printed character after an escape sequence.
  private static int afterSequence(String text, int at) {
    char first = text.charAt(at);
    int i = at + 1;
    char kind = first == ESCAPE ? (i < text.length() ? text.charAt(i++) : ' ') : first;
    if (kind == '[' || kind == '\u009b') {
      while (i < text.length() && text.charAt(i) >= 0x20 && text.charAt(i) < 0x40) {
        i++;
      }
      return i < text.length() && text.charAt(i) >= 0x40 && text.charAt(i) < 0x7f ? i + 1 : i;
    }
    if (kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == '\u009d') {
      int end = endOfString(text, i);
      return end < 0 ? i : end;
    }
    return kind < ' ' || kind > '~' ? at + 1 : i;
  }

  /// Returns where a string for the terminal ends; -1 if it does not, so that all of it is text.
  private static int endOfString(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == BELL || c == '\u009c') {
        return i + 1;
      }
      if (c == ESCAPE && i + 1 < text.length() && text.charAt(i + 1) == '\\') {
        return i + 2;
      }
      if (c == '\n') {
        return -1;
      }
    }
    return -1;
  }

  /// Marks of direction and of joining, fillers, variation selectors, private use, halves of pairs.
  private static boolean isInvisible(char c) {
    return Character.isSurrogate(c)
        || Character.getType(c) == Character.FORMAT
        || (c >= 0xe000 && c <= 0xf8ff)
        || c == 0x034f
        || c == 0x115f
        || c == 0x1160
        || c == 0x17b4
        || c == 0x17b5
        || (c >= 0x180b && c <= 0x180f)
        || (c >= 0x2060 && c <= 0x206f)
        || c == 0x3164
        || (c >= 0xfe00 && c <= 0xfe0f)
        || c == 0xffa0
        || (c >= 0xfff0 && c <= 0xfffb)
        || c >= 0xfffe;
  }

  /// Tags and variation selectors: text that people do not see and models read.
  private static boolean isHidden(int point) {
    return Character.getType(point) == Character.FORMAT
        || (point >= 0xe0000 && point <= 0xe0fff)
        || (point & 0xfffe) == 0xfffe
        || point >= 0xf0000;
  }
}
