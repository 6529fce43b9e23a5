package dev.tidemark.dialects.state.format;

/// Words of titles of phases and texts of tasks, by which these are known: a number says where
/// something is, and not what it is.
public final class PlanWords {
  private PlanWords() {}

  /// Returns the letters and digits of a text, without case and without the tags before it, such as
  /// `[P]`.
  public static String of(String text) {
    var words = new StringBuilder();
    var rest = text.strip();
    while (rest.startsWith("[") && rest.indexOf(']') > 0) {
      rest = rest.substring(rest.indexOf(']') + 1).strip();
    }
    for (int i = 0; i < rest.length(); ) {
      int letter = rest.codePointAt(i);
      if (Character.isLetterOrDigit(letter)) {
        words.appendCodePoint(Character.toLowerCase(letter));
      }
      i += Character.charCount(letter);
    }
    return words.isEmpty() ? rest : words.toString();
  }
}
