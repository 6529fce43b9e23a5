package dev.tidemark.security;

import org.jspecify.annotations.Nullable;

/// Text normalization: a part of a text without its invisible characters and terminal sequences, or
/// without some line breaks, and the way back to the places in the text.
final class VisibleText {
  /// Sequences for a terminal, and characters without a glyph of their own: control and format
  /// characters, variation selectors and fillers.
  private static final LazyPattern INVISIBLE =
      new LazyPattern(
          "(?:\\x1b\\[|\\x9b)[ -?]*+.?|\\x1b][^\\x00-\\x1f]*+|\\x1b."
              + "|[\\p{Cc}\\p{Cf}\\ufe00-\\ufe0f\\u034f\\u115f\\u3164&&[^\\n\\t\\r\\x85]]");

  private final StringBuilder visible = new StringBuilder();

  /// Where each visible character is in the text.
  private final int[] places;

  private VisibleText(int length) {
    places = new int[length];
  }

  /// Returns a text without its invisible characters; null if it has none.
  static @Nullable VisibleText of(String text) {
    int first = 0;
    while (first < text.length() && isPlain(text.charAt(first))) {
      first++;
    }
    if (first == text.length()) {
      return null;
    }
    var hidden = INVISIBLE.matcher(text);
    if (!hidden.find(first)) {
      return null;
    }
    var made = new VisibleText(text.length());
    int from = 0;
    do {
      made.add(text, from, hidden.start());
      from = hidden.end();
    } while (hidden.find());
    made.add(text, from, text.length());
    return made;
  }

  private static boolean isPlain(char c) {
    boolean blank = c == '\n' || c == '\t' || c == '\r';
    boolean latin = (c >= ' ' && c < 0x7f) || (c > 0xad && c < 0x300);
    return blank || latin || (c >= 0x2010 && c < 0x2028);
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
}
