package dev.tidemark.text;

import java.util.ArrayList;
import java.util.List;

/// Tells which lines of a Markdown text are code between fences. It is shown one line after the
/// other, and reads them as CommonMark does: a fence is closed by one of its own character that is
/// at least as long and has nothing after it, by the end of the list item it stands in, or never.
public final class CodeFences {
  private static final int FENCE_MIN = 3;

  /// What is indented further is no fence, but code of another kind, or text.
  private static final int INDENT_MAX = 3;

  private static final int TAB = 4;

  /// The columns at which the text of the list items begins that are under way, outermost first.
  private final List<Integer> items = new ArrayList<>();

  private char character;

  /// How long the fence is that is open; 0 if none is.
  private int length;

  /// Takes a text from its beginning.
  public CodeFences() {}

  /// Returns whether a fence is open that the lines taken so far have not closed.
  public boolean isOpen() {
    return length > 0;
  }

  /// Takes the next line and returns whether it is code, the fences included.
  ///
  /// @param line without its line end
  public boolean takes(String line) {
    int at = afterBlanks(line, 0);
    if (at == line.length()) {
      return length > 0;
    }
    int indent = column(line, at);
    if (length > 0 && indent >= base()) {
      if (indent - base() <= INDENT_MAX && closes(line, at)) {
        length = 0;
      }
      return true;
    }
    length = 0;
    while (base() > indent) {
      items.removeLast();
    }
    return opens(line, at);
  }

  /// A list item may begin with another list, and that with a fence.
  private boolean opens(String line, int from) {
    int at = from;
    while (at < line.length() && column(line, at) - base() <= INDENT_MAX) {
      int run = run(line, at);
      if (run >= FENCE_MIN && (line.charAt(at) == '~' || line.indexOf('`', at + run) < 0)) {
        character = line.charAt(at);
        length = run;
        return true;
      }
      int marker = ListMarker.end(line, at);
      if (marker < 0) {
        return false;
      }
      at = afterBlanks(line, marker);
      int end = column(line, marker);
      int gap = column(line, at) - end;
      // More than that, and the item begins with indented code.
      items.add(end + (at == line.length() || gap > INDENT_MAX + 1 ? 1 : gap));
    }
    return false;
  }

  private boolean closes(String line, int at) {
    int run = run(line, at);
    return run >= length
        && line.charAt(at) == character
        && afterBlanks(line, at + run) == line.length();
  }

  private int base() {
    return items.isEmpty() ? 0 : items.getLast();
  }

  /// Returns how often the character of a fence stands there in a row.
  private static int run(String line, int at) {
    char first = line.charAt(at);
    int end = at;
    while ((first == '`' || first == '~') && end < line.length() && line.charAt(end) == first) {
      end++;
    }
    return end - at;
  }

  private static int afterBlanks(String line, int from) {
    int at = from;
    while (at < line.length() && ListMarker.isBlank(line.charAt(at))) {
      at++;
    }
    return at;
  }

  private static int column(String line, int at) {
    int column = 0;
    for (int i = 0; i < at; i++) {
      column += line.charAt(i) == '\t' ? TAB - column % TAB : 1;
    }
    return column;
  }
}
