package dev.tidemark.security;

import org.jspecify.annotations.Nullable;

/// Text normalization: a part of a text without its invisible characters and terminal sequences, or
/// without some line breaks, and the way back to the places in the text.
final class VisibleText {
  private static final char ESCAPE = 0x1b;

  private final StringBuilder visible = new StringBuilder();

  /// Where each visible character is in the text.
  private final int[] places;

  private VisibleText(int length) {
    places = new int[length];
  }

  /// Returns a text without its invisible characters; null if it has none.
  static @Nullable VisibleText of(String text) {
    int first = 0;
    while (first < text.length() && !isInvisible(text.charAt(first))) {
      first++;
    }
    if (first == text.length()) {
      return null;
    }
    var made = new VisibleText(text.length());
    made.add(text, 0, first);
    int at = first;
    while (at < text.length()) {
      if (isInvisible(text.charAt(at))) {
        at = invisibleEnd(text, at);
      } else {
        made.add(text, at, at + 1);
        at++;
      }
    }
    return made;
  }

  /// Returns a text that consists of some parts of another.
  ///
  /// @param bounds the start and end of each part
  /// @param count how many bounds there are
  static VisibleText of(String text, int[] bounds, int count) {
    var made = new VisibleText(bounds[count - 1] - bounds[0]);
    for (int i = 0; i < count; i += 2) {
      made.add(text, bounds[i], bounds[i + 1]);
    }
    return made;
  }

  private void add(String text, int from, int end) {
    for (int i = from; i < end; i++) {
      places[visible.length()] = i;
      visible.append(text.charAt(i));
    }
  }

  String text() {
    return visible.toString();
  }

  /// Returns a secret of the visible text as it is in the text.
  Secret placed(Secret secret) {
    return new Secret(secret.kind(), places[secret.start()], places[secret.end() - 1] + 1);
  }

  /// Returns whether a character has no glyph of its own: control and format characters, variation
  /// selectors and fillers.
  private static boolean isInvisible(char c) {
    if (c < 0x80) {
      return c == 0x7f || (c < ' ' && c != '\n' && c != '\t' && c != '\r');
    }
    return Character.getType(c) == Character.FORMAT
        || (c < 0xa0 && c != 0x85)
        || (c >= 0xfe00 && c <= 0xfe0f)
        || c == 0x34f
        || c == 0x115f
        || c == 0x3164;
  }

  /// Returns where an invisible character ends, or the sequence for a terminal that it begins.
  private static int invisibleEnd(String text, int at) {
    boolean one = text.charAt(at) == 0x9b;
    int end = at + 1;
    if (!one && (text.charAt(at) != ESCAPE || end == text.length())) {
      return end;
    }
    char kind = one ? '[' : text.charAt(end);
    end += one ? 0 : 1;
    if (kind == '[') {
      while (end < text.length() && text.charAt(end) >= ' ' && text.charAt(end) < '@') {
        end++;
      }
      return Math.min(text.length(), end + 1);
    }
    while (kind == ']' && end < text.length() && text.charAt(end) >= ' ') {
      end++;
    }
    return end;
  }
}
