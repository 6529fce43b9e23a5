package dev.tidemark.dialects.markdown;

/// Markdown-safe text: normalizes user input so that it cannot break the structure of a document.
public final class MarkdownSafeText {
  /// The length of the state description above which a warning is given (R-001-26).
  public static final int STATE_CHARS = 600;

  public static final int STATE_SENTENCES = 3;

  private MarkdownSafeText() {}

  /// Returns a text on one line: every run of blanks, line ends and controls is one blank.
  public static String line(String text) {
    var out = new StringBuilder(text.length());
    boolean gap = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)
          || Character.isISOControl(c)
          || c == '\u00a0'
          || c == '\ufeff') {
        gap = !out.isEmpty();
      } else {
        if (gap) {
          out.append(' ');
          gap = false;
        }
        out.append(c);
      }
    }
    return out.toString();
  }

  /// Returns a text as a paragraph of its own; the beginnings of a heading, a comment or a block of
  /// code are escaped.
  public static String paragraph(String text) {
    var line = line(text);
    boolean special =
        line.startsWith("#")
            || line.startsWith("<!--")
            || line.startsWith("```")
            || line.startsWith("~~~");
    return special ? "\\" + line : line;
  }

  /// Returns how many sentences a text has.
  public static int sentences(String text) {
    int sentences = 0;
    boolean open = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean last = i + 1 == text.length() || Character.isWhitespace(text.charAt(i + 1));
      if ((c == '.' || c == '!' || c == '?') && last) {
        sentences += open ? 1 : 0;
        open = false;
      } else if (Character.isLetterOrDigit(c)) {
        open = true;
      }
    }
    return open ? sentences + 1 : sentences;
  }

  /// Returns the part of an entry that stands in backticks, which is a path; empty if none does.
  public static String path(String entry) {
    int from = entry.indexOf('`');
    int to = entry.indexOf('`', from + 1);
    return from < 0 || to < 0 ? "" : entry.substring(from + 1, to);
  }
}
