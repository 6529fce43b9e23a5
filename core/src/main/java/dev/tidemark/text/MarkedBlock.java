package dev.tidemark.text;

import org.jspecify.annotations.Nullable;

/// Marked block: text between two marker lines in a file of the user. Text outside the markers
/// stays byte for byte, also after the block is removed.
///
/// @param before the prefix of a marker: `<!-- `, `# `
/// @param after its suffix: ` -->`, nothing
public record MarkedBlock(String before, String after) {
  public static final MarkedBlock MARKDOWN = new MarkedBlock("<!-- ", " -->");
  public static final MarkedBlock TOML = new MarkedBlock("# ", "");

  private static final String BEGIN = "tidemark:begin";
  private static final String END = "tidemark:end";

  /// Marks that the text before the block had no line end of its own.
  private static final String JOINED = " joined";

  /// Returns the text with the block in it: in its place if it is there, else at the end.
  ///
  /// @param text the file; absent if there is none
  public String with(@Nullable String text, String content) {
    var rest = text == null ? "" : text;
    int from = begin(rest);
    int to = end(rest, from);
    if (from >= 0 && to > from) {
      var mark = rest.substring(from, rest.indexOf('\n', from) + 1);
      return rest.substring(0, from) + mark + content + marker(END) + "\n" + rest.substring(to);
    }
    boolean joined = !rest.isEmpty() && !rest.endsWith("\n");
    var gap = rest.isEmpty() ? "" : joined ? "\n\n" : "\n";
    return rest
        + gap
        + marker(BEGIN + (joined ? JOINED : ""))
        + "\n"
        + content
        + marker(END)
        + "\n";
  }

  /// Returns the text without the block; null if nothing else is in it.
  @Nullable
  public String textWithoutBlock(String text) {
    int from = begin(text);
    int to = end(text, from);
    if (from < 0 || to <= from) {
      return text;
    }
    boolean joined = text.startsWith(before + BEGIN + JOINED, from);
    int gap = joined ? 2 : 1;
    int start = from >= gap && text.substring(from - gap, from).isBlank() ? from - gap : from;
    var left = text.substring(0, start) + text.substring(to);
    return left.isEmpty() ? null : left;
  }

  private String marker(String word) {
    return before + word + after;
  }

  private int begin(String text) {
    var mark = before + BEGIN;
    for (int at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      if (at == 0 || text.charAt(at - 1) == '\n') {
        return at;
      }
    }
    return -1;
  }

  /// Returns where the line behind the block begins; -1 if the block does not end.
  private int end(String text, int from) {
    int at = from < 0 ? -1 : text.indexOf("\n" + marker(END), from);
    if (at < 0) {
      return -1;
    }
    int line = text.indexOf('\n', at + 1);
    return line < 0 ? text.length() : line + 1;
  }
}
