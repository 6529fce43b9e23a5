package dev.tidemark.workflow.policy;

/// Token counter: the cost of a text for a model.
@FunctionalInterface
public interface TokenMeter {
  /// Returns the number of tokens in the text, never negative.
  int count(String text);

  /// Returns a counter of words, the unit of the checkpoint schemas.
  ///
  /// White space is defined as in ECMAScript, so that the counts agree with other tools on shared
  /// files; Java's own definition differs, for example at the no-break space.
  static TokenMeter words() {
    return text -> {
      int words = 0;
      boolean inside = false;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        // Nearly all of a text is in that range or a blank: only the rest is asked for its type.
        boolean space = c == ' ' || ((c < '!' || c > '~') && isSpace(c));
        if (inside && space) {
          inside = false;
        } else if (!inside && !space) {
          inside = true;
          words++;
        }
      }
      return words;
    };
  }

  private static boolean isSpace(char c) {
    return switch (c) {
      case '\t', '\n', '\u000B', '\f', '\r', '\uFEFF', '\u2028', '\u2029' -> true;
      default -> Character.getType(c) == Character.SPACE_SEPARATOR;
    };
  }
}
