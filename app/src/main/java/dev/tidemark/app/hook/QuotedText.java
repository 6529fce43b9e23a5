package dev.tidemark.app.hook;

import dev.tidemark.text.PlainText;

/// Quotation of untrusted words in a message that a model reads: short, on one line, and marked as
/// a quotation.
final class QuotedText {
  private static final int NAME_MAX = 64;
  private static final int TEXT_MAX = 300;

  private QuotedText() {}

  /// Returns a name if it is nothing but letters, digits, blanks and the signs of names, in quotes
  /// where it has blanks; for anything else, where to look it up.
  static String name(String name) {
    boolean blank = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      blank |= c == ' ';
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!letter && c != ' ' && c != '.' && c != '_' && c != '/' && c != '-') {
        return "(named in: tidemark status)";
      }
    }
    if (name.isEmpty() || name.length() > NAME_MAX || name.charAt(0) == '-') {
      return "(named in: tidemark status)";
    }
    return blank ? "\"" + name + "\"" : name;
  }

  /// Returns a sentence on one line, without invisible and control characters, truncated.
  static String sentence(String text) {
    var line = PlainText.line(text);
    return line.length() <= TEXT_MAX ? line : line.substring(0, TEXT_MAX).strip() + " ...";
  }
}
