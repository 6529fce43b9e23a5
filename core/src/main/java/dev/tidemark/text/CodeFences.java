package dev.tidemark.text;

import java.util.ArrayList;
import java.util.List;

/// Detects fenced code blocks in a Markdown text, line by line. It is shown one line after the
/// other, and reads them as CommonMark does: a fence is closed by one of its own character that is
/// at least as long and has nothing after it, by the end of the list item it stands in, or never.
public final class CodeFences {
  private static final int FENCE_MIN = 3;

  /// The largest indent of a fence; deeper lines are indented code, or text.
  private static final int INDENT_MAX = 3;

  private static final int TAB = 4;

  private static final int BREAK_MIN = 3;

  private static final int DIGITS_MAX = 9;

  /// The columns at which the text of the list items begins that are under way, outermost first.
  private final List<Integer> items = new ArrayList<>();

  private char character;

  private int lines;

  private int opened;

  /// The length of the open fence; 0 if none is.
  private int length;

  /// Takes a text from its beginning.
  public CodeFences() {}

  /// Returns whether a fence is open that the lines taken so far have not closed.
  public boolean isOpen() {
    return length > 0;
  }

  /// Returns in which line the fence stands that is open, counted from 1; 0 if none is.
  public int line() {
    return isOpen() ? opened : 0;
  }

  /// Takes the next line and returns whether it is code, the fences included.
  ///
  /// @param line without its line end
  public boolean takes(String line) {
    lines++;
    int at = afterBlanks(line, 0);
    if (at == line.length()) {
      return length > 0;
    }
    int indent = column(line, 0, at, 0);
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
    return opens(line, at, indent);
  }

  /// A list item may begin with another list, and that with a fence.
  private boolean opens(String line, int from, int indent) {
    int at = from;
    int column = indent;
    int tail = tail(line);
    while (at < line.length() && column - base() <= INDENT_MAX) {
      int run = run(line, at);
      if (run >= FENCE_MIN && (line.charAt(at) == '~' || line.indexOf('`', at + run) < 0)) {
        character = line.charAt(at);
        length = run;
        opened = lines;
        return true;
      }
      int marker = listMarkerEnd(line, at);
      if (marker < 0 || (at >= tail && isBreak(line, at))) {
        return false;
      }
      int end = column + marker - at;
      at = afterBlanks(line, marker);
      column = column(line, marker, at, end);
      int gap = column - end;
      // More than that, and the item begins with indented code.
      items.add(end + (at == line.length() || gap > INDENT_MAX + 1 ? 1 : gap));
    }
    return false;
  }

  /// Returns where the characters begin that are all the same as the last one, or blanks.
  private static int tail(String line) {
    int at = line.length();
    while (at > 0 && isBlank(line.charAt(at - 1))) {
      at--;
    }
    char last = at == 0 ? ' ' : line.charAt(at - 1);
    while (at > 0 && (line.charAt(at - 1) == last || isBlank(line.charAt(at - 1)))) {
      at--;
    }
    return at;
  }

  /// Returns whether three such characters stand there: a line across the page, and no list. It
  /// looks no further than the third, for it is asked at every marker.
  private static boolean isBreak(String line, int at) {
    char first = line.charAt(at);
    int count = 0;
    for (int i = at; i < line.length() && count < BREAK_MIN; i++) {
      count += line.charAt(i) == first ? 1 : 0;
    }
    return count == BREAK_MIN;
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
    while (at < line.length() && isBlank(line.charAt(at))) {
      at++;
    }
    return at;
  }

  /// Returns the column of a place, from that of an earlier one.
  private static int column(String line, int from, int to, int start) {
    int column = start;
    for (int i = from; i < to; i++) {
      column += line.charAt(i) == '\t' ? TAB - column % TAB : 1;
    }
    return column;
  }

  /// Returns where the marker of a list item at a place in a line ends; -1 if there is none.
  public static int listMarkerEnd(String line, int at) {
    int end = at;
    while (end < line.length() && end - at < DIGITS_MAX && isDigit(line.charAt(end))) {
      end++;
    }
    var kinds = end > at ? ".)" : "-+*";
    if (end == line.length() || kinds.indexOf(line.charAt(end)) < 0) {
      return -1;
    }
    end++;
    return end == line.length() || isBlank(line.charAt(end)) ? end : -1;
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
