package dev.tidemark.dialects.item.format;

import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialects.markdown.Lines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Heading index of a Markdown text, which skips comments and code.
final class MarkdownOutline {
  private final Lines lines;
  private final List<Kind> kinds = new ArrayList<>();

  /// The kind of line.
  enum Kind {
    /// A heading of the first or second level.
    HEADING,
    /// A line of a comment, from the one that opens it to the one that closes it.
    COMMENT,
    /// A line of anything else, blank ones included.
    TEXT
  }

  /// Reads a text from a line on.
  ///
  /// @throws UnreadableException if a comment or a block of code is unterminated, because the
  ///   structure after it is unknown
  MarkdownOutline(Lines lines, int from) {
    this.lines = lines;
    for (int i = 0; i < from; i++) {
      kinds.add(Kind.TEXT);
    }
    int i = from;
    while (i < lines.size()) {
      var text = lines.get(i).stripLeading();
      var fence = fence(text);
      if (!fence.isEmpty()) {
        i = block(i, fence);
      } else if (text.startsWith("<!--")) {
        i = comment(i, text);
      } else {
        kinds.add(isHeading(lines.get(i)) ? Kind.HEADING : Kind.TEXT);
        i++;
      }
    }
  }

  private static boolean isHeading(String line) {
    return line.startsWith("# ") || line.startsWith("## ");
  }

  private static String fence(String text) {
    if (!text.startsWith("```") && !text.startsWith("~~~")) {
      return "";
    }
    int end = 3;
    while (end < text.length() && text.charAt(end) == text.charAt(0)) {
      end++;
    }
    // With a backtick after them, backticks are code within a line.
    boolean inline = text.charAt(0) == '`' && text.indexOf('`', end) >= 0;
    return inline ? "" : text.substring(0, end);
  }

  private int block(int from, String fence) {
    kinds.add(Kind.TEXT);
    for (int i = from + 1; i < lines.size(); i++) {
      kinds.add(Kind.TEXT);
      var text = lines.get(i).strip();
      if (text.startsWith(fence) && fence(text).length() == text.length()) {
        return i + 1;
      }
    }
    throw new UnreadableException("line " + (from + 1) + ": the block of code is never closed");
  }

  private int comment(int from, String opening) {
    kinds.add(Kind.COMMENT);
    if (opening.indexOf("-->", 4) >= 0) {
      return from + 1;
    }
    for (int i = from + 1; i < lines.size(); i++) {
      kinds.add(Kind.COMMENT);
      if (lines.get(i).contains("-->")) {
        return i + 1;
      }
    }
    throw new UnreadableException("line " + (from + 1) + ": the comment is never closed");
  }

  /// Returns the first section of that title, or null.
  @Nullable ItemSection section(String title) {
    for (int i = 0; i < kinds.size(); i++) {
      if (kinds.get(i) == Kind.HEADING && lines.get(i).strip().equals("## " + title)) {
        int end = i + 1;
        while (end < kinds.size() && kinds.get(end) != Kind.HEADING) {
          end++;
        }
        return new ItemSection(lines, kinds, i, end);
      }
    }
    return null;
  }
}
