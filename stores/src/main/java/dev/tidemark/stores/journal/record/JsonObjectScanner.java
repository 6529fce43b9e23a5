package dev.tidemark.stores.journal.record;

/// JSON object scanner: finds the end of an object without parsing it, so that the exact characters
/// can be hashed and large parts skipped.
final class JsonObjectScanner {
  private JsonObjectScanner() {}

  /// Returns the index after the object that begins at `start`, or -1 if none begins or ends.
  static int of(String text, int start) {
    if (!text.startsWith("{", start)) {
      return -1;
    }
    int depth = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        i = closing(text, i);
        if (i < 0) {
          return -1;
        }
      } else if (c == '{') {
        depth++;
      } else if (c == '}' && --depth == 0) {
        return i + 1;
      }
    }
    return -1;
  }

  /// Returns the index of the quote that closes the one at `open`, or -1.
  private static int closing(String text, int open) {
    int quote = text.indexOf('"', open + 1);
    while (quote >= 0) {
      int backslashes = 0;
      while (text.charAt(quote - 1 - backslashes) == '\\') {
        backslashes++;
      }
      if ((backslashes & 1) == 0) {
        return quote;
      }
      quote = text.indexOf('"', quote + 1);
    }
    return -1;
  }
}
