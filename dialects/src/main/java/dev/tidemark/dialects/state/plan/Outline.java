package dev.tidemark.dialects.state.plan;

import dev.tidemark.text.CodeFences;
import dev.tidemark.text.Utf8;
import java.util.ArrayList;
import java.util.List;

/// Outline of a Markdown document: its headings, its items with a box and the rows of its tables,
/// outside of code and of comments.
final class Outline {
  private static final String COMMENT = "<!--";
  private static final String COMMENT_END = "-->";

  /// Stands for what a box has that no blank follows.
  private static final char UNSPACED = '!';

  /// The kind of line.
  enum Kind {
    HEADING,
    BOX,
    ROW,
    TEXT
  }

  /// A line of the outline.
  ///
  /// @param number where it is, from 1
  /// @param depth the level of a heading; how far another line is indented
  /// @param mark what the box has; a blank where there is no box
  /// @param text what is behind the marks of Markdown
  /// @param whole the line without the blanks around it
  record Line(Kind kind, int number, int depth, char mark, String text, String whole) {
    boolean isTicked() {
      return mark == 'x' || mark == 'X';
    }

    /// Returns whether its box is empty or ticked, as Markdown has it.
    boolean isPlain() {
      return mark == ' ' || isTicked();
    }

    /// Returns whether it is meant as a box that Markdown has: also without a blank behind it.
    boolean isMeant() {
      return kind == Kind.BOX && (isPlain() || mark == UNSPACED);
    }

    /// Returns the cells of a row.
    List<String> cells() {
      var cells = new ArrayList<String>();
      for (var cell : text.split("\\|", -1)) {
        cells.add(cell.strip());
      }
      return cells;
    }
  }

  private final List<Line> lines = new ArrayList<>();

  /// The line that opens code which is never closed; 0 if none does.
  private final int fence;

  Outline(String document) {
    var fences = new CodeFences();
    int number = 0;
    boolean commented = false;
    for (var line : Utf8.withoutByteOrderMark(document).lines().toList()) {
      number++;
      boolean begins = !commented && line.strip().startsWith(COMMENT);
      if (commented || (begins && !fences.isOpen())) {
        commented = line.lastIndexOf(COMMENT_END) <= line.lastIndexOf(COMMENT);
      } else if (!fences.takes(line)) {
        lines.add(line(line, number));
      }
    }
    this.fence = fences.line();
  }

  private static Line line(String line, int number) {
    var whole = line.strip();
    int indent = line.length() - line.stripLeading().length();
    int level = 0;
    while (level < whole.length() && whole.charAt(level) == '#') {
      level++;
    }
    if (level > 0 && level <= 6 && whole.startsWith(" ", level)) {
      return new Line(Kind.HEADING, number, level, ' ', whole.substring(level).strip(), whole);
    }
    int marker = CodeFences.listMarkerEnd(whole, 0);
    var item = marker < 0 ? "" : whole.substring(marker).strip();
    // With a bracket after it, it is a link.
    boolean box = item.length() >= 3 && item.charAt(0) == '[' && item.charAt(2) == ']';
    if (box && (item.length() == 3 || "([:".indexOf(item.charAt(3)) < 0)) {
      // Kiro marks what is optional by a star behind the box.
      boolean spaced = item.length() == 3 || " \t*".indexOf(item.charAt(3)) >= 0;
      char mark = spaced ? item.charAt(1) : UNSPACED;
      return new Line(Kind.BOX, number, indent, mark, item.substring(3).strip(), whole);
    }
    if (whole.startsWith("|") && whole.endsWith("|") && whole.length() > 2) {
      var cells = whole.substring(1, whole.length() - 1);
      return new Line(Kind.ROW, number, indent, ' ', cells, whole);
    }
    return new Line(Kind.TEXT, number, indent, ' ', item.isEmpty() ? whole : item, whole);
  }

  List<Line> lines() {
    return lines;
  }

  int fence() {
    return fence;
  }
}
